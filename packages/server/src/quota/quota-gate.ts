import type { Account } from "../accounts/store.js";
import type { Awaitable } from "../awaitable.js";

/** One limit of an account after a request was counted, or refused. */
export interface WindowUse {
  /** Requests in the window. */
  readonly limit: number;
  /** Requests counted so far, this one included unless it was refused; null when it is not known. */
  readonly used: number | null;
  /** When the window ends: ISO 8601 in UTC. */
  readonly resetAt: string;
}

/** Decision of the limits about one request. Headers and the 429 body are views of it. */
export interface QuotaVerdict {
  /** Null: the request is admitted and counted in both windows. Otherwise it is counted in neither. */
  readonly refusedBy: "burst" | "monthly" | null;
  /** Requests in this minute; null where nothing limits, and then no header is sent. */
  readonly burst: WindowUse | null;
  /** Requests in the account's month; null where nothing limits. */
  readonly monthly: WindowUse | null;
  /** True when the shared limits are down and the machine's own answer instead: they do not know the total use. */
  readonly isBackup?: boolean;
}

/**
 * The limits of an account. The pipeline asks after the key and before everything else, so that every request with a
 * valid key counts once, whatever comes of it, 304 and 422 included; one that a limit refuses does not count.
 */
export interface QuotaGate {
  /**
   * Counts the request, or refuses it: first by the minute, then by the month.
   *
   * @param at Real time at which the request arrived.
   * @throws When it cannot be counted: then it must not be served.
   */
  admit(account: Account, at: Date): Awaitable<QuotaVerdict>;
}

/** No limit at all: for a private server, and for tests. */
export const unlimited: QuotaGate = { admit: () => ({ refusedBy: null, burst: null, monthly: null }) };
