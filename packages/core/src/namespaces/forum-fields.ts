import type { TextNamespace } from "./define.js";

/**
 * Common parts of both forum namespaces: a community is the place, an author the speaker, and a post starts a thread.
 */
export const forumMetrics = [
  "mentions",
  "unique_posts",
  "community_count",
  "sentiment_score",
  "bullish_pct",
  "bearish_pct",
  "total_upvotes",
] as const;

/** Detail of a forum asset. */
export const forumDetail = {
  fields: ["total_upvotes", "unique_posts", "community_count"],
  contributors: { listKey: "top_communities", nameKey: "community", column: "place" },
  topMentions: {
    listKey: "top_mentions",
    fields: {
      text_snippet: "text",
      sentiment_score: "sentiment_score",
      sentiment_label: "sentiment_label",
      upvotes: "upvotes",
      community: "place",
      created_utc: "created_utc",
    },
    snippetChars: 500,
  },
} as const satisfies TextNamespace["detail"];

/** Raw forum rows after the asset's own field. */
export const forumMention = {
  post_id: "post_id",
  comment_id: "comment_id",
  community: "place",
  author: "author",
  text: "text",
  created_utc: "created_utc",
  sentiment_score: "sentiment_score",
  upvotes: "upvotes",
  is_inherited: "inherited",
  text_snippet: "text",
  sentiment_label: "sentiment_label",
} as const satisfies TextNamespace["rawMentions"]["fields"];

/** Raw forum fields that may be null. */
export const forumNullable = ["post_id", "comment_id", "community", "author", "sentiment_label"] as const;
