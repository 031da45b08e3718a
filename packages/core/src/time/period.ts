import { periodIssue, type PeriodIssue, type PeriodParameters } from "./period-issue.js";
import { daysRangeIssue } from "./period-text.js";
import { addDays, daysBetween, utcDay, type UtcDay } from "./utc-day.js";

/** A window of UTC calendar days. Both ends are included, so `days` is at least 1. */
export interface Period {
  readonly from: UtcDay;
  readonly to: UtcDay;
  readonly days: number;
}

/** A resolved period, or the first rule that it breaks. */
export type PeriodResolution =
  { readonly ok: true; readonly period: Period } | { readonly ok: false; readonly issue: PeriodIssue };

/** What a period is resolved against: the request's one "today", and the route's length where no start is given. */
export interface PeriodDefaults {
  readonly today: UtcDay;
  readonly defaultDays: number;
}

/** Window length in days where the caller gives none: lists and market sentiment, detail and compare, raw rows, search. */
export const DEFAULT_PERIOD_DAYS = { list: 1, detail: 7, rawMentions: 7, search: 7 } as const;

const firstDay = utcDay("0001-01-01");

/**
 * Resolves period parameters to UTC calendar days.
 *
 * | sent | window |
 * |---|---|
 * | nothing | the last `defaultDays` days, today included |
 * | `from` | `from` through today |
 * | `to` | `defaultDays` days that end at `to` |
 * | `from`, `to` | as sent |
 * | `days` | the last `days` days, today included |
 * | `to`, `days` | `days` days that end at `to` |
 * | `from`, `days` | `days` days that start at `from` |
 * | all three | refused, even when they agree |
 *
 * Only the first broken rule is reported, in this order: `period_overdetermined` (at `days`), `days` outside 1..365,
 * `date_future` (at `from`, then at `to`), `period_inverted` (at `from`), `period_ends_after_today` (at `days`),
 * `period_before_calendar` (at `days`, else `to`). Availability, lookback and retention are separate checks.
 */
export function resolvePeriod(parameters: PeriodParameters, { today, defaultDays }: PeriodDefaults): PeriodResolution {
  const issue = combinationIssue(parameters, today);
  if (issue !== null) return { ok: false, issue };
  const { from, to, days } = parameters;
  if (from !== undefined && days !== undefined) return startingAt(from, days, today);
  const end = to ?? today;
  return from === undefined ? endingAt(end, days ?? defaultDays, parameters) : between(from, end);
}

function combinationIssue({ from, to, days }: PeriodParameters, today: UtcDay): PeriodIssue | null {
  if (from !== undefined && to !== undefined && days !== undefined) {
    const ctx = { period_from: from, period_to: to, requested_days: days };
    return periodIssue("period_overdetermined", "days", "Send at most two of from, to and days", days, ctx);
  }
  const range = days === undefined ? null : daysRangeIssue(days);
  if (range !== null) return range;
  if (from !== undefined && from > today) return futureIssue("from", from, today);
  if (to !== undefined && to > today) return futureIssue("to", to, today);
  if (from === undefined || to === undefined || from <= to) return null;
  return periodIssue("period_inverted", "from", "from must not be later than to", from, {
    period_from: from,
    period_to: to,
  });
}

function futureIssue(name: "from" | "to", day: UtcDay, today: UtcDay): PeriodIssue {
  return periodIssue("date_future", name, `${name} must not be later than today (UTC)`, day, { today });
}

function between(from: UtcDay, to: UtcDay): PeriodResolution {
  return { ok: true, period: { from, to, days: daysBetween(from, to) + 1 } };
}

/** Compares lengths, not days, so that no day outside the calendar is ever built. */
function startingAt(from: UtcDay, days: number, today: UtcDay): PeriodResolution {
  if (days > daysBetween(from, today) + 1) {
    const ctx = { period_from: from, requested_days: days, today };
    const msg = "from with days must not end later than today (UTC)";
    return { ok: false, issue: periodIssue("period_ends_after_today", "days", msg, days, ctx) };
  }
  return { ok: true, period: { from, to: addDays(from, days - 1), days } };
}

function endingAt(to: UtcDay, days: number, sent: PeriodParameters): PeriodResolution {
  if (days > daysBetween(firstDay, to) + 1) {
    const name = sent.days === undefined ? "to" : "days";
    const ctx = { period_to: to, requested_days: days, first_day: firstDay };
    const msg = `The period must not start before ${firstDay}`;
    return { ok: false, issue: periodIssue("period_before_calendar", name, msg, sent[name], ctx) };
  }
  return { ok: true, period: { from: addDays(to, 1 - days), to, days } };
}
