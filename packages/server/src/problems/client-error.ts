import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "../connections/connections.js";
import { securityHeaders } from "../middleware/security-headers.js";

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Node's error about a request that it cannot parse. */
type ClientError = Error & { readonly code?: string; readonly rawPacket?: unknown };

/** How long the caller has to read the refusal before the connection is cut, in milliseconds. */
const LINGER_MS = 500;

/**
 * Answers an invalid HTTP request in the service's form, after earlier requests on the same connection. Then closes the
 * connection, whether or not the caller does.
 *
 * @param methodsOf Gives the methods of an address. A method that Node does not know is answered like every other wrong
 * one.
 */
export function clientErrors(
  connections: Connections,
  methodsOf: (address: string) => readonly string[] = () => [],
): (error: ClientError, socket: Socket) => void {
  const refused = new WeakSet<Socket>();
  return (error, socket) => {
    // Ignore what comes after a refusal.
    if (refused.has(socket)) return;
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { count, newest } = connections.underWay(socket);
    if (newest?.request.complete === true) {
      // The unreadable bytes came after that request.
      if (newest.response.headersSent) socket.destroySoon();
      else newest.response.shouldKeepAlive = false;
      return;
    }
    if (count > 1 || newest?.response.headersSent === true) {
      socket.destroy();
      return;
    }
    refused.add(socket);
    const allowed = methodsOf(addressOf(error));
    if (allowed.length > 0) answer(socket, 405, { allow: allowed.join(", ") });
    else answer(socket, statusOf[error.code ?? ""] ?? 400);
  };
}

/** The address of a request whose method Node does not know; empty otherwise. */
function addressOf({ code, rawPacket }: ClientError): string {
  if (code !== "HPE_INVALID_METHOD" || !Buffer.isBuffer(rawPacket)) return "";
  const [, address = ""] = /^[A-Z][A-Z-]{0,30} (\/\S*) HTTP\/1\.[01]\r\n/.exec(rawPacket.toString("latin1")) ?? [];
  return address;
}

function answer(socket: Socket, status: number, more: Readonly<Record<string, string>> = {}): void {
  const reason = STATUS_CODES[status] ?? "Bad Request";
  const body = JSON.stringify({ detail: reason });
  const headers = {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-request-id": randomUUID(),
    connection: "close",
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
  // Otherwise a caller that leaves its side open would hold the connection for ever.
  const cut = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => clearTimeout(cut));
}
