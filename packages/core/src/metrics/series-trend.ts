import {
  type Trend,
  TREND_MEMORY_DAYS,
  TREND_MIN_MENTIONS,
  TREND_WINDOW_DAYS,
  type TrendChange,
  trendChange,
  type TrendDay,
  trendOf,
} from "./trend.js";
import { sumOf } from "./sum.js";
import { WEEKDAY_WINDOW_DAYS, type WeekdayProfile, weekdayProfile } from "./weekday-profile.js";

/** Days that a trend looks at, the last one included: history, two windows, and the days on which a label may have begun. */
export const TREND_SERIES_DAYS = WEEKDAY_WINDOW_DAYS + TREND_WINDOW_DAYS + TREND_MEMORY_DAYS;

/** A series as its trend sees it; days are counted back from the last one, which is 0. */
export interface TrendSeries {
  /** Any day from 0 to {@link TREND_SERIES_DAYS} − 1; exposure 0 where there is nothing to compare. */
  readonly dayAt: (back: number) => TrendDay;
  /** What the week of the series is expected to look like, from the days before the window that ends on the given one. */
  readonly priorAt: (back: number) => WeekdayProfile;
  /** How far the series may differ from that: see `weekdayProfile`. */
  readonly deviation: number;
}

/**
 * The trend of a series on its last day, from that day and the 61 before it: {@link trendOf} over the {@link trendChange}
 * of each day that matters, each against the weekly profile of the 56 days before its own current window. Null when the six
 * days of both windows hold no mention.
 */
export function seriesTrend(series: TrendSeries): Trend | null {
  if (sumOf(sixDays(series, 0), ({ mentions }) => mentions) === 0) return null;
  return trendOf((back) => changeAt(series, back));
}

function changeAt(series: TrendSeries, back: number): TrendChange {
  const days = sixDays(series, back);
  const mentions = sumOf(days, (day) => day.mentions);
  // Stable whatever the profile: most series of a long list end here.
  if (mentions < TREND_MIN_MENTIONS) return { logRatio: 0, z: 0, mentions };
  const history = daysOf(series, back + TREND_WINDOW_DAYS, WEEKDAY_WINDOW_DAYS);
  const profile = weekdayProfile(history, series.priorAt(back), series.deviation);
  return trendChange(days.slice(TREND_WINDOW_DAYS), days.slice(0, TREND_WINDOW_DAYS), profile);
}

/** Both windows that end on a day, oldest first. */
function sixDays(series: TrendSeries, back: number): TrendDay[] {
  return daysOf(series, back, 2 * TREND_WINDOW_DAYS);
}

/** Days up to one that is `back` before the last, oldest first. */
export function daysOf(series: Pick<TrendSeries, "dayAt">, back: number, count: number): TrendDay[] {
  const days: TrendDay[] = [];
  for (let at = back + count - 1; at >= back; at -= 1) days.push(series.dayAt(at));
  return days;
}
