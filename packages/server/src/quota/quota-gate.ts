import type { Account } from "../accounts/store.js";
import type { Awaitable } from "../awaitable.js";

/** State of one limit after a request was counted or refused. */
export interface WindowUse {
  /** Requests in the window. */
  readonly limit: number;
  /** Requests counted so far, including this one unless it was refused; null when unknown. */
  readonly used: number | null;
  /** When the window ends: ISO 8601 in UTC. */
  readonly resetAt: string;
}

/** The limits' decision about one request. The headers and the 429 body are made from it. */
export interface QuotaVerdict {
  /** Null: the request is admitted and counted in both windows. Otherwise it is counted in neither. */
  readonly refusedBy: "burst" | "monthly" | null;
  /** Requests in this minute; null without a limit, and then no header is sent. */
  readonly burst: WindowUse | null;
  /** Requests in the account's month; null without a limit. */
  readonly monthly: WindowUse | null;
  /** True when the shared counters are down and the machine's own answer instead. These do not know the total use. */
  readonly isBackup?: boolean;
}

/**
 * The limits of accounts. The pipeline checks them right after the key, so that every request with a valid key counts
 * once, whatever its outcome, 304 and 422 included. A request that a limit refuses does not count.
 */
export interface QuotaGate {
  /**
   * Counts the request or refuses it, first by the minute, then by the month.
   *
   * @param at Real time at which the request arrived.
   * @throws When the request cannot be counted; it must not be served then.
   */
  admit(account: Account, at: Date): Awaitable<QuotaVerdict>;
}

/** No limits: for private servers and tests. */
export const unlimited: QuotaGate = { admit: () => ({ refusedBy: null, burst: null, monthly: null }) };
