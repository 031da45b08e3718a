import type { UtcDay } from "../time/utc-day.js";

/** Caller, time and deadline of a request. Created once per request, so that no answer mixes two days. */
export interface CallContext {
  /** The one "today" of the request. */
  readonly today: UtcDay;
  /** The instant of the request, within `today`; the end of the day when a past day is replayed. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
  /** How many days back the account may look, today included; null without limit. */
  readonly lookbackDays: number | null;
  /** Named in a refusal for lookback; null outside the service. */
  readonly accountType: string | null;
  /**
   * What happens to a requested period that starts before the first day with data: `refuse` (the default) is the
   * service's 422, `clamp` starts it on that day.
   */
  readonly earlyStart?: "refuse" | "clamp";
  /** Set when the caller asks for the state known at `at`; then `now` and `today` are those of that instant. */
  readonly asOf?: { readonly at: Date; readonly text: string; readonly askedOn: UtcDay };
}
