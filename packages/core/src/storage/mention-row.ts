import type { SentimentLabel } from "../sentiment/text-model.js";
import type { UtcDay } from "../time/utc-day.js";

/** One stored row of `mentions`; see `storage/tables.ts` for what each column means. Instants in ms since the epoch. */
export interface MentionRow {
  readonly document_id: string;
  readonly subject: string | null;
  readonly created_utc: number;
  readonly first_seen_utc: number;
  readonly as_of_utc: number | null;
  readonly day: UtcDay;
  readonly place: string | null;
  readonly author: string | null;
  readonly thread_id: string;
  readonly post_id: string | null;
  readonly comment_id: string | null;
  readonly parent_id: string | null;
  readonly title: string | null;
  readonly body: string | null;
  readonly url: string | null;
  readonly engagement: number;
  readonly upvotes: number | null;
  readonly likes: number | null;
  readonly retweets: number | null;
  readonly replies: number | null;
  readonly quotes: number | null;
  readonly views: number | null;
  readonly inherited: boolean;
  readonly excluded: boolean;
  readonly sentiment_score: number | null;
  readonly sentiment_label: SentimentLabel | null;
  readonly relevance: number | null;
  readonly evidence: string | null;
  readonly mention_at: number | null;
  readonly hints: string;
  readonly content_hash: string;
  readonly revision: number;
  /** As `metrics/text-print.ts` writes it; null where the row is not counted, and in rows of release 0.1.0. */
  readonly text_print: Uint8Array | null;
  readonly page: string | null;
}

/** Asset columns of a row whose document names no known asset. */
export const noMention = {
  subject: null,
  inherited: false,
  sentiment_score: null,
  sentiment_label: null,
  relevance: null,
  evidence: null,
  mention_at: null,
  text_print: null,
  page: null,
} as const;
