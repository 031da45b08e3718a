/** What is counted of stored texts. */
export type TextStat =
  | "total_mentions"
  | "mentions_today"
  | "unique_tickers"
  | "unique_tickers_today"
  | "supported_tickers"
  | "unique_tokens"
  | "unique_tokens_today"
  | "supported_tokens";

/** What is counted of stored markets and trades. */
export type MarketStat =
  | "total_trades"
  | "total_markets"
  | "unique_tickers"
  | "open_markets_current"
  | "open_tickers_current"
  | "traded_markets_today"
  | "traded_tickers_today"
  | "trades_today"
  | "supported_tickers";
