import { billingPeriodAt } from "../accounts/billing-period.js";
import { plans } from "../accounts/plan.js";
import type { Account } from "../accounts/store.js";

/** One window of one account: which it is, what fits in, when it ends. */
export interface LimitWindow {
  readonly startMs: number;
  readonly endMs: number;
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
  const { burstPerMinute, requestsPerMonth } = plans[account.plan];
  const minute = Math.floor(at.getTime() / minuteMs) * minuteMs;
  const month = billingPeriodAt(account.billingStart, at);
  return {
    burst: { startMs: minute, endMs: minute + minuteMs, limit: burstPerMinute },
    monthly: { startMs: month.start.getTime(), endMs: month.end.getTime(), limit: requestsPerMonth },
  };
}
