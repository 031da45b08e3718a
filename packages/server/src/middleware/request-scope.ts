import { type CallContext, dayOf, type UtcDay } from "@market-sentiment/core";
import type { Account } from "../accounts/store.js";
import { type PlanId, plans } from "../accounts/plan.js";
import type { Deadline } from "./deadline.js";

/** What the steps of one request share. */
export interface RequestScope {
  /** When the request arrived, by the real clock: limits count by it, also while a past day is replayed. */
  readonly receivedAt: Date;
  /** The one "today" of the request. */
  readonly today: UtcDay;
  /** The instant of the request within `today`. */
  readonly now: Date;
  readonly deadline: Deadline;
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
export function openScope(receivedAt: Date, fixedToday: UtcDay | null, deadline: Deadline): RequestScope {
  const time =
    fixedToday === null
      ? { today: dayAt(receivedAt), now: receivedAt }
      : { today: fixedToday, now: new Date(`${fixedToday}T23:59:59.999Z`) };
  return { receivedAt, ...time, deadline, account: null };
}

const dayMs = 86_400_000;
let lastDay: { readonly number: number; readonly day: UtcDay } | null = null;

/** The day of an instant; most are of the same day as the one before. */
function dayAt(instant: Date): UtcDay {
  const number = Math.floor(instant.getTime() / dayMs);
  if (lastDay?.number !== number) lastDay = { number, day: dayOf(instant) };
  return lastDay.day;
}

/** A call that always has a deadline, and an account where it needs one. */
export type ServiceCall = CallContext & {
  readonly signal: AbortSignal;
  /** Whose work it is: the account's id; null without an account. */
  readonly caller: string | null;
};

/** How core sees the request. */
export function callOf(scope: RequestScope): ServiceCall {
  return new ScopedCall(scope);
}

/** A class, because an object with a getter of its own is slow to make, and every request makes one. */
class ScopedCall implements ServiceCall {
  readonly today: UtcDay;
  readonly now: Date;
  readonly lookbackDays: number | null;
  readonly accountType: PlanId | null;
  readonly caller: string | null;
  readonly #deadline: Deadline;

  constructor({ today, now, deadline, account }: RequestScope) {
    const plan = account === null ? null : plans[account.plan];
    this.today = today;
    this.now = now;
    this.lookbackDays = plan?.lookbackDays ?? null;
    this.accountType = plan?.id ?? null;
    this.caller = account?.id ?? null;
    this.#deadline = deadline;
  }

  /** Made for those who ask for it. */
  get signal(): AbortSignal {
    return this.#deadline.signal;
  }
}
