import { historyPeriod, trendHistory } from "../metrics/history.js";
import { roundBuzz } from "../metrics/rounding.js";
import { seriesTrend } from "../metrics/series-trend.js";
import type { Trend, TrendDay } from "../metrics/trend.js";
import { ASSET_DEVIATION, EVEN_WEEK, NAMESPACE_DEVIATION } from "../metrics/weekday-profile.js";
import {
  type ActivityDay,
  type ActivityFilter,
  type ActivityScope,
  type MeasuredDay,
  seriesQuery,
} from "../query/activity-queries.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import type { TextNamespace } from "../namespaces/define.js";
import { partlySeenBuzzQuery } from "../query/partly-seen-query.js";
import type { PartlySeenDay } from "../query/unseen-part.js";
import { partlySeenDays } from "./partly-seen-days.js";
import type { RequestScope } from "./request-scope.js";
import { readTrendCalendar, type TrendActivity, type TrendCalendar, trendStart } from "./trend-calendar.js";

/** Trend and history of an asset, sector, country or the market. */
export interface Momentum {
  /** Null when neither window of the comparison has a mention. */
  readonly trend: Trend | null;
  /** Daily buzz, oldest first, 1 decimal. */
  readonly trendHistory: number[];
}

/** The columns of a daily row that momentum uses. */
export type MomentumDay = Pick<ActivityDay, "day" | "buzz" | "mentions" | "engagement" | "places" | "authors">;

/** The series whose weekly profile is the prior: the namespace, or none for the namespace itself. */
export type TrendLevel = "part" | "whole";

const silentDay: TrendActivity = { mentions: 0, engagement: null, breadth: [0] };
const silentWithEngagement: TrendActivity = { mentions: 0, engagement: 0, breadth: [0] };

/** First day of the series that {@link momentumOf} needs for a period. */
export function momentumStart(period: Period): UtcDay {
  const compared = trendStart(period.to);
  const { from } = historyPeriod(period);
  return from < compared ? from : compared;
}

/** No filter: all mentions of all assets. */
export const everything: ActivityFilter = { contributor: null, assetType: null };

/** Momentum of each key over the window, from its daily rows. Keys without any row are missing. */
export async function readMomentum(
  scope: RequestScope<TextNamespace>,
  level: ActivityScope,
  keys: readonly string[],
  period: Period,
  filter: ActivityFilter,
): Promise<{ readonly momentum: (key: string) => Momentum; readonly days: (key: string) => readonly MeasuredDay[] }> {
  const [rows, calendar] = await Promise.all([
    scope.query<MeasuredDay>(seriesQuery(level, keys, momentumStart(period), period.to, filter)),
    readTrendCalendar(scope, period.to),
  ]);
  const seen = partlySeenDays(calendar, { from: momentumStart(period), to: period.to });
  const filled =
    seen.length === 0 ? rows : await withUsual(scope, level, rows, { keys, seen, contributor: filter.contributor });
  const byKey = new Map<string, MeasuredDay[]>();
  for (const row of filled) {
    const days = byKey.get(row.key);
    if (days === undefined) byKey.set(row.key, [row]);
    else days.push(row);
  }
  const days = (key: string) => byKey.get(key) ?? [];
  return { days, momentum: (key) => momentumOf(scope, days(key), period, calendar, "part") };
}

/** The rows with the buzz of partly seen days as if what was missed had been as usual. */
async function withUsual(
  scope: RequestScope<TextNamespace>,
  level: ActivityScope,
  rows: readonly MeasuredDay[],
  of: {
    readonly keys: readonly string[];
    readonly seen: readonly PartlySeenDay[];
    readonly contributor: string | null;
  },
): Promise<MeasuredDay[]> {
  const query = partlySeenBuzzQuery(level, of.keys, of.seen, scope.namespace.buzzTerms, of.contributor);
  const found = await scope.query<Pick<ActivityDay, "key" | "day" | "buzz">>(query);
  const buzz = new Map(found.map((row) => [`${row.key} ${row.day}`, row.buzz]));
  return rows.map((row) => ({ ...row, buzz: buzz.get(`${row.key} ${row.day}`) ?? row.buzz }));
}

/** Trend and history of one series of daily rows. */
export function momentumOf(
  { namespace }: RequestScope<TextNamespace>,
  days: readonly MomentumDay[],
  period: Period,
  calendar: TrendCalendar,
  level: TrendLevel,
): Momentum {
  const hasEngagement = namespace.trending.fields.includes("total_upvotes");
  const byDay = new Map(days.map((row) => [row.day, row]));
  const activityOf = (day: UtcDay): TrendActivity | null => {
    const row = byDay.get(day);
    if (row === undefined) return null;
    const { mentions, engagement } = row;
    return { mentions, engagement: hasEngagement ? engagement : null, breadth: [row[namespace.breadth]] };
  };
  const { from } = historyPeriod(period);
  const shown = new Map<UtcDay, number>();
  for (const { day, buzz } of days) if (day >= from) shown.set(day, roundBuzz(buzz));
  const silence = hasEngagement ? silentWithEngagement : silentDay;
  return { trend: trendOn(calendar, level, activityOf, silence), trendHistory: trendHistory(shown, period) };
}

/**
 * Trend of a series on the last day of the calendar; null when neither window of the comparison holds a mention.
 *
 * @param activityOf Null for a silent day.
 * @param silence What a silent day of the namespace is; the same object for all series of a list, which share these days.
 */
export function trendOn(
  calendar: TrendCalendar,
  level: TrendLevel,
  activityOf: (day: UtcDay) => TrendActivity | null,
  silence: TrendActivity,
): Trend | null {
  // Most days of most assets are silent, and a trend looks at most days many times.
  const days: TrendDay[] = [];
  const dayAt = (back: number): TrendDay => {
    const known = days[back];
    if (known !== undefined) return known;
    const activity = activityOf(calendar.dayAt(back));
    return (days[back] = activity === null ? calendar.silentDayAt(back, silence) : calendar.trendDayAt(back, activity));
  };
  return seriesTrend({
    dayAt,
    priorAt: level === "whole" ? () => EVEN_WEEK : calendar.profileAt,
    deviation: level === "whole" ? NAMESPACE_DEVIATION : ASSET_DEVIATION,
  });
}
