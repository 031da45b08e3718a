import { trendHistory } from "../metrics/history.js";
import { roundBuzz } from "../metrics/rounding.js";
import type { Trend } from "../metrics/trend.js";
import { momentumStart, type TrendLevel, trendOn } from "../operations/momentum.js";
import type { RequestScope } from "../operations/request-scope.js";
import { readTrendCalendar, type TrendActivity, type TrendCalendar } from "../operations/trend-calendar.js";
import type { ActivityScope } from "../query/activity-queries.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import { type TradedDay, tradedReferencesQuery, tradedSeriesQuery } from "./queries.js";
import { referenceValues, type StoredTradedReference } from "./score-trading-days.js";
import { tradingBuzz } from "./trading-buzz.js";
import type { TradedScope } from "./trading-day-rows.js";
import { readUnseenTrading, withUnseen } from "./unseen-trading.js";

/**
 * Trend and history of each key, and its daily rows. Of partly seen days the buzz is what it would be if what was missed had
 * been as usual; the market's own is left to its operation.
 */
export async function readTradedMomentum(
  scope: RequestScope,
  level: TradedScope,
  keys: readonly string[],
  period: Period,
) {
  const [rows, calendar] = await Promise.all([
    scope.query<TradedDay>(tradedSeriesQuery(level, keys, momentumStart(period), period.to)),
    readTrendCalendar(scope, period.to),
  ]);
  const filled = level === "market" ? rows : await withUsual(scope, level, rows, { keys, calendar, period });
  const byKey = new Map<string, TradedDay[]>();
  for (const row of filled) {
    const days = byKey.get(row.key);
    if (days === undefined) byKey.set(row.key, [row]);
    else days.push(row);
  }
  return (key: string) => {
    const days = byKey.get(key) ?? [];
    const history = new Map(days.map(({ day, buzz }) => [day, roundBuzz(buzz ?? 0)]));
    return {
      days,
      calendar,
      trend: tradedTrend(days, calendar, level === "market" ? "whole" : "part"),
      trendHistory: trendHistory(history, period),
    };
  };
}

async function withUsual(
  scope: RequestScope,
  level: ActivityScope,
  rows: readonly TradedDay[],
  of: { readonly keys: readonly string[]; readonly calendar: TrendCalendar; readonly period: Period },
): Promise<readonly TradedDay[]> {
  const window = { from: momentumStart(of.period), to: of.period.to };
  const unseen = await readUnseenTrading(scope, level, of.keys, of.calendar, window);
  if (unseen.length === 0) return rows;
  const references = new Map(
    (await scope.query<StoredTradedReference>(tradedReferencesQuery(level, window.from, window.to))).map((row) => [
      row.day,
      referenceValues(row),
    ]),
  );
  const missed = new Map(unseen.map((part) => [`${part.key} ${part.day}`, part]));
  return rows.map((row) => {
    const [part, reference] = [missed.get(`${row.key} ${row.day}`), references.get(row.day)];
    if (part === undefined || reference === undefined) return row;
    return { ...row, buzz: tradingBuzz(withUnseen(row, [part]), reference) };
  });
}

const silentDay: TrendActivity = { mentions: 0, engagement: 0, breadth: [0, 0, 0] };

/**
 * The shared trend rule on trades, money and breadth: markets, liquidity on a log scale, and traders where every day of both
 * windows knows them. Null when neither window holds a trade.
 */
function tradedTrend(days: readonly TradedDay[], calendar: TrendCalendar, level: TrendLevel): Trend | null {
  const byDay = new Map(days.map((row) => [row.day, row]));
  const activityOf = (day: UtcDay) => {
    const row = byDay.get(day);
    if (row === undefined) return null;
    return { mentions: row.trade_count, engagement: row.volume, breadth: [row.markets, row.depth, row.traders] };
  };
  return trendOn(calendar, level, activityOf, silentDay);
}
