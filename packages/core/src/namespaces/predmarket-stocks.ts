import { marketRecords } from "../ingest/connectors/market-records.js";
import { tradedActivity } from "../predmarket/activity.js";
import { tradedDetail } from "../predmarket/detail.js";
import { tradedMarketSentiment } from "../predmarket/market-sentiment.js";
import { tradedFiguresQuery } from "../predmarket/queries.js";
import { rawSnapshots } from "../predmarket/raw-snapshots.js";
import { dollarTicker } from "../subjects/grammars.js";
import { defineNamespace } from "./define.js";
import { stockSearch } from "./stock-search.js";

/** What stands behind a row of an asset, a sector or a country, in wire order. */
const breadthFields = [
  "trade_count",
  "market_count",
  "current_market_count",
  "total_liquidity",
  "unique_traders",
] as const;

/**
 * Prediction markets about stocks and ETFs. Made of markets and trades, not of texts: the parts of a definition that
 * describe texts (voice, contributors, mention columns) have no rows to work on here, `own` reads in their place.
 */
export const predmarketStocks = defineNamespace({
  id: "predmarket-stocks",
  shortName: "predmarket",
  title: "Prediction market: stocks and ETFs",
  description: "Trading activity and direction in prediction markets about listed companies and funds.",
  basePath: "/predmarket/stocks/v1",
  subject: dollarTicker,
  assetTypes: ["stock", "etf"],
  assetPath: "stock",
  activity: "trade_count",
  voice: "author",
  breadth: "places",
  buzzTerms: [],
  textStyle: "news",
  inheritsFromThread: false,
  connectors: [],
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
  detail: {
    fields: [...breadthFields],
    contributors: { listKey: "top_mentions", nameKey: "question", column: "place" },
    topMentions: { listKey: "top_mentions", fields: {}, snippetChars: 500 },
  },
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
  marketSentiment: { fields: [...breadthFields] },
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
    figures: {},
  },
  health: { trackedField: "tickers_tracked" },
  rawMentions: { fields: {}, nullable: [], extra: {}, filters: [], retentionDays: 90 },
  explain: false,
  own: {
    connector: marketRecords,
    activity: tradedActivity,
    figures: async (scope) => {
      const { now, today } = scope.call;
      const [stored] = await scope.query<Record<string, number>>(tradedFiguresQuery(today, now));
      const { assetTypes } = scope.namespace;
      const assets = scope.dataset
        .directoryOf(scope.namespace)
        .all()
        .filter(({ type }) => assetTypes.includes(type));
      return { ...stored, supported_tickers: assets.length };
    },
    detail: tradedDetail,
    marketSentiment: tradedMarketSentiment,
    rawMentions: rawSnapshots,
  },
});
