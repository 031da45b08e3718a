import type { CompiledQuery } from "../engine.js";
import type { MarketType } from "./question.js";
import { type ActivityScope, keyIn } from "../query/activity-queries.js";
import type { Period } from "../time/period.js";
import { addDays, startOfDayMs, type UtcDay } from "../time/utc-day.js";
import type { TradedScope } from "./trading-day-rows.js";
import { type MarketLife, openMarketSql } from "./market-state.js";

const inWindow = "day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)";
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 23).replace("T", " ");
const tradedMarkets = "market_trades AS t JOIN markets AS m ON m.condition_id = t.condition_id";

/** Sums of one key over a window. */
export interface TradedTotals {
  readonly key: string;
  readonly asset_type: string | null;
  readonly trade_count: number;
  readonly volume: number;
  readonly covered: boolean;
  readonly traders: number;
  readonly trading: number;
  readonly money: number;
  readonly markets: number;
  /** Mean over the days that hold a row. */
  readonly liquidity: number;
  readonly depth: number;
  readonly sentiment_sum: number;
  readonly sentiment_weight: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** Totals of the keys of a level over the window, in key order; all keys when none are given. */
export function tradedTotalsQuery(scope: TradedScope, period: Period, keys: readonly string[] | null): CompiledQuery {
  return {
    sql: ({ doubleSum }) => {
      const sum = (column: string) => doubleSum(column, "day");
      return `SELECT key, ANY_VALUE(asset_type) AS asset_type, CAST(SUM(trade_count) AS BIGINT) AS trade_count, ${sum("volume")} AS volume,
  BOOL_AND(covered) AS covered, CAST(COALESCE(SUM(traders), 0) AS BIGINT) AS traders, ${sum("trading")} AS trading, ${sum("money")} AS money,
  CAST(SUM(markets) AS BIGINT) AS markets, ${sum("liquidity")} / COUNT(liquidity) AS liquidity, ${sum("depth")} AS depth,
  ${sum("sentiment_sum")} AS sentiment_sum, ${sum("sentiment_weight")} AS sentiment_weight,
  CAST(SUM(positive) AS BIGINT) AS positive, CAST(SUM(neutral) AS BIGINT) AS neutral, CAST(SUM(negative) AS BIGINT) AS negative
FROM traded_daily WHERE scope = ? AND ${inWindow}${keys === null ? "" : ` AND ${keyIn(keys)}`}
GROUP BY key ORDER BY key`;
    },
    params: [scope, period.from, period.to, ...(keys ?? [])],
    ...(keys === null ? {} : { order: "key" }),
    reads: { table: "traded_daily", from: period.from, to: period.to },
  };
}

/** First and last day with trades, as one row; both null where there are none. */
export function tradedSpanQuery(): CompiledQuery {
  return {
    sql: `SELECT CAST(MIN(day) AS VARCHAR) AS first_day, CAST(MAX(day) AS VARCHAR) AS last_day
FROM traded_daily WHERE scope = 'market' AND trade_count > 0`,
    params: [],
  };
}

/** One day of one key. */
export interface TradedDay {
  readonly key: string;
  readonly day: UtcDay;
  readonly buzz: number | null;
  readonly trade_count: number;
  readonly volume: number;
  readonly covered: boolean;
  readonly traders: number | null;
  readonly trading: number;
  readonly money: number;
  readonly markets: number;
  readonly subjects: number;
  readonly liquidity: number;
  readonly depth: number;
  readonly sentiment_sum: number;
  readonly sentiment_weight: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** Daily rows of the keys of a level, by key and day. */
export function tradedSeriesQuery(
  scope: TradedScope,
  keys: readonly string[],
  from: UtcDay,
  to: UtcDay,
): CompiledQuery {
  return {
    sql: `SELECT key, CAST(day AS VARCHAR) AS day, buzz, trade_count, volume, covered, traders, trading, money, markets, subjects, liquidity, depth,
  sentiment_sum, sentiment_weight, positive, neutral, negative
FROM traded_daily WHERE scope = ? AND ${keyIn(keys)} AND ${inWindow} ORDER BY key, day`,
    params: [scope, ...keys, from, to],
    order: "key",
    reads: { table: "traded_daily", from, to },
  };
}

/** What a window that ends on the day is measured against: of the day, else of the newest day before it. */
export function tradedReferenceQuery(scope: ActivityScope | "market", day: UtcDay): CompiledQuery {
  return {
    sql: `SELECT trading, traders, money, markets, depth, market_centre, market_scale, market_offset, history_days
FROM traded_reference WHERE scope = ? AND day <= CAST(? AS DATE) ORDER BY day DESC LIMIT 1`,
    params: [scope, day],
  };
}

/** What the keys of a level are measured against on each of some days, in no order. */
export function tradedReferencesQuery(scope: ActivityScope, from: UtcDay, to: UtcDay): CompiledQuery {
  return {
    sql: `SELECT CAST(day AS VARCHAR) AS day, trading, traders, money, markets, depth FROM traded_reference WHERE scope = ? AND ${inWindow}`,
    params: [scope, from, to],
    reads: { table: "traded_reference", from, to },
  };
}

/** What each of some days is measured against, in no order. */
export function tradedBaselinesQuery(from: UtcDay, to: UtcDay): CompiledQuery {
  return {
    sql: `SELECT CAST(day AS VARCHAR) AS day, market_centre, market_scale, market_offset, history_days
FROM traded_reference WHERE scope = 'market' AND ${inWindow}`,
    params: [from, to],
    reads: { table: "traded_reference", from, to },
  };
}

/** When a market was over, as far as is known. The greater of two instants is null in some engines where one of them is. */
const overAt = "COALESCE(closed_at, GREATEST(end_at, state_at), end_at, state_at)";

/** Markets per asset: whose lifetime overlaps the window, and which are open now. */
export function marketCountsQuery(period: Period, now: Date): CompiledQuery {
  const at = iso(now.getTime());
  return {
    sql: `SELECT subject AS key,
  CAST(SUM(CASE WHEN created_at < CAST(? AS TIMESTAMP)
    AND (${overAt} IS NULL OR ${overAt} >= CAST(? AS TIMESTAMP))
    THEN 1 ELSE 0 END) AS BIGINT) AS market_count,
  CAST(SUM(CASE WHEN catalogued AND ${openMarketSql} THEN 1 ELSE 0 END) AS BIGINT) AS current_market_count
FROM (SELECT subject, COALESCE(created_at, opening_at, state_at) AS created_at, end_at, closed_at, active, closed, catalogued, state_at
  FROM markets) AS markets
WHERE subject IS NOT NULL GROUP BY subject ORDER BY subject`,
    params: [iso(startOfDayMs(addDays(period.to, 1))), iso(startOfDayMs(period.from)), at, at, at],
  };
}

/** Distinct pairs of asset and wallet in the window. */
export function walletsQuery(period: Period, subjects: readonly string[] | null): CompiledQuery {
  return {
    sql: `SELECT DISTINCT m.subject AS key, t.wallet AS wallet FROM ${tradedMarkets}
WHERE t.${inWindow} AND t.wallet IS NOT NULL AND m.subject IS NOT NULL${subjects === null ? "" : ` AND ${keyIn(subjects, "m.subject")}`}`,
    params: [period.from, period.to, ...(subjects ?? [])],
    reads: { table: "market_trades", from: period.from, to: period.to },
  };
}

/** One market of an asset over a window. */
export interface MarketInPeriod {
  readonly condition_id: string;
  readonly event_key: string;
  readonly question: string;
  readonly market_type: MarketType;
  readonly active: boolean;
  readonly closed: boolean;
  readonly accepting_orders: boolean | null;
  readonly created_ms: number | null;
  readonly end_ms: number | null;
  readonly closed_ms: number | null;
  readonly trade_count: number;
  /** Trades on the window's last day. */
  readonly last_day_trades: number;
  readonly trading: number;
  readonly money: number;
  readonly traders: number | null;
  readonly depth: number;
  readonly sentiment_sum: number;
  readonly sentiment_weight: number;
  /** Of the latest day in the window. */
  readonly score: number | null;
  readonly lacks_reference: boolean;
  readonly liquidity: number;
  readonly volume_24h: number;
  readonly spread: number | null;
  readonly snapshot_ms: number | null;
}

/** Markets of an asset that were seen open or traded in the window, with their latest day of it. */
export function marketsInPeriodQuery(subject: string, period: Period): CompiledQuery {
  return {
    sql: ({ epochMs, doubleSum }) => {
      const sum = (value: string) => doubleSum(value, "day");
      const counts = "score IS NOT NULL AND trade_count > 0";
      return `SELECT m.condition_id, m.event_key, m.question, m.market_type, m.active, m.closed, m.accepting_orders,
  ${epochMs("m.created_at")} AS created_ms, ${epochMs("m.end_at")} AS end_ms, ${epochMs("m.closed_at")} AS closed_ms, d.*
FROM (SELECT condition_id AS id, CAST(SUM(trade_count) AS BIGINT) AS trade_count,
    CAST(SUM(CASE WHEN day = CAST(? AS DATE) THEN trade_count ELSE 0 END) AS BIGINT) AS last_day_trades,
    ${sum("trading")} AS trading, ${sum("money")} AS money,
    CASE WHEN COUNT(traders) = COUNT(*) THEN CAST(SUM(traders) AS BIGINT) END AS traders, ${sum("LN(1 + liquidity)")} AS depth,
    ${sum(`CASE WHEN ${counts} THEN score * SQRT(1 + volume_24h) ELSE 0 END`)} AS sentiment_sum,
    ${sum(`CASE WHEN ${counts} THEN SQRT(1 + volume_24h) ELSE 0 END`)} AS sentiment_weight,
    MAX_BY(score, day) FILTER (WHERE score IS NOT NULL) AS score, BOOL_OR(lacks_reference) AS lacks_reference,
    MAX_BY(liquidity, day) AS liquidity, MAX_BY(volume_24h, day) AS volume_24h,
    MAX_BY(spread, day) FILTER (WHERE spread IS NOT NULL) AS spread, ${epochMs("MAX(snapshot_at)")} AS snapshot_ms
  FROM market_days WHERE subject = ? AND ${inWindow} GROUP BY condition_id) AS d
JOIN markets AS m ON m.condition_id = d.id
ORDER BY m.condition_id`;
    },
    params: [period.to, subject, period.from, period.to],
    reads: { table: "market_days", from: period.from, to: period.to },
  };
}

/** The last prices of the markets before their resolution, in the window. */
export function latestPricesQuery(conditionIds: readonly string[], period: Period): CompiledQuery {
  return {
    sql: `SELECT s.condition_id, MAX_BY(s.first_price, s.fetched_at) FILTER (WHERE s.first_price IS NOT NULL) AS first_price,
  MAX_BY(s.second_price, s.fetched_at) FILTER (WHERE s.second_price IS NOT NULL) AS second_price
FROM market_snapshots AS s JOIN markets AS m ON m.condition_id = s.condition_id
WHERE ${keyIn(conditionIds, "s.condition_id")} AND s.${inWindow} AND s.closed IS DISTINCT FROM TRUE AND (m.closed_at IS NULL OR s.fetched_at < m.closed_at)
GROUP BY s.condition_id`,
    params: [...conditionIds, period.from, period.to],
    reads: { table: "market_snapshots", from: period.from, to: period.to },
  };
}

/** The figures behind stats and health, as of an instant. */
export function tradedFiguresQuery(today: UtcDay, now: Date): CompiledQuery {
  const at = iso(now.getTime());
  const linked = "SELECT * FROM markets WHERE subject IS NOT NULL";
  const since = "SELECT condition_id, subject, day, trade_count FROM market_days WHERE day <= CAST(? AS DATE)";
  return {
    sql: `WITH linked AS (${linked}), days AS (${since}), today AS (SELECT * FROM days WHERE day = CAST(? AS DATE) AND trade_count > 0),
  open_now AS (SELECT * FROM linked WHERE catalogued AND ${openMarketSql})
SELECT (SELECT COUNT(*) FROM market_snapshots AS s WHERE s.condition_id IN (SELECT condition_id FROM linked) AND s.day <= CAST(? AS DATE)) AS mentions,
  (SELECT COUNT(DISTINCT subject) FROM days) AS subjects,
  (SELECT CAST(COALESCE(SUM(trade_count), 0) AS BIGINT) FROM days) AS total_trades,
  (SELECT COUNT(DISTINCT condition_id) FROM days) AS total_markets,
  (SELECT COUNT(DISTINCT subject) FROM days) AS unique_tickers,
  (SELECT COUNT(*) FROM open_now) AS open_markets_current,
  (SELECT COUNT(DISTINCT subject) FROM open_now) AS open_tickers_current,
  (SELECT COUNT(*) FROM today) AS traded_markets_today,
  (SELECT COUNT(DISTINCT subject) FROM today) AS traded_tickers_today,
  (SELECT CAST(COALESCE(SUM(trade_count), 0) AS BIGINT) FROM today) AS trades_today`,
    params: [today, today, at, at, at, today],
  };
}

/** What decides whether a market of a period is open. */
export function lifeOf(market: MarketInPeriod): MarketLife {
  const { active, closed, accepting_orders, created_ms, end_ms, closed_ms } = market;
  return {
    active,
    closed,
    acceptingOrders: accepting_orders,
    createdMs: created_ms,
    endMs: end_ms,
    closedMs: closed_ms,
  };
}
