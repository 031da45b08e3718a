import type { MentionRow } from "../storage/mention-row.js";
import type { AssetType } from "../subjects/asset.js";
import type { UtcDay } from "../time/utc-day.js";

/** The columns of a counted mention that the rollup of a day needs; its text is not among them. */
export type DayMention = Pick<
  MentionRow,
  | "document_id"
  | "created_utc"
  | "place"
  | "author"
  | "thread_id"
  | "engagement"
  | "inherited"
  | "sentiment_score"
  | "sentiment_label"
  | "text_print"
  | "page"
> & { readonly subject: string };

/** One row of a daily activity table, see `storage/tables.ts`; `buzz` is null until it is measured. */
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

/** Mentions (trades) of one hour of a day of the whole namespace. */
export interface HourlyRow {
  readonly day: UtcDay;
  readonly hour: number;
  readonly mentions: number;
}

/** Whether a mention counts: it names an asset, and no robot wrote it. */
export function isCounted(row: MentionRow): row is MentionRow & { readonly subject: string } {
  return row.subject !== null && !row.excluded;
}
