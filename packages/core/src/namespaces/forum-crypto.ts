import { z } from "zod";
import { forumObjects } from "../ingest/connectors/forum-objects.js";
import { BUZZ_TERMS } from "../metrics/buzz.js";
import { cryptoSymbol } from "../subjects/grammars.js";
import { defineNamespace } from "./define.js";
import { forumDetail, forumMention, forumMetrics, forumNullable } from "./forum-fields.js";

/** Posts and comments of a discussion forum about crypto tokens. */
export const forumCrypto = defineNamespace({
  kind: "text",
  id: "forum-crypto",
  shortName: "crypto",
  title: "Forum: crypto tokens",
  description: "Attention and sentiment in forum posts and comments, by token.",
  basePath: "/forum/crypto/v1",
  subject: cryptoSymbol,
  assetTypes: ["token"],
  assetPath: "token",
  activity: "mentions",
  voice: "author",
  breadth: "places",
  buzzTerms: BUZZ_TERMS,
  textStyle: "informal",
  inheritsFromThread: true,
  connectors: [forumObjects],
  trending: {
    fields: ["symbol", "name", "buzz_score", "trend", ...forumMetrics, "trend_history"],
    filters: [],
    whenEmpty: "not_found",
  },
  dimensions: [],
  dimensionFields: [],
  detail: forumDetail,
  compare: {
    listKey: "tokens",
    parameter: "symbols",
    fields: ["symbol", "name", "buzz_score", "trend", "trend_history", ...forumMetrics],
  },
  marketSentiment: { fields: ["mentions", "unique_posts", "community_count", "total_upvotes"] },
  search: {
    fields: ["symbol", "name", "market_cap_rank", "market_cap_usd", "aliases", "summary"],
    extra: { aliases: z.array(z.string()).meta({ description: "Other names under which the token is known." }) },
    queryMaxChars: null,
  },
  stats: {
    fields: ["total_mentions", "unique_tokens", "mentions_today", "unique_tokens_today", "supported_tokens"],
  },
  health: { trackedField: "tokens_tracked" },
  rawMentions: {
    fields: { symbol: "subject", ...forumMention },
    nullable: forumNullable,
    extra: {},
    filters: ["include_inherited"],
    retentionDays: 365,
  },
  explain: false,
});
