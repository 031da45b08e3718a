import { billingPeriodAt } from "../accounts/billing-period.js";
import { plans } from "../accounts/plan.js";
import type { Account } from "../accounts/store.js";

/** One window of one account: which it is, what fits in, when it ends. */
export interface LimitWindow {
  readonly startMs: number;
  readonly endMs: number;
  /** `endMs` as callers are told it. */
  readonly resetAt: Date;
  readonly limit: number;
}

/** The windows that a request falls in. The limits are those of the plan as it is now, whatever it was before. */
export interface AccountWindows {
  readonly burst: LimitWindow;
  readonly monthly: LimitWindow;
}

const minuteMs = 60_000;

/** The windows of an account at an instant: the UTC minute, and the account's own month. */
export function windowsOf(account: Account, at: Date): AccountWindows {
  const minute = Math.floor(at.getTime() / minuteMs) * minuteMs;
  const known = lastWindows.get(account);
  const isKnown =
    known?.burst.startMs === minute && at.getTime() < known.monthly.endMs && at.getTime() >= known.monthly.startMs;
  if (isKnown) return known;
  const { burstPerMinute, requestsPerMonth } = plans[account.plan];
  const month = billingPeriodAt(account.billingStart, at);
  const windows = {
    burst: windowFrom(minute, minute + minuteMs, burstPerMinute),
    monthly: windowFrom(month.start.getTime(), month.end.getTime(), requestsPerMonth),
  };
  lastWindows.set(account, windows);
  return windows;
}

function windowFrom(startMs: number, endMs: number, limit: number): LimitWindow {
  return { startMs, endMs, resetAt: new Date(endMs), limit };
}

/** Those of the last request: most of an account's requests fall into the same ones. */
const lastWindows = new WeakMap<Account, AccountWindows>();
