import type { Account } from "../accounts/store.js";
import { HttpRefusal } from "../problems/refusal.js";
import type { QuotaVerdict, WindowUse } from "../quota/index.js";

/** The `X-RateLimit-*` headers of a verdict; none without limits. Times are ISO 8601 in UTC, as in bodies. */
export function quotaHeaders({ burst, monthly }: QuotaVerdict): Record<string, string> {
  const headers: Record<string, string> = {};
  if (monthly !== null) {
    headers["x-ratelimit-limit-monthly"] = String(monthly.limit);
    if (monthly.used !== null) {
      headers["x-ratelimit-remaining-monthly"] = String(remaining(monthly));
      headers["x-ratelimit-used-monthly"] = String(monthly.used);
    }
    headers["x-ratelimit-reset-monthly"] = monthly.resetAt;
  }
  if (burst !== null) {
    headers["x-ratelimit-limit-burst"] = String(burst.limit);
    if (burst.used !== null) headers["x-ratelimit-remaining-burst"] = String(remaining(burst));
    headers["x-ratelimit-reset-burst"] = burst.resetAt;
  }
  return headers;
}

/** 429 for a verdict that refuses; null for one that does not. */
export function refusalOf(account: Account, verdict: QuotaVerdict, at: Date): HttpRefusal | null {
  const { refusedBy, isBackup = false } = verdict;
  const window = refusedBy === null ? null : verdict[refusedBy];
  if (refusedBy === null || window === null) return null;
  const { limit, used, resetAt } = window;
  const error = isBackup
    ? "Rate limit exceeded"
    : refusedBy === "burst"
      ? "Burst limit exceeded"
      : "Monthly limit exceeded";
  const span = refusedBy === "burst" ? "per minute" : "in this period";
  return new HttpRefusal({
    status: 429,
    detail: {
      error,
      message: `This account may make ${limit} requests ${span}.`,
      limit,
      ...(isBackup ? {} : { used }),
      remaining: isBackup ? null : remaining(window),
      account_type: account.plan,
      reset_at: resetAt,
      contact: null,
    },
    headers: { "retry-after": String(Math.max(1, Math.ceil((Date.parse(resetAt) - at.getTime()) / 1_000))) },
  });
}

/** Null when unknown. After a change to a smaller plan, more may be used than the limit allows. */
function remaining({ limit, used }: WindowUse): number | null {
  return used === null ? null : Math.max(0, limit - used);
}
