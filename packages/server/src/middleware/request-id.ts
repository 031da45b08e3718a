import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

const idForm = /^[A-Za-z0-9._:-]{1,128}$/;

/** The caller's own `X-Request-ID` when it is 1 to 128 letters, digits or `._:-`, else a new UUID. */
export function requestIdOf(request: Pick<IncomingMessage, "headers">): string {
  const sent = request.headers["x-request-id"];
  return typeof sent === "string" && idForm.test(sent) ? sent : randomUUID();
}
