import { roundBuzz, roundMoney, roundScore } from "../metrics/rounding.js";
import { percentages } from "../metrics/polarity.js";
import type { MarketActivityField } from "../namespaces/activity-fields.js";
import type { ActivityItem, ActivityReader, ActivityRequest } from "../operations/activity-reader.js";
import type { RequestScope } from "../operations/request-scope.js";
import { readTrendCalendar } from "../operations/trend-calendar.js";
import type { ActivityScope } from "../query/activity-queries.js";
import type { SpanRow } from "../query/market-queries.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import type { TradedScope } from "./trading-day-rows.js";
import {
  marketCountsQuery,
  tradedReferenceQuery,
  tradedSpanQuery,
  type TradedTotals,
  tradedTotalsQuery,
  walletsQuery,
} from "./queries.js";
import { referenceValues, type StoredTradedReference } from "./score-trading-days.js";
import {
  meanTradingPerDay,
  TRADING_REFERENCE_START,
  tradingBuzz,
  type TradingMeasures,
  type TradingReference,
} from "./trading-buzz.js";
import { readTradedMomentum } from "./traded-momentum.js";
import { readUnseenTrading, type UnseenTrading, withUnseen } from "./unseen-trading.js";

/** Direction fields as they are shown, from additive parts. */
export function tradedDirection(
  row: Pick<TradedTotals, "sentiment_sum" | "sentiment_weight" | "positive" | "neutral" | "negative">,
) {
  const { positive, neutral, negative } = row;
  const { bullishPct, bearishPct } = percentages({ positive, neutral, negative });
  const score = row.sentiment_weight > 0 ? Math.max(-1, Math.min(1, row.sentiment_sum / row.sentiment_weight)) : null;
  return {
    sentiment_score: score === null ? null : roundScore(score),
    bullish_pct: bullishPct,
    // Both shares may round up.
    bearish_pct: Math.min(bearishPct, 100 - bullishPct),
    positive_count: positive,
    neutral_count: neutral,
    negative_count: negative,
  };
}

/** References of a window that ends on the day. */
export async function readTradedReference(
  scope: RequestScope,
  level: ActivityScope,
  day: UtcDay,
): Promise<TradingReference> {
  const [row] = await scope.query<StoredTradedReference>(tradedReferenceQuery(level, day));
  return row === undefined ? TRADING_REFERENCE_START : referenceValues(row);
}

/** Buzz of a window from its sums and what live sources missed of it. */
function windowBuzz(
  totals: TradedTotals,
  days: number,
  { reference, unseen }: { readonly reference: TradingReference; readonly unseen: readonly UnseenTrading[] },
): number {
  const seen: TradingMeasures = { ...totals, traders: totals.covered ? totals.traders : null };
  const own = unseen.filter(({ key }) => key === totals.key);
  return tradingBuzz(meanTradingPerDay(withUnseen(seen, own), days), reference);
}

/** What a window is measured against, and what live sources missed of it. */
async function readWindowScale(
  scope: RequestScope,
  level: ActivityScope,
  keys: readonly string[] | null,
  period: Period,
) {
  const [reference, calendar] = await Promise.all([
    readTradedReference(scope, level, period.to),
    readTrendCalendar(scope, period.to),
  ]);
  return { reference, unseen: await readUnseenTrading(scope, level, keys, calendar, period) };
}

/** Activity of market namespaces. */
export const tradedActivity: ActivityReader<"market"> = {
  async hottest(scope, { level, period, filter, page }) {
    const [totals, scale] = await Promise.all([
      scope.query<TradedTotals>(tradedTotalsQuery(level, period, null)),
      readWindowScale(scope, level, null, period),
    ]);
    const ranked = totals
      .filter((row) => row.trade_count > 0 && (filter.assetType === null || row.asset_type === filter.assetType))
      .map((row) => ({ row, buzz: windowBuzz(row, period.days, scale) }))
      .sort((a, b) => b.buzz - a.buzz || (a.row.key < b.row.key ? -1 : 1))
      .slice(page.offset, page.offset + page.limit);
    return items(scope, level, period, ranked);
  },

  async ofAssets(scope, { keys, period }) {
    const [totals, scale] = await Promise.all([
      scope.query<TradedTotals>(tradedTotalsQuery("subject", period, keys)),
      readWindowScale(scope, "subject", keys, period),
    ]);
    const byKey = new Map(totals.map((row) => [row.key, row]));
    const ranked = keys.map((key) => {
      const row = byKey.get(key);
      return { row: row ?? noTrades(key), buzz: row === undefined ? 0 : windowBuzz(row, period.days, scale) };
    });
    return items(scope, "subject", period, ranked);
  },

  async ranking(scope, period) {
    const totals = await scope.query<TradedTotals>(tradedTotalsQuery("subject", period, null));
    return totals
      .filter(({ trade_count }) => trade_count > 0)
      .map(({ key, trade_count }) => ({ key, count: trade_count }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  },

  async span(scope) {
    const [row] = await scope.query<SpanRow>(tradedSpanQuery());
    return row?.first_day == null || row.last_day === null ? null : { from: row.first_day, to: row.last_day };
  },
};

async function items(
  scope: RequestScope,
  level: ActivityRequest["level"],
  period: Period,
  ranked: readonly { readonly row: TradedTotals; readonly buzz: number }[],
): Promise<ActivityItem<MarketActivityField>[]> {
  const keys = ranked.map(({ row }) => row.key);
  const [momentum, breadth] = await Promise.all([
    readTradedMomentum(scope, level, keys, period),
    readBreadth(scope, level, keys, period),
  ]);
  return ranked.map(({ row, buzz }): ActivityItem<MarketActivityField> => {
    const { trend, trendHistory: history } = momentum(row.key);
    return {
      key: row.key,
      buzz,
      values: {
        ...tradedDirection(row),
        ...breadth(row.key, row.covered),
        buzz_score: roundBuzz(buzz),
        trade_count: row.trade_count,
        total_liquidity: roundMoney(row.liquidity),
        trend,
        trend_history: history,
      },
    };
  });
}

/** Markets and traders of a key. */
export interface TradedBreadth {
  readonly market_count: number;
  readonly current_market_count: number;
  /** Null when the retained trades do not cover the window. */
  readonly unique_traders: number | null;
}

/**
 * Distinct markets, open markets and wallets of assets or groups of them. Wallets are an exact union over the window,
 * null when a day of it is not covered, or lies before the first day with data.
 */
export async function readBreadth(
  scope: RequestScope,
  level: TradedScope,
  keys: readonly string[],
  period: Period,
): Promise<(key: string, covered: boolean) => TradedBreadth> {
  const directory = scope.dataset.directoryOf(scope.namespace);
  const groupOf = (subject: string) =>
    level === "subject" ? subject : level === "market" ? "market" : (directory.lookup(subject)?.[level] ?? null);
  const [counts, wallets] = await Promise.all([
    scope.query<{ key: string; market_count: number; current_market_count: number }>(
      marketCountsQuery(period, scope.call.now),
    ),
    scope.query<{ key: string; wallet: string }>(walletsQuery(period, level === "subject" ? keys : null)),
  ]);
  const byGroup = new Map<string, { market_count: number; current_market_count: number; wallets: Set<string> }>();
  const groupNamed = (subject: string) => {
    const key = groupOf(subject);
    if (key === null) return null;
    const group = byGroup.get(key) ?? { market_count: 0, current_market_count: 0, wallets: new Set<string>() };
    byGroup.set(key, group);
    return group;
  };
  for (const { key, market_count, current_market_count } of counts) {
    const group = groupNamed(key);
    if (group === null) continue;
    group.market_count += market_count;
    group.current_market_count += current_market_count;
  }
  for (const { key, wallet } of wallets) groupNamed(key)?.wallets.add(wallet);
  const firstDay = scope.view.snapshot.firstDays[scope.namespace.id];
  const isReached = firstDay !== undefined && period.from >= firstDay;
  return (key, covered) => {
    const group = byGroup.get(key);
    return {
      market_count: group?.market_count ?? 0,
      current_market_count: group?.current_market_count ?? 0,
      unique_traders: isReached && covered ? (group?.wallets.size ?? 0) : null,
    };
  };
}

/** Totals of an asset that was not traded. */
export function noTrades(key: string): TradedTotals {
  return {
    key,
    asset_type: null,
    trade_count: 0,
    volume: 0,
    covered: true,
    traders: 0,
    trading: 0,
    money: 0,
    markets: 0,
    liquidity: 0,
    depth: 0,
    sentiment_sum: 0,
    sentiment_weight: 0,
    positive: 0,
    neutral: 0,
    negative: 0,
  };
}
