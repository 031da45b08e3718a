import { type CallContext, dayOf, type UtcDay } from "@market-sentiment/core";
import type { Account } from "../accounts/store.js";
import { type PlanId, plans } from "../accounts/plan.js";
import type { Deadline } from "./deadline.js";

/** Values shared by the steps of one request. */
export interface RequestScope {
  /** When the request arrived, by the real clock. Limits count by it, also while a past day is replayed. */
  readonly receivedAt: Date;
  /** The request's UTC day, read once. */
  readonly today: UtcDay;
  /** The instant of the request within `today`. */
  readonly now: Date;
  readonly deadline: Deadline;
  /** The account of the key; null before the key is checked and on public routes. */
  account: Account | null;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the first step of the pipeline. */
    scope: RequestScope;
  }
}

/** Opens the scope of a request. With a `fixedToday`, the service answers as of the last millisecond of that day. */
export function openScope(receivedAt: Date, fixedToday: UtcDay | null, deadline: Deadline): RequestScope {
  const time =
    fixedToday === null
      ? { today: dayAt(receivedAt), now: receivedAt }
      : { today: fixedToday, now: new Date(`${fixedToday}T23:59:59.999Z`) };
  return { receivedAt, ...time, deadline, account: null };
}

const dayMs = 86_400_000;
let lastDay: { readonly number: number; readonly day: UtcDay } | null = null;

/** The day of an instant. Cached, because most requests fall on the same day as the one before. */
function dayAt(instant: Date): UtcDay {
  const number = Math.floor(instant.getTime() / dayMs);
  if (lastDay?.number !== number) lastDay = { number, day: dayOf(instant) };
  return lastDay.day;
}

/** Creates the operation's call, with the request's deadline and its account, if any. */
export type ServiceCall = CallContext & {
  readonly signal: AbortSignal;
  /** The account's id, for fair turns; null without an account. */
  readonly caller: string | null;
};

/** The request as core sees it. */
export function callOf(scope: RequestScope): ServiceCall {
  return new ScopedCall(scope);
}

/** A class, because an object literal with a getter is slow to create, and every request creates one. */
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

  /** Created on first use. */
  get signal(): AbortSignal {
    return this.#deadline.signal;
  }
}
