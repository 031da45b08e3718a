import type { IncomingMessage } from "node:http";

/** Names and addresses of this machine, as written in a request's host or a setting. */
const loopbackName = /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether the host is a loopback address. */
export function isLoopbackHost(host: string): boolean {
  return loopbackName.test(host);
}

/**
 * Whether the request comes from a page of this service, opened on this machine: only such a page gets the demo key.
 *
 * 1. The socket must be local.
 * 2. The requested host must be a name of this machine. A foreign name that resolves to this machine is not
 *    (DNS rebinding).
 * 3. The page must come from that same host. A page of another site behind a proxy on this machine does not.
 */
export function comesFromOwnPage({
  headers,
  socket,
}: {
  readonly headers: IncomingMessage["headers"];
  readonly socket: Pick<IncomingMessage["socket"], "remoteAddress">;
}): boolean {
  const { host, origin } = headers;
  if (!isLoopbackHost(socket.remoteAddress ?? "")) return false;
  if (host === undefined || origin === undefined) return false;
  return isLoopbackHost(host.replace(/:\d+$/, "")) && origin.toLowerCase() === `http://${host.toLowerCase()}`;
}
