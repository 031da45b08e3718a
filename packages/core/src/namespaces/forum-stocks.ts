import { forumObjects } from "../ingest/connectors/forum-objects.js";
import { BUZZ_TERMS } from "../metrics/buzz.js";
import { dollarTicker } from "../subjects/grammars.js";
import { defineNamespace } from "./define.js";
import { forumDetail, forumMention, forumMetrics, forumNullable } from "./forum-fields.js";
import { stockSearch, stockStats } from "./stock-fields.js";

/** Posts and comments of a discussion forum about stocks and ETFs. */
export const forumStocks = defineNamespace({
  kind: "text",
  id: "forum-stocks",
  shortName: "forum",
  title: "Forum: stocks and ETFs",
  description: "Attention and sentiment in forum posts and comments, by listing.",
  basePath: "/forum/stocks/v1",
  subject: dollarTicker,
  assetTypes: ["stock", "etf"],
  assetPath: "stock",
  activity: "mentions",
  voice: "author",
  breadth: "places",
  buzzTerms: BUZZ_TERMS,
  textStyle: "informal",
  inheritsFromThread: true,
  connectors: [forumObjects],
  trending: {
    fields: ["ticker", "company_name", "buzz_score", "trend", ...forumMetrics, "trend_history"],
    filters: ["type"],
    whenEmpty: "not_found",
  },
  dimensions: ["sector", "country"],
  dimensionFields: [
    "buzz_score",
    "trend",
    "mentions",
    "unique_tickers",
    "community_count",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
    "total_upvotes",
    "top_tickers",
    "trend_history",
  ],
  detail: forumDetail,
  compare: {
    listKey: "stocks",
    parameter: "tickers",
    fields: ["ticker", "company_name", "buzz_score", "trend", "trend_history", ...forumMetrics],
  },
  marketSentiment: { fields: ["mentions", "unique_posts", "community_count", "total_upvotes"] },
  search: stockSearch,
  stats: stockStats,
  health: { trackedField: "tickers_tracked" },
  rawMentions: {
    fields: { ticker: "subject", ...forumMention },
    nullable: forumNullable,
    extra: {},
    filters: ["include_inherited"],
    retentionDays: 365,
  },
  explain: {
    leastRelevance: 0.7,
    namedWhenAmbiguous: true,
    items: ["post or comment", "posts and comments"],
    voices: ["author", "authors"],
    places: ["community", "communities"],
    talk: "forum discussion",
    crossCheck: true,
    reactions: "upvotes",
  },
});
