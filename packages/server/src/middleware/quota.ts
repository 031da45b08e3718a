import type { Account, Awaitable } from "../accounts/store.js";
import { HttpRefusal } from "../problems/refusal.js";

/** What a limit says to one request. Headers and the 429 body are views of it. */
export interface QuotaDecision {
  readonly allowed: boolean;
  readonly window: "burst" | "monthly";
  /** Requests in the window; null where nothing limits, and then no header is sent. */
  readonly limit: number | null;
  /** Requests counted so far, this one included when it is allowed; null when it is not known. */
  readonly used: number | null;
  readonly resetAt: Date | null;
  /** True when the shared limiter is away and a local one answers in its place: it cannot say what was used. */
  readonly isBackup?: boolean;
}

/**
 * The limits of an account. The pipeline asks after the key and before everything else, so that every request with a
 * valid key counts once, whatever comes of it, 304 and 422 included; one that a limit refuses does not count.
 */
export interface QuotaGate {
  /** First: requests per minute. A refusal ends the request before the month is asked. */
  burst(account: Account, at: Date): Awaitable<QuotaDecision>;
  /** Then: requests per month. When it allows, it has counted the request. */
  monthly(account: Account, at: Date): Awaitable<QuotaDecision>;
}

/** No limit at all: for a server of one's own, and for tests. */
export const unlimited: QuotaGate = {
  burst: () => ({ allowed: true, window: "burst", limit: null, used: null, resetAt: null }),
  monthly: () => ({ allowed: true, window: "monthly", limit: null, used: null, resetAt: null }),
};

/** The `X-RateLimit-*` headers of a decision; none where nothing limits. Reset is in whole seconds since 1970. */
export function quotaHeaders({ window, limit, used, resetAt }: QuotaDecision): Record<string, string> {
  if (limit === null) return {};
  const suffix = window === "burst" ? "Burst" : "Monthly";
  return {
    [`X-RateLimit-Limit-${suffix}`]: String(limit),
    ...(used === null ? {} : { [`X-RateLimit-Remaining-${suffix}`]: String(remaining(limit, used)) }),
    ...(used === null || window === "burst" ? {} : { [`X-RateLimit-Used-${suffix}`]: String(used) }),
    ...(resetAt === null ? {} : { [`X-RateLimit-Reset-${suffix}`]: String(Math.ceil(resetAt.getTime() / 1000)) }),
  };
}

/** 429 for a decision that does not allow. */
export function tooManyRequests(account: Account, decision: QuotaDecision, at: Date): HttpRefusal {
  const { window, limit, used, resetAt, isBackup = false } = decision;
  const error = isBackup
    ? "Rate limit exceeded"
    : window === "burst"
      ? "Burst limit exceeded"
      : "Monthly limit exceeded";
  const span = window === "burst" ? "per minute" : "in this period";
  const retryAfter = resetAt === null ? null : Math.max(1, Math.ceil((resetAt.getTime() - at.getTime()) / 1000));
  return new HttpRefusal({
    status: 429,
    detail: {
      error,
      message: limit === null ? "Too many requests." : `This account may make ${limit} requests ${span}.`,
      limit,
      ...(isBackup ? {} : { used }),
      remaining: limit === null || used === null ? null : remaining(limit, used),
      account_type: account.plan,
      reset_at: resetAt?.toISOString() ?? null,
      contact: null,
    },
    ...(retryAfter === null ? {} : { headers: { "retry-after": String(retryAfter) } }),
  });
}

const remaining = (limit: number, used: number) => Math.max(0, limit - used);
