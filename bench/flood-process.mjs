// A process of the flood bench: connections without a key, each of which loads the service as much as one can.
// Arguments: the service's address; "ahead" (pipelines requests, never reads answers, reconnects when cut) or "health"
// (asks again as soon as it is answered); and the number of connections. Runs until it is stopped.
import { connect } from "node:net";

const [address, kind, connections] = process.argv.slice(2);
const { hostname, port } = new URL(address);
const head = (path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
const ahead = head("/openapi.json").repeat(1_500);

function open() {
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.on("close", () => setTimeout(open, 100));
  if (kind === "ahead") {
    socket.pause();
    socket.on("connect", () => socket.write(ahead));
  } else {
    socket.on("connect", () => socket.write(head("/health")));
    socket.on("data", () => socket.write(head("/health")));
  }
}
for (let index = 0; index < Number(connections); index += 1) open();
