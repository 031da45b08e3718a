import { marketRecords } from "../ingest/connectors/market-records.js";
import { dollarTicker } from "../subjects/grammars.js";
import { defineNamespace } from "./define.js";
import { stockSearch } from "./stock-fields.js";

/** What stands behind a row of an asset, a sector or a country, in wire order. */
const breadthFields = [
  "trade_count",
  "market_count",
  "current_market_count",
  "total_liquidity",
  "unique_traders",
] as const;

/** Prediction markets about stocks and ETFs. */
export const predmarketStocks = defineNamespace({
  kind: "market",
  id: "predmarket-stocks",
  shortName: "predmarket",
  title: "Prediction market: stocks and ETFs",
  description: "Trading activity and direction in prediction markets about listed companies and funds.",
  basePath: "/predmarket/stocks/v1",
  subject: dollarTicker,
  assetTypes: ["stock", "etf"],
  assetPath: "stock",
  activity: "trade_count",
  textStyle: "news",
  connector: marketRecords,
  trending: {
    fields: [
      "ticker",
      "company_name",
      "buzz_score",
      "trend",
      "sentiment_score",
      "bullish_pct",
      "bearish_pct",
      ...breadthFields,
      "trend_history",
    ],
    filters: ["type"],
    whenEmpty: "empty_list",
  },
  dimensions: ["sector", "country"],
  dimensionFields: [
    "buzz_score",
    "trend",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
    "market_count",
    "current_market_count",
    "total_liquidity",
    "trade_count",
    "unique_tickers",
    "unique_traders",
    "top_tickers",
    "trend_history",
  ],
  compare: {
    listKey: "stocks",
    parameter: "tickers",
    fields: [
      "ticker",
      "company_name",
      "buzz_score",
      "trend",
      "trend_history",
      "sentiment_score",
      "bullish_pct",
      "bearish_pct",
      ...breadthFields,
    ],
  },
  search: { ...stockSearch, queryMaxChars: 50 },
  stats: {
    fields: [
      "total_trades",
      "total_markets",
      "unique_tickers",
      "open_markets_current",
      "open_tickers_current",
      "traded_markets_today",
      "traded_tickers_today",
      "trades_today",
      "supported_tickers",
    ],
  },
  health: { trackedField: "tickers_tracked" },
  rawMentions: { retentionDays: 90 },
});
