import { dayProfile, elapsedShare, PROFILE_WINDOW_DAYS, shareDone } from "../metrics/day-profile.js";
import { historyPeriod, trendHistory } from "../metrics/history.js";
import { roundBuzz } from "../metrics/rounding.js";
import { DISPERSION_WINDOW_DAYS, type Trend, TREND_WINDOW_DAYS, trendOf, type TrendWindow } from "../metrics/trend.js";
import { type ActivityDay, type ActivityScope, seriesQuery } from "../query/activity-queries.js";
import { hourlyQuery } from "../query/market-queries.js";
import type { Period } from "../time/period.js";
import { addDays, daysFrom, startOfDayMs, type UtcDay } from "../time/utc-day.js";
import type { RequestScope } from "./request-scope.js";

/** How an asset, sector, country or the market got to where it is. */
export interface Momentum {
  /** Null when neither window of the comparison holds a mention. */
  readonly trend: Trend | null;
  /** Daily buzz, oldest first, 1 decimal. */
  readonly trendHistory: readonly number[];
}

/** The part of a daily row that momentum looks at. */
export type MomentumDay = Pick<ActivityDay, "day" | "buzz" | "mentions" | "engagement" | "places" | "authors">;

/** First day of the series that {@link momentumOf} needs for a period. */
export function momentumStart(period: Period): UtcDay {
  const dispersion = addDays(period.to, 1 - TREND_WINDOW_DAYS - DISPERSION_WINDOW_DAYS);
  const { from } = historyPeriod(period);
  return from < dispersion ? from : dispersion;
}

/** How much of a day's usual activity is done by now: as it is, and floored for use as a divisor or an exposure. */
export interface DayShare {
  /** 0 to 1. */
  readonly done: number;
  /** 0.05 to 1. */
  readonly elapsed: number;
}

/** Share of the window's last day that has passed, by the usual course of a day here; 1 for a closed day. */
export async function readDayShare(scope: RequestScope, lastDay: UtcDay): Promise<DayShare> {
  if (lastDay < scope.call.today) return { done: 1, elapsed: 1 };
  const first = addDays(lastDay, -PROFILE_WINDOW_DAYS);
  const rows = await scope.query<{ day: UtcDay; hour: number; mentions: number }>(
    hourlyQuery(first, addDays(lastDay, -1)),
  );
  const days = new Map<UtcDay, number[]>();
  for (const { day, hour, mentions } of rows) {
    const hours = days.get(day) ?? Array.from({ length: 24 }, () => 0);
    hours[hour] = mentions;
    days.set(day, hours);
  }
  const profile = dayProfile([...days.values()]);
  const sinceMidnightMs = scope.call.now.getTime() - startOfDayMs(lastDay);
  return { done: shareDone(profile, sinceMidnightMs), elapsed: elapsedShare(profile, sinceMidnightMs) };
}

/** Momentum of each key over the window, from its daily rows. Keys without any row are missing. */
export async function readMomentum(
  scope: RequestScope,
  level: ActivityScope,
  keys: readonly string[],
  period: Period,
  contributor: string | null,
): Promise<{ readonly momentum: (key: string) => Momentum; readonly days: (key: string) => readonly ActivityDay[] }> {
  const [rows, share] = await Promise.all([
    scope.query<ActivityDay>(seriesQuery(level, keys, momentumStart(period), period.to, contributor)),
    readDayShare(scope, period.to),
  ]);
  const byKey = new Map<string, ActivityDay[]>();
  for (const row of rows) {
    const days = byKey.get(row.key);
    if (days === undefined) byKey.set(row.key, [row]);
    else days.push(row);
  }
  const days = (key: string) => byKey.get(key) ?? [];
  return { days, momentum: (key) => momentumOf(scope, days(key), period, share.elapsed) };
}

/** Trend and history of one series of daily rows. */
export function momentumOf(scope: RequestScope, days: readonly MomentumDay[], period: Period, share: number): Momentum {
  const { namespace } = scope;
  const hasEngagement = namespace.trending.fields.includes("total_upvotes");
  const byDay = new Map(days.map((row) => [row.day, row]));
  const compared = comparedDays(scope, period);
  const window = (windowDays: readonly UtcDay[], exposureDays: number): TrendWindow => {
    const rows = windowDays.map((day) => byDay.get(day));
    const sum = (of: (row: MomentumDay) => number) =>
      rows.reduce((total, row) => total + (row === undefined ? 0 : of(row)), 0);
    return {
      exposureDays,
      mentions: sum(({ mentions }) => mentions),
      engagement: hasEngagement ? sum(({ engagement }) => engagement) : null,
      breadth: sum((row) => row[namespace.breadth]),
    };
  };
  const current = window(compared.current, TREND_WINDOW_DAYS - 1 + share);
  const previous = window(compared.previous, TREND_WINDOW_DAYS);
  const dailyMentions = compared.dispersion.map((day) => byDay.get(day)?.mentions ?? 0);
  return {
    trend: current.mentions + previous.mentions === 0 ? null : trendOf({ current, previous, dailyMentions }),
    trendHistory: trendHistory(new Map(days.map(({ day, buzz }) => [day, roundBuzz(buzz)])), period),
  };
}

/** Days that the trend of a period looks at, oldest first: of both windows, and of the dispersion before the current one. */
export interface ComparedDays {
  readonly current: readonly UtcDay[];
  readonly previous: readonly UtcDay[];
  readonly dispersion: readonly UtcDay[];
}

const comparedByPeriod = new WeakMap<Period, { readonly firstData: UtcDay | undefined; readonly days: ComparedDays }>();

/** The days are the same for every row of a list: they are spelled out once a period. */
export function comparedDays({ view, namespace }: RequestScope, period: Period): ComparedDays {
  const firstData = view.snapshot.firstDays[namespace.id];
  const known = comparedByPeriod.get(period);
  if (known !== undefined && known.firstData === firstData) return known.days;
  const currentFirst = addDays(period.to, 1 - TREND_WINDOW_DAYS);
  const dispersionFirst = addDays(currentFirst, -DISPERSION_WINDOW_DAYS);
  const days = {
    current: daysFrom(currentFirst, period.to),
    previous: daysFrom(addDays(currentFirst, -TREND_WINDOW_DAYS), addDays(currentFirst, -1)),
    dispersion: daysFrom(
      firstData !== undefined && firstData > dispersionFirst ? firstData : dispersionFirst,
      addDays(currentFirst, -1),
    ),
  };
  comparedByPeriod.set(period, { firstData, days });
  return days;
}
