import type { AssetType } from "../subjects/asset.js";
import type { UtcDay } from "../time/utc-day.js";
import type { ActivityRow } from "./activity.js";
import { type ActivityCounts, noActivity } from "./few-documents.js";

/** Which row it is. */
export interface RowIdentity {
  readonly key: string;
  /** Empty for the whole group. */
  readonly contributor: string;
  readonly day: UtcDay;
  /** Of an asset's row; null otherwise. */
  readonly type: AssetType | null;
}

/** The row of a group's or a contributor's counts; all 0 where there are none. */
export function activityRow({ key, contributor, day, type }: RowIdentity, told: ActivityCounts | null): ActivityRow {
  const counts = told ?? noActivity;
  // Field by field: a spread takes several times as long, and a busy day has a million rows.
  return {
    key,
    contributor,
    day,
    asset_type: type,
    mentions: counts.mentions,
    inherited_mentions: counts.inherited_mentions,
    documents: counts.documents,
    threads: counts.threads,
    authors: counts.authors,
    places: counts.places,
    subjects: counts.subjects,
    engagement: counts.engagement,
    evidence: counts.evidence,
    people: counts.people,
    sentiment_sum: counts.sentiment_sum,
    sentiment_weight: counts.sentiment_weight,
    positive: counts.positive,
    neutral: counts.neutral,
    negative: counts.negative,
    buzz: null,
  };
}
