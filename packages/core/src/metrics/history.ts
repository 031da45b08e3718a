import type { Period } from "../time/period.js";
import { addDays, daysFrom, type UtcDay } from "../time/utc-day.js";

/** Shortest `trend_history`, in days, however short the period. */
const MIN_HISTORY_DAYS = 7;

/** The days that a period's `trend_history` covers: they end at the period's last day and number max(period days, 7). */
export function historyPeriod(period: Period): Period {
  const days = Math.max(period.days, MIN_HISTORY_DAYS);
  return { from: addDays(period.to, 1 - days), to: period.to, days };
}

/**
 * `trend_history`: one value per day of {@link historyPeriod}, oldest first, missing days 0.0. Each value is the day's
 * own, as given and not rounded; days outside are passed over.
 *
 * @param daily Daily buzz by UTC day.
 */
export function trendHistory(daily: ReadonlyMap<UtcDay, number>, period: Period): number[] {
  return historyDays(period).map((day) => daily.get(day) ?? 0);
}

const daysOfPeriods = new WeakMap<Period, readonly UtcDay[]>();

/** The days are the same for every row of a list, and spelling out a year of them costs more than looking them up. */
function historyDays(period: Period): readonly UtcDay[] {
  const known = daysOfPeriods.get(period);
  if (known !== undefined) return known;
  const { from, to } = historyPeriod(period);
  const days = daysFrom(from, to);
  daysOfPeriods.set(period, days);
  return days;
}
