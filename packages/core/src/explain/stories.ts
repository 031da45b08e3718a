import type { TextNamespace } from "../namespaces/define.js";
import { damped } from "../metrics/damped.js";
import { copyWeight, mentionWeight } from "../metrics/mention-weight.js";
import { bandKeys, signatureOf } from "../metrics/min-hash.js";
import { jaccard, normalisedText, shinglesOf } from "../metrics/shingles.js";
import { startOfDayMs, type UtcDay } from "../time/utc-day.js";
import { eventFor } from "./event-reading.js";
import type { EventKind } from "./event-kind.js";
import { isResultsOutcome, plainResults } from "./event-table.js";
import type { EvidenceRow, OtherPlace } from "./evidence-queries.js";
import { passageOf, quotable } from "./passage.js";
import { contentWords } from "./word-vectors.js";

/** One mention with what was read from its text. */
export interface ReadMention {
  readonly row: EvidenceRow;
  /** The passage that names the asset, fit for a quotation. */
  readonly text: string;
  readonly timeMs: number;
  readonly voice: string;
  /** Whether the speaker was recorded. */
  readonly isNamed: boolean;
  readonly event: EventKind | null;
}

/** A text and its copies; the first one in time stands for all. */
export interface Story {
  readonly first: ReadMention;
  readonly all: readonly ReadMention[];
  /** Weight by reactions, copies and age, from 0. */
  readonly weight: number;
  readonly words: readonly string[];
}

const COPY_SIMILARITY = 0.7;
/** After so many days a mention counts half. */
const HALF_LIFE_DAYS = 7;
const dayMs = 86_400_000;

/** Reads the passage and the event of each row. Rows come with the places at which their documents name other assets. */
export function readMentionsOf(
  key: string,
  rows: readonly EvidenceRow[],
  others: readonly OtherPlace[],
  { voice, textStyle }: Pick<TextNamespace, "voice" | "textStyle">,
): ReadMention[] {
  const isTalk = textStyle === "informal";
  const placesOf = new Map<string, OtherPlace[]>();
  for (const place of others) {
    const known = placesOf.get(place.document_id);
    if (known === undefined) placesOf.set(place.document_id, [place]);
    else known.push(place);
  }
  return rows.map((row) => {
    const { text, start } = passageOf(row.title, row.body, row.mention_at);
    const places = [{ document_id: row.document_id, subject: key, mention_at: row.mention_at }]
      .concat(placesOf.get(row.document_id) ?? [])
      .map(({ subject, mention_at }) => ({ key: subject, at: mention_at - start }))
      .filter(({ at }) => at >= 0 && at < text.length);
    return {
      row,
      text: quotable(text),
      timeMs: Date.parse(row.created_utc),
      // Nobody knows who of the unnamed are one: each text speaks for itself.
      voice: row[voice] ?? `text ${row.document_id}`,
      isNamed: row[voice] !== null,
      event: consistent(eventFor(key, text, places, isTalk), row, { isShared: places.length > 1, isTalk }),
    };
  });
}

/**
 * Among several assets, an event that points the other way than the judged sentiment is likely another's. In talk, praise of
 * results in a complaint (or the reverse) says only that there are results.
 */
function consistent(
  event: EventKind | null,
  { sentiment_score: score }: EvidenceRow,
  { isShared, isTalk }: { readonly isShared: boolean; readonly isTalk: boolean },
): EventKind | null {
  if (event === null || score === null) return event;
  const opposed = event.direction * score;
  if (isShared && opposed < -0.4) return null;
  return isTalk && opposed < -0.1 && isResultsOutcome(event) ? plainResults : event;
}

/** Texts with their near-duplicates, weightiest first. The first words of a copied headline count, so "- Reuters" at its end makes no other story. */
export function storiesOf(mentions: readonly ReadMention[], lastDay: UtcDay, ownWords: ReadonlySet<string>): Story[] {
  const groups: { shingles: Uint32Array; mentions: ReadMention[] }[] = [];
  const byText = new Map<string, (typeof groups)[number]>();
  const byBand = new Map<number, (typeof groups)[number][]>();
  for (const mention of [...mentions].sort(byTime)) {
    const normalised = normalisedText(mention.text);
    const shingles = shinglesOf(normalised);
    const bands = bandKeys(signatureOf(shingles));
    const group =
      byText.get(normalised) ??
      bands
        .flatMap((band) => byBand.get(band) ?? [])
        .find((known) => jaccard(known.shingles, shingles) >= COPY_SIMILARITY);
    if (group === undefined) {
      const started = { shingles, mentions: [mention] };
      groups.push(started);
      byText.set(normalised, started);
      for (const band of bands) byBand.set(band, [...(byBand.get(band) ?? []), started]);
    } else {
      group.mentions.push(mention);
      byText.set(normalised, group);
    }
  }
  const endMs = startOfDayMs(lastDay) + dayMs;
  return groups
    .map(({ mentions: all }): Story => {
      const first = all[0] as ReadMention;
      return { first, all, weight: storyWeight(all, endMs), words: contentWords(first.text, ownWords) };
    })
    .sort((a, b) => b.weight - a.weight || byTime(a.first, b.first));
}

function storyWeight(all: readonly ReadMention[], endMs: number): number {
  // The most noticed copy counts in full, each further one half of the one before.
  const weights = all
    .map(({ row, timeMs }) => {
      const ageDays = Math.max(0, endMs - timeMs) / dayMs;
      return (
        mentionWeight({ inherited: false, copyRank: 0, engagement: row.engagement }) * 0.5 ** (ageDays / HALF_LIFE_DAYS)
      );
    })
    .sort((a, b) => b - a);
  return weights.reduce((sum, weight, rank) => sum + weight * copyWeight(rank), 0);
}

/** Total weight of some stories; one speaker's flood counts by its logarithm. */
export function weightOf(stories: readonly Story[]): number {
  const voices = new Map<string, number>();
  for (const { first, weight } of stories) voices.set(first.voice, (voices.get(first.voice) ?? 0) + weight);
  return [...voices.values()].sort((a, b) => a - b).reduce((sum, weight) => sum + damped(weight), 0);
}

/** Earlier first, ties by document. */
function byTime(a: ReadMention, b: ReadMention): number {
  return a.timeMs - b.timeMs || (a.row.document_id < b.row.document_id ? -1 : 1);
}
