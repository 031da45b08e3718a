import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { securityHeaders } from "../middleware/security-headers.js";

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers, in the service's form, what is not even a readable HTTP request; the connection ends with it. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf[error.code ?? ""] ?? 400;
  const reason = STATUS_CODES[status] ?? "Bad Request";
  const body = JSON.stringify({ detail: reason });
  const headers = {
    ...securityHeaders,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-request-id": randomUUID(),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
}
