// A process of the flood bench: connections without a key, each of which keeps the service as busy as one can.
// Arguments: the service's address, "ahead" (requests sent ahead, answers never fetched, a new connection when it is cut)
// or "health" (asks as fast as it is answered), and how many connections. Runs until it is ended.
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
