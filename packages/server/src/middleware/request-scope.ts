import { type CallContext, dayOf, type UtcDay } from "@market-sentiment/core";
import type { Account } from "../accounts/store.js";
import { plans } from "../accounts/plan.js";

/** What the steps of one request share. */
export interface RequestScope {
  /** When the request arrived, by the real clock: limits count by it, also while a past day is replayed. */
  readonly receivedAt: Date;
  /** The one "today" of the request. */
  readonly today: UtcDay;
  /** The instant of the request within `today`. */
  readonly now: Date;
  readonly signal: AbortSignal;
  /** Whose key was sent; null until the key was checked, and on public routes. */
  account: Account | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the first step of the pipeline. */
    scope: RequestScope;
  }
}

/** Opens the scope of a request. With a `fixedToday`, the service answers as at the last millisecond of that day. */
export function openScope(receivedAt: Date, fixedToday: UtcDay | null, signal: AbortSignal): RequestScope {
  const time =
    fixedToday === null
      ? { today: dayOf(receivedAt), now: receivedAt }
      : { today: fixedToday, now: new Date(`${fixedToday}T23:59:59.999Z`) };
  return { receivedAt, ...time, signal, account: null };
}

/** How core sees the request. */
export function callOf({ today, now, signal, account }: RequestScope): CallContext & { readonly signal: AbortSignal } {
  const plan = account === null ? null : plans[account.plan];
  return { today, now, signal, lookbackDays: plan?.lookbackDays ?? null, accountType: plan?.id ?? null };
}
