import type { SentimentLabel } from "../sentiment/text-model.js";
import type { AssetType } from "../subjects/asset.js";
import type { UtcDay } from "../time/utc-day.js";

/** What the rollup of a day needs of one counted mention. */
export interface DayMention {
  readonly document_id: string;
  readonly subject: string;
  /** Milliseconds since the epoch. */
  readonly created_utc: number;
  readonly place: string | null;
  readonly author: string | null;
  readonly thread_id: string;
  /** Title and body, as one text. */
  readonly text: string;
  readonly url: string | null;
  readonly engagement: number;
  readonly inherited: boolean;
  readonly sentiment_score: number | null;
  readonly sentiment_label: SentimentLabel | null;
}

/** One row of a daily activity table, `buzz` left to the references of the day; see `storage/tables.ts`. */
export interface ActivityRow {
  readonly key: string;
  readonly contributor: string;
  readonly day: UtcDay;
  readonly asset_type: AssetType | null;
  readonly mentions: number;
  readonly inherited_mentions: number;
  readonly documents: number;
  readonly threads: number;
  readonly authors: number;
  readonly places: number;
  readonly subjects: number;
  readonly engagement: number;
  readonly evidence: number;
  readonly people: number;
  readonly sentiment_sum: number;
  readonly sentiment_weight: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
  readonly buzz: number | null;
}
