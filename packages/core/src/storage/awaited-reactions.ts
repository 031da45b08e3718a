import type { Reactions } from "../ingest/document.js";
import type { UtcDay } from "../time/utc-day.js";

/**
 * Reactions that reposts reported for documents not read yet. One row per document; dropped as soon as the document is
 * stored.
 */
export const awaitedReactionsColumns = {
  document_id: "VARCHAR",
  day: "DATE",
  upvotes: "BIGINT",
  likes: "BIGINT",
  retweets: "BIGINT",
  replies: "BIGINT",
  quotes: "BIGINT",
  views: "BIGINT",
} as const;

/** A row of `awaited_reactions`. */
export interface AwaitedReactionsRow extends Reactions {
  readonly document_id: string;
  readonly day: UtcDay;
}

/** Changes of `awaited_reactions`: rows to write, and documents that have arrived. */
export interface AwaitedReactionsChange {
  readonly rows: readonly AwaitedReactionsRow[];
  readonly gone: readonly AwaitedReactionsRow[];
}
