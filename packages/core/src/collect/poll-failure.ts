/** Why a poll brought nothing. Stored and shown under these names. */
export type FailureReason =
  /** 429, or 503 with a time to come back. */
  | "rate_limited"
  /** 401: the operator's credentials are not accepted. */
  | "unauthorized"
  /** 403 or 451. */
  | "forbidden"
  /** 404 or 410. */
  | "not_found"
  /** Any other unexpected status. */
  | "unexpected_status"
  | "server_error"
  /** The connection, the headers or the rest of the answer did not come in time. */
  | "timeout"
  | "connection_failed"
  | "tls_failed"
  /** The answer is incomplete. */
  | "body_cut"
  /** The answer is too long, packed or unpacked. */
  | "body_too_large"
  /** The answer does not have the source's form. */
  | "wrong_content"
  /** A redirect to a private network or another scheme. */
  | "redirect_refused"
  | "redirect_loop"
  /** The host's `robots.txt` does not allow the address. */
  | "robots_refused"
  /** The stream ended or did not answer a ping. */
  | "stream_ended";

/** A poll that brought no page. The cursor stays where it was. */
export class PollFailure extends Error {
  override readonly name = "PollFailure";
  readonly reason: FailureReason;
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  /** Waiting time that the source asks for, in milliseconds; null where it does not say. */
  readonly waitMs: number | null;

  constructor(
    reason: FailureReason,
    message: string,
    facts: { readonly status?: number | null; readonly waitMs?: number | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause: facts.cause });
    this.reason = reason;
    this.status = facts.status ?? null;
    this.waitMs = facts.waitMs ?? null;
  }

  /** Whether the source refuses our requests, as opposed to having trouble of its own. */
  get isBlocked(): boolean {
    return ["rate_limited", "unauthorized", "forbidden", "robots_refused"].includes(this.reason);
  }
}
