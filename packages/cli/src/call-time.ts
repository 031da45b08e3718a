import { addDays, type CallContext, dayOf, parseUtcDay, startOfDayMs, type UtcDay } from "@market-sentiment/core";
import type { Effects } from "./effects.js";
import { WrongUse } from "./failure.js";

/** Help text of `--today`. */
export const todayOptionText = "answer as if this were the current UTC day (YYYY-MM-DD)";

/** The instant and the UTC day that a command works at. */
export interface CallTime {
  readonly now: Date;
  readonly today: UtcDay;
}

/**
 * The time of the call: the clock's, or the last millisecond of the day that `--today` names.
 *
 * @throws WrongUse when that is not a day.
 */
export function callTime(todayOption: string | undefined, effects: Effects): CallTime {
  if (todayOption === undefined) {
    const now = effects.now();
    return { now, today: dayOf(now) };
  }
  const today = parseUtcDay(todayOption);
  if (today === null) throw new WrongUse(`--today: ${todayOption} is not a day in the form YYYY-MM-DD`);
  return { now: new Date(startOfDayMs(addDays(today, 1)) - 1), today };
}

/** Context of an operation on the command line: the owner of the data has no account and no lookback limit. */
export function callContext(time: CallTime, signal?: AbortSignal): CallContext {
  return { ...time, lookbackDays: null, accountType: null, ...(signal === undefined ? {} : { signal }) };
}
