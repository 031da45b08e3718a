import { evidenceOf } from "../metrics/evidence.js";
import { copyRanks, type FingerprintOf } from "../metrics/near-duplicates.js";
import { polarityParts } from "../metrics/polarity.js";
import type { AssetType } from "../subjects/asset.js";
import type { UtcDay } from "../time/utc-day.js";
import type { ActivityRow, DayMention } from "./activity.js";

/**
 * One activity row from the mentions of one key and day.
 *
 * Attention counts documents: a text that names three assets of a sector is one voice in the sector, direct when any of
 * its mentions is. `mentions`, labels and sentiment count every attributed mention. Engagement is that of documents with
 * an explicit mention.
 *
 * @param fingerprints Of the texts, where more rows are made from them.
 */
export function summarise(
  of: {
    readonly key: string;
    readonly contributor: string;
    readonly day: UtcDay;
    readonly assetType: AssetType | null;
  },
  mentions: readonly DayMention[],
  voice: "author" | "place",
  fingerprints?: FingerprintOf,
): ActivityRow {
  const documents = [...documentsOf(mentions).values()];
  const ranks = copyRanks(
    documents.map(({ document_id, created_utc, text, url }) => ({
      id: document_id,
      timeMs: created_utc,
      text,
      address: url,
    })),
    fingerprints,
  );
  const rankOf = ({ document_id }: DayMention) => ranks.get(document_id) ?? 0;
  const { evidence, people } = evidenceOf(
    documents.map((document) => ({
      inherited: document.inherited,
      copyRank: rankOf(document),
      author: document[voice],
      place: document.place,
      engagement: document.engagement,
    })),
  );
  const direction = polarityParts(
    mentions.map((mention) => ({
      inherited: mention.inherited,
      copyRank: rankOf(mention),
      author: mention[voice],
      score: mention.sentiment_score,
    })),
  );
  const labelled = (label: string) => mentions.filter(({ sentiment_label }) => sentiment_label === label).length;
  const distinct = (values: readonly (string | null)[]) => new Set(values.filter((value) => value !== null)).size;
  return {
    key: of.key,
    contributor: of.contributor,
    day: of.day,
    asset_type: of.assetType,
    mentions: mentions.length,
    inherited_mentions: mentions.filter(({ inherited }) => inherited).length,
    documents: documents.length,
    threads: distinct(documents.map(({ thread_id }) => thread_id)),
    authors: distinct(documents.map((document) => document[voice])),
    places: distinct(documents.map(({ place }) => place)),
    subjects: distinct(mentions.map(({ subject }) => subject)),
    engagement: documents.reduce((sum, { inherited, engagement }) => sum + (inherited ? 0 : engagement), 0),
    evidence,
    people,
    sentiment_sum: direction.weightedScore,
    sentiment_weight: direction.weight,
    positive: labelled("positive"),
    neutral: labelled("neutral"),
    negative: labelled("negative"),
    buzz: null,
  };
}

/** One mention per document; a direct one where there is one. */
function documentsOf(mentions: readonly DayMention[]): Map<string, DayMention> {
  const documents = new Map<string, DayMention>();
  for (const mention of mentions) {
    const known = documents.get(mention.document_id);
    if (known === undefined || (known.inherited && !mention.inherited)) documents.set(mention.document_id, mention);
  }
  return documents;
}
