/** Stored columns of market namespaces. Wire names differ. In text namespaces these tables stay empty. */

/** One row per market: its question, how that is read, and its latest known state. */
const marketColumns = {
  condition_id: "VARCHAR",
  event_key: "VARCHAR",
  event_id: "VARCHAR",
  market_slug: "VARCHAR",
  question: "VARCHAR",
  event_title: "VARCHAR",
  rung: "VARCHAR",
  outcomes: "VARCHAR",
  first_token: "VARCHAR",
  second_token: "VARCHAR",
  hint: "VARCHAR",
  subject: "VARCHAR",
  relevance: "DOUBLE",
  market_type: "VARCHAR",
  form: "VARCHAR",
  polarity: "INTEGER",
  barrier: "INTEGER",
  strike: "DOUBLE",
  upper_strike: "DOUBLE",
  created_at: "TIMESTAMP",
  end_at: "TIMESTAMP",
  closed_at: "TIMESTAMP",
  active: "BOOLEAN",
  closed: "BOOLEAN",
  accepting_orders: "BOOLEAN",
  catalogued: "BOOLEAN",
  state_at: "TIMESTAMP",
  opening_price: "DOUBLE",
  opening_at: "TIMESTAMP",
  first_seen_utc: "TIMESTAMP",
} as const;

/** One row per market and reading of it; kept for 90 days. Prices are those of the first outcome unless named otherwise. */
const marketSnapshotColumns = {
  condition_id: "VARCHAR",
  fetched_at: "TIMESTAMP",
  day: "DATE",
  first_price: "DOUBLE",
  second_price: "DOUBLE",
  bid: "DOUBLE",
  ask: "DOUBLE",
  last_price: "DOUBLE",
  liquidity: "DOUBLE",
  volume_24h: "DOUBLE",
  closed: "BOOLEAN",
  first_seen_utc: "TIMESTAMP",
} as const;

/** One row per fill. */
const marketTradeColumns = {
  trade_id: "VARCHAR",
  condition_id: "VARCHAR",
  traded_at: "TIMESTAMP",
  day: "DATE",
  wallet: "VARCHAR",
  side: "VARCHAR",
  outcome_index: "INTEGER",
  size: "DOUBLE",
  price: "DOUBLE",
  usd: "DOUBLE",
  first_seen_utc: "TIMESTAMP",
} as const;

/** Prices of the underlying shares: what strikes are measured against. */
const assetPriceColumns = {
  subject: "VARCHAR",
  observed_at: "TIMESTAMP",
  day: "DATE",
  price: "DOUBLE",
  first_seen_utc: "TIMESTAMP",
} as const;

/** One row per market of an asset and day on which it was seen open or traded. */
const marketDayColumns = {
  condition_id: "VARCHAR",
  subject: "VARCHAR",
  event_key: "VARCHAR",
  day: "DATE",
  trade_count: "BIGINT",
  volume: "DOUBLE",
  traders: "BIGINT",
  trading: "DOUBLE",
  money: "DOUBLE",
  liquidity: "DOUBLE",
  volume_24h: "DOUBLE",
  spread: "DOUBLE",
  score: "DOUBLE",
  lacks_reference: "BOOLEAN",
  snapshot_at: "TIMESTAMP",
  buzz: "DOUBLE",
} as const;

/** Daily sums of one key; additive unless said otherwise. */
const tradedDailyColumns = {
  scope: "VARCHAR",
  key: "VARCHAR",
  day: "DATE",
  asset_type: "VARCHAR",
  trade_count: "BIGINT",
  volume: "DOUBLE",
  subjects: "BIGINT",
  covered: "BOOLEAN",
  traders: "BIGINT",
  trading: "DOUBLE",
  money: "DOUBLE",
  markets: "BIGINT",
  liquidity: "DOUBLE",
  depth: "DOUBLE",
  sentiment_sum: "DOUBLE",
  sentiment_weight: "DOUBLE",
  positive: "BIGINT",
  neutral: "BIGINT",
  negative: "BIGINT",
  buzz: "DOUBLE",
} as const;

/** The reference of a day of trading; does not change once `frozen`. */
const tradedReferenceColumns = {
  day: "DATE",
  scope: "VARCHAR",
  trading: "DOUBLE",
  traders: "DOUBLE",
  money: "DOUBLE",
  markets: "DOUBLE",
  depth: "DOUBLE",
  market_centre: "DOUBLE",
  market_scale: "DOUBLE",
  market_offset: "DOUBLE",
  history_days: "INTEGER",
  provisional: "BOOLEAN",
  frozen: "BOOLEAN",
  revision: "INTEGER",
  revised: "BOOLEAN",
  history: "BOOLEAN",
} as const;

/** The market tables; `storage/tables.ts` includes them. */
export const marketTables = {
  markets: marketColumns,
  market_snapshots: marketSnapshotColumns,
  market_trades: marketTradeColumns,
  asset_prices: assetPriceColumns,
  market_days: marketDayColumns,
  traded_daily: tradedDailyColumns,
  traded_reference: tradedReferenceColumns,
} as const;

/** Name of a table of markets. */
export type MarketTableName = keyof typeof marketTables;

/** Order of rows inside a file. */
export const marketSortKeys: Readonly<Record<MarketTableName, string>> = {
  markets: "subject, condition_id",
  market_snapshots: "condition_id, fetched_at",
  market_trades: "condition_id, traded_at, trade_id",
  asset_prices: "subject, observed_at",
  market_days: "subject, condition_id, day",
  traded_daily: "scope, key, day",
  traded_reference: "scope, day",
};
