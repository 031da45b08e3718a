import type { Row } from "../schema/resource.js";
import type { measures } from "./measures.js";

/** What a row of every kind can show of an asset, a sector or a country: activity, direction and history. */
type CommonActivityField =
  | "buzz_score"
  | "trend"
  | "trend_history"
  | "sentiment_score"
  | "bullish_pct"
  | "bearish_pct"
  | "positive_count"
  | "neutral_count"
  | "negative_count";

/** What rows of text namespaces can show. */
export type TextActivityField = CommonActivityField | keyof typeof measures;

/** What rows of market namespaces can show. */
export type MarketActivityField =
  CommonActivityField | "trade_count" | "market_count" | "current_market_count" | "total_liquidity" | "unique_traders";

/** What rows of some kind can show. */
export type ActivityField = TextActivityField | MarketActivityField;

/** Wire values of activity, rounded; `trend` is null without activity to compare. */
export type ActivityValues<Field extends ActivityField> = Readonly<Row<Field, "trend">>;

/** How a row names its asset. */
export type SubjectField = "ticker" | "symbol" | "company_name" | "name";

/** What a row of a sector or country shows beside activity. */
export type GroupField = "unique_tickers" | "top_tickers";

/** What a search result shows of an asset. */
export type SearchField =
  | "ticker"
  | "symbol"
  | "name"
  | "type"
  | "exchange"
  | "sector"
  | "country"
  | "market_cap_rank"
  | "market_cap_usd"
  | "aliases"
  | "summary";
