import {
  type Trend,
  TREND_MEMORY_DAYS,
  TREND_WINDOW_DAYS,
  type TrendChange,
  trendChange,
  type TrendDay,
  trendOf,
} from "./trend.js";
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
  const mentions = sixDays(series, 0).reduce((sum, day) => sum + day.mentions, 0);
  if (mentions === 0) return null;
  return trendOf((back) => changeAt(series, back));
}

function changeAt(series: TrendSeries, back: number): TrendChange {
  const days = sixDays(series, back);
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
  return Array.from({ length: count }, (_, index) => series.dayAt(back + count - 1 - index));
}
