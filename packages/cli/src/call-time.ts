import { addDays, type CallContext, dayOf, parseUtcDay, startOfDayMs, type UtcDay } from "@market-sentiment/core";
import type { Effects } from "./effects.js";
import { WrongUse } from "./failure.js";

/** Help text of `--today`. */
export const todayOptionText =
  "answer as if this were the current UTC day: YYYY-MM-DD or yesterday (default: the clock's)";

/** The instant and the UTC day of a command. */
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
  const today = parseUtcDay(dayText(todayOption, dayOf(effects.now())));
  if (today === null) throw new WrongUse(`--today: ${todayOption} is not a day in the form YYYY-MM-DD`);
  return { now: new Date(startOfDayMs(addDays(today, 1)) - 1), today };
}

/** The day meant by `today` or `yesterday` relative to `today`; any other text unchanged. */
export function dayText(text: string, today: UtcDay): string {
  return text === "today" ? today : text === "yesterday" ? addDays(today, -1) : text;
}

/**
 * Context of an operation on the command line: the owner of the data has no account and no lookback limit, and a period
 * that starts before the data is shortened to the days with data.
 */
export function callContext(time: CallTime, signal?: AbortSignal): CallContext {
  const limits = { lookbackDays: null, accountType: null, earlyStart: "clamp" } as const;
  return { ...time, ...limits, ...(signal === undefined ? {} : { signal }) };
}
