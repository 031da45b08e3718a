import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { afterAll } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** One step of a script: what the server does with a session or its handshake. */
export type Session =
  | { readonly opened: (socket: WebSocket, request: IncomingMessage) => void }
  | { readonly handshake: (socket: Duplex, request: IncomingMessage) => void };

/** A scripted stream on a loopback server. */
export interface RecordedStream {
  readonly url: string;
  /** Addresses of the sessions so far, in order. */
  readonly sessions: string[];
  /** What comes next, each once; after the last of them the last again. */
  script(...sessions: readonly Session[]): void;
}

/** Starts a server that plays a stream; it is closed when the tests of the file have run. */
export async function recordedStream(): Promise<RecordedStream> {
  const sessions: string[] = [];
  let script: Session[] = [];
  const server = createServer();
  const answering = new WebSocketServer({ noServer: true });
  const deaf = new WebSocketServer({ noServer: true, autoPong: false });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => undefined);
    sessions.push(request.url ?? "");
    const next = script.length > 1 ? script.shift() : script[0];
    if (next === undefined) socket.destroy();
    else if ("handshake" in next) next.handshake(socket, request);
    else {
      const webSocket = next === silent ? deaf : answering;
      webSocket.handleUpgrade(request, socket, head, (opened) => next.opened(opened, request));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        for (const one of [...answering.clients, ...deaf.clients]) one.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sessions,
    script: (...next) => (script = [...next]),
  };
}

/** Sends the messages and closes; without any, stays open and answers pings. */
export function sends(...messages: readonly unknown[]): Session {
  return {
    opened: (socket) => {
      for (const message of messages) socket.send(typeof message === "string" ? message : JSON.stringify(message));
      if (messages.length > 0) socket.close();
    },
  };
}

/** Opens and does nothing, not even answer pings. */
export const silent: Session = { opened: () => undefined };

/** Refuses the handshake. */
export function refuses(status: number, headers: Readonly<Record<string, string>> = {}): Session {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    handshake: (socket) => void socket.end(`HTTP/1.1 ${status} No\r\n${lines.join("")}content-length: 0\r\n\r\n`),
  };
}
