import { PollFailure } from "../../collect/poll-failure.js";
import { PRIVATE_ADDRESS } from "./private-addresses.js";

const tlsCodes = /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/;

/** The failure for an error of the connection. */
export function transportFailure(cause: unknown): PollFailure {
  const codes = new Set<string>();
  for (let next = cause; next instanceof Error; next = next.cause) {
    codes.add(next.name);
    if ("code" in next && typeof next.code === "string") codes.add(next.code);
  }
  const has = (pattern: RegExp) => [...codes].some((code) => pattern.test(code));
  if (codes.has(PRIVATE_ADDRESS))
    return new PollFailure("redirect_refused", "The source redirects into a private network.", { cause });
  if (has(/TIMEOUT|Timeout/)) return new PollFailure("timeout", "The source did not answer in time.", { cause });
  if (has(tlsCodes)) return new PollFailure("tls_failed", "The source's certificate cannot be verified.", { cause });
  if (has(/^UND_ERR_(SOCKET|RES_CONTENT_LENGTH_MISMATCH)$|^ECONNRESET$|^HPE_/))
    return new PollFailure("body_cut", "The connection ended before the answer was complete.", { cause });
  return new PollFailure("connection_failed", "The source cannot be reached.", { cause });
}
