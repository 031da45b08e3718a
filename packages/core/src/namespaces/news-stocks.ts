import { z } from "zod";
import { feedItems } from "../ingest/connectors/feed-items.js";
import { newsRecords } from "../ingest/connectors/news-records.js";
import { BUZZ_TERMS } from "../metrics/buzz.js";
import { newsTicker } from "../subjects/grammars.js";
import { defineNamespace } from "./define.js";
import { stockSearch } from "./stock-search.js";

/** Financial news articles about stocks and ETFs. The speaker is the source, not the writer of the article. */
export const newsStocks = defineNamespace({
  id: "news-stocks",
  shortName: "news",
  title: "News: stocks and ETFs",
  description: "Attention and sentiment in financial news articles, by listing.",
  basePath: "/news/stocks/v1",
  subject: newsTicker,
  assetTypes: ["stock", "etf"],
  assetPath: "stock",
  activity: "mentions",
  voice: "place",
  breadth: "places",
  buzzTerms: BUZZ_TERMS,
  textStyle: "news",
  inheritsFromThread: false,
  connectors: [feedItems, newsRecords],
  trending: {
    fields: [
      "ticker",
      "company_name",
      "buzz_score",
      "trend",
      "mentions",
      "source_count",
      "sentiment_score",
      "bullish_pct",
      "bearish_pct",
      "trend_history",
    ],
    filters: ["type", "source"],
    whenEmpty: "not_found",
  },
  dimensions: ["sector", "country"],
  dimensionFields: [
    "buzz_score",
    "trend",
    "mentions",
    "unique_tickers",
    "source_count",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
    "top_tickers",
    "trend_history",
  ],
  detail: {
    fields: ["source_count"],
    contributors: { listKey: "top_sources", nameKey: "source", column: "place" },
    topMentions: {
      listKey: "top_mentions",
      fields: {
        text_snippet: "title",
        sentiment_score: "sentiment_score",
        sentiment_label: "sentiment_label",
        source: "place",
        created_utc: "created_utc",
      },
      snippetChars: 500,
    },
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
      "mentions",
      "source_count",
      "sentiment_score",
      "bullish_pct",
      "bearish_pct",
    ],
  },
  marketSentiment: { fields: ["mentions", "unique_articles", "source_count"] },
  search: stockSearch,
  stats: {
    fields: ["total_mentions", "unique_tickers", "mentions_today", "unique_tickers_today", "supported_tickers"],
    figures: {
      total_mentions: "mentions",
      unique_tickers: "subjects",
      mentions_today: "mentions_today",
      unique_tickers_today: "subjects_today",
      supported_tickers: "supported",
    },
  },
  health: { trackedField: "tickers_tracked" },
  rawMentions: {
    fields: {
      ticker: "subject",
      title: "title",
      summary: "body",
      url: "url",
      source: "place",
      author: "author",
      published_at: "created_utc",
      created_utc: "created_utc",
      sentiment_score: "sentiment_score",
      relevance_score: "relevance",
      article_id: "document_id",
      text_snippet: "title",
      sentiment_label: "sentiment_label",
    },
    nullable: ["title", "summary", "url", "author", "sentiment_score", "sentiment_label", "relevance_score"],
    extra: {
      summary: z.string().meta({ description: "Summary as delivered by the source." }),
      article_id: z.string().meta({ description: "Stable identifier of the stored article." }),
    },
    filters: [],
    retentionDays: 365,
  },
  explain: true,
});
