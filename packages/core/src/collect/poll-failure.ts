/** Why a poll brought nothing; stored and shown under these words. */
export type FailureReason =
  /** 429, or 503 with a time to come back. */
  | "rate_limited"
  /** 401: what the operator holds is not accepted. */
  | "unauthorized"
  /** 403 or 451. */
  | "forbidden"
  /** 404 or 410. */
  | "not_found"
  /** Another status that is no answer. */
  | "unexpected_status"
  | "server_error"
  /** Nothing came in time: the connection, the head or the rest of the answer. */
  | "timeout"
  | "connection_failed"
  | "tls_failed"
  /** The answer ended before its end. */
  | "body_cut"
  /** Longer, also once unpacked, than an answer may be. */
  | "body_too_large"
  /** An answer, but not of the form that the source has. */
  | "wrong_content"
  /** To a private network, or to another scheme. */
  | "redirect_refused"
  | "redirect_loop"
  /** The stream ended or did not answer a ping. */
  | "stream_ended";

/** A poll that brought no page. The cursor stays where it was. */
export class PollFailure extends Error {
  override readonly name = "PollFailure";
  readonly reason: FailureReason;
  /** HTTP status; null where no answer came. */
  readonly status: number | null;
  /** The source asks not to be asked for so long, in milliseconds; null where it does not say. */
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

  /** Whether the source refuses us, in the difference to being in trouble itself. */
  get isBlocked(): boolean {
    return this.reason === "rate_limited" || this.reason === "unauthorized" || this.reason === "forbidden";
  }
}

/** Longest time that a source is believed when it asks not to be asked. */
const LONGEST_WAIT_MS = 24 * 3_600_000;

/**
 * How long `Retry-After` asks to wait, in milliseconds: seconds or an HTTP date (RFC 9110, 10.2.3), at most a day; null where
 * it is missing or neither.
 */
export function retryAfterMs(value: string | null, nowMs: number): number | null {
  if (value === null) return null;
  const text = value.trim();
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), LONGEST_WAIT_MS);
}
