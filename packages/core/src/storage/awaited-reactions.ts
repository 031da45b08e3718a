import type { Reactions } from "../ingest/document.js";
import type { UtcDay } from "../time/utc-day.js";

/** What reposts told of documents that have not been read: one row a document, gone as soon as the document is stored. */
export const awaitedReactionsColumns = {
  document_id: "VARCHAR",
  /** When a repost was first read. */
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

/** What changes in `awaited_reactions`: rows to put, and rows of documents that have come. */
export interface AwaitedReactionsChange {
  readonly rows: readonly AwaitedReactionsRow[];
  readonly gone: readonly AwaitedReactionsRow[];
}
