import type { Asset } from "../subjects/asset.js";
import type { MarketRow, MarketSnapshotRow, MarketTradeRow } from "../storage/market-store.js";
import type { UtcDay } from "../time/utc-day.js";

/** Everything that is stored about one day, and the trades of the day before. */
export interface TradingDayInput {
  readonly day: UtcDay;
  /** Markets of the rows below. */
  readonly markets: readonly MarketRow[];
  /** Of the day, in any order. */
  readonly snapshots: readonly MarketSnapshotRow[];
  /** Of the day and of the day before. */
  readonly trades: readonly MarketTradeRow[];
  /** Price of a share at an instant, USD; null when none is known that is recent enough. */
  readonly sharePriceAt: (subject: string, atMs: number) => number | null;
  readonly assetOf: (key: string) => Asset | null;
}

/** One row of `market_days`, `buzz` left to the day's reference. */
export interface MarketDayRow {
  readonly condition_id: string;
  readonly subject: string;
  readonly event_key: string;
  readonly day: UtcDay;
  readonly trade_count: number;
  readonly volume: number;
  readonly traders: number | null;
  readonly trading: number;
  readonly money: number;
  readonly liquidity: number;
  readonly volume_24h: number;
  readonly spread: number | null;
  readonly score: number | null;
  readonly lacks_reference: boolean;
  readonly snapshot_at: number | null;
  readonly buzz: number | null;
}

/** Level of a row of `traded_daily`. */
export type TradedScope = "subject" | "sector" | "country" | "market";

/** One row of `traded_daily`, `buzz` left to the day's reference. */
export interface TradedDailyRow {
  readonly scope: TradedScope;
  readonly key: string;
  readonly day: UtcDay;
  readonly asset_type: string | null;
  readonly trade_count: number;
  readonly volume: number;
  readonly subjects: number;
  readonly covered: boolean;
  readonly traders: number | null;
  readonly trading: number;
  readonly money: number;
  readonly markets: number;
  readonly liquidity: number;
  readonly depth: number;
  readonly sentiment_sum: number;
  readonly sentiment_weight: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly buzz: number | null;
}

/** Rows of one day for every derived table. */
export interface TradingDay {
  readonly markets: MarketDayRow[];
  readonly daily: TradedDailyRow[];
  readonly hourly: { readonly day: UtcDay; readonly hour: number; readonly mentions: number }[];
}
