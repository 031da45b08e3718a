import type { IncomingMessage } from "node:http";

/** A name or address of this machine, as hosts are written in a request or a setting. */
const loopbackName = /^(?:localhost|(?:::ffff:)?127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

/** Whether the host is this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return loopbackName.test(host);
}

/**
 * Whether the request comes from a page of this service, opened on this machine: only such a page is given the key of a
 * demo. The socket must be local; the host that was asked must be a name of this machine, which it is not where a foreign
 * name was made to point here; and the page that asks must be of that same host, which it is not behind a proxy on this
 * machine that serves others.
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
