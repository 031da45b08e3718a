/** Stored columns of market namespaces. Wire names differ. In text namespaces these tables stay empty. */

/** One row per market: its question, how that is read, and its latest known state. */
export const marketColumns = {
  condition_id: "VARCHAR",
  event_key: "VARCHAR",
  event_id: "VARCHAR",
  market_slug: "VARCHAR",
  question: "VARCHAR",
  event_title: "VARCHAR",
  /** Rung of a ladder, as the source names it. */
  rung: "VARCHAR",
  /** JSON list, in the source's order. */
  outcomes: "VARCHAR",
  first_token: "VARCHAR",
  second_token: "VARCHAR",
  /** Asset that the source named; null without. */
  hint: "VARCHAR",
  /** The asset that the question is about; null when it is about none that is known. */
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
  /** False while only trades have named the market. */
  catalogued: "BOOLEAN",
  /** Time of the observation behind the state. */
  state_at: "TIMESTAMP",
  /** First known price of the first outcome, and its time. */
  opening_price: "DOUBLE",
  opening_at: "TIMESTAMP",
  first_seen_utc: "TIMESTAMP",
} as const;

/** One row per market and reading of it; kept for 90 days. Prices are those of the first outcome unless named otherwise. */
export const marketSnapshotColumns = {
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
export const marketTradeColumns = {
  /** Built from all fields that identify a fill; the source gives no id. */
  trade_id: "VARCHAR",
  condition_id: "VARCHAR",
  traded_at: "TIMESTAMP",
  day: "DATE",
  /** Null where the source does not say who traded. */
  wallet: "VARCHAR",
  /** `BUY` or `SELL` of the outcome's token: activity, never direction. */
  side: "VARCHAR",
  outcome_index: "INTEGER",
  size: "DOUBLE",
  price: "DOUBLE",
  usd: "DOUBLE",
  first_seen_utc: "TIMESTAMP",
} as const;

/** Prices of the underlying shares: what strikes are measured against. */
export const assetPriceColumns = {
  subject: "VARCHAR",
  observed_at: "TIMESTAMP",
  day: "DATE",
  price: "DOUBLE",
  first_seen_utc: "TIMESTAMP",
} as const;

/** One row per market of an asset and day on which it was seen open or traded. */
export const marketDayColumns = {
  condition_id: "VARCHAR",
  subject: "VARCHAR",
  event_key: "VARCHAR",
  day: "DATE",
  trade_count: "BIGINT",
  volume: "DOUBLE",
  /** Null where wallets are not known or trades are missing. */
  traders: "BIGINT",
  trading: "DOUBLE",
  money: "DOUBLE",
  liquidity: "DOUBLE",
  volume_24h: "DOUBLE",
  spread: "DOUBLE",
  /** −1 to 1; null when unclassified. */
  score: "DOUBLE",
  /** True when the strike could not be interpreted because the share's price is missing. */
  lacks_reference: "BOOLEAN",
  /** Last reading before resolution. */
  snapshot_at: "TIMESTAMP",
  buzz: "DOUBLE",
} as const;

/** Daily sums of one key; additive unless said otherwise. */
export const tradedDailyColumns = {
  /** `subject`, `sector`, `country` or `market`. */
  scope: "VARCHAR",
  key: "VARCHAR",
  day: "DATE",
  asset_type: "VARCHAR",
  trade_count: "BIGINT",
  volume: "DOUBLE",
  /** Assets with a trade; not additive. */
  subjects: "BIGINT",
  /** True when every trade of the day is stored with its wallet. */
  covered: "BOOLEAN",
  /** Distinct wallets; not additive, null where not covered. */
  traders: "BIGINT",
  trading: "DOUBLE",
  money: "DOUBLE",
  /** Markets traded; not additive over days. */
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
export const tradedReferenceColumns = {
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
  /** As in `day_reference`. */
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
