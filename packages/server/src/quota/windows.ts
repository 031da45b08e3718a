import { billingPeriodAt } from "../accounts/billing-period.js";
import { type PlanId, plans } from "../accounts/plan.js";
import type { Account } from "../accounts/store.js";

/** One window of one account: its identity, its limit, and its end. */
export interface LimitWindow {
  readonly startMs: number;
  readonly endMs: number;
  /** `endMs` as ISO 8601 in UTC: every answer of the window carries it. */
  readonly resetAt: string;
  readonly limit: number;
}

/** The windows that a request falls in, with the limits of the account's current plan. */
export interface AccountWindows {
  readonly burst: LimitWindow;
  readonly monthly: LimitWindow;
}

const minuteMs = 60_000;

/** The windows of an account at an instant: the UTC minute, and the account's own month. */
export function windowsOf(account: Account, at: Date): AccountWindows {
  const minute = Math.floor(at.getTime() / minuteMs) * minuteMs;
  const known = lastWindows.get(account);
  if (known?.burst.startMs === minute && isWithin(known.monthly, at)) return known;
  const burst = minuteOf(account.plan, minute);
  const monthly = known !== undefined && isWithin(known.monthly, at) ? known.monthly : monthOf(account, at);
  const windows = { burst, monthly };
  lastWindows.set(account, windows);
  return windows;
}

function isWithin({ startMs, endMs }: LimitWindow, at: Date): boolean {
  return at.getTime() >= startMs && at.getTime() < endMs;
}

function monthOf({ plan, billingStart }: Account, at: Date): LimitWindow {
  const { start, end } = billingPeriodAt(billingStart, at);
  return windowFrom(start.getTime(), end.getTime(), plans[plan].requestsPerMonth);
}

function windowFrom(startMs: number, endMs: number, limit: number): LimitWindow {
  return { startMs, endMs, resetAt: new Date(endMs).toISOString(), limit };
}

/** A minute is the same window for all accounts of a plan. */
function minuteOf(plan: PlanId, startMs: number): LimitWindow {
  const known = lastMinutes.get(plan);
  if (known?.startMs === startMs) return known;
  const window = windowFrom(startMs, startMs + minuteMs, plans[plan].burstPerMinute);
  lastMinutes.set(plan, window);
  return window;
}

const lastMinutes = new Map<PlanId, LimitWindow>();

/** The windows of the last request: most of an account's requests fall into the same ones. */
const lastWindows = new WeakMap<Account, AccountWindows>();
