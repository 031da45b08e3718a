import { speakerPart, type WeighedMention, weighed } from "../metrics/evidence.js";
import { opinionWeight } from "../metrics/mention-weight.js";
import { type Opinion, speakerOpinion } from "../metrics/polarity.js";
import type { ActivityRow } from "./activity.js";
import type { DayDocuments } from "./day-documents.js";

/** Number of the unknown voice in `DayDocuments`. */
export const unknownVoice = 0;

/** The counted part of an activity row. */
export type ActivityCounts = Omit<ActivityRow, "key" | "contributor" | "day" | "asset_type" | "buzz">;

/**
 * Activity of a few documents of one voice without copies among them, which is the case of most contributors. Gives the same
 * as a `GroupActivity` of these documents, for less work.
 *
 * @param few At least one document, each with a mention inside the group.
 * @returns Null where there may be copies or several voices: then use a group.
 */
export function activityOfFew(
  documents: DayDocuments,
  few: readonly number[],
  isInside: (subject: number) => boolean,
): ActivityCounts | null {
  const voice = documents.voiceOf(few[0] ?? 0);
  const isAlone = few.length === 1;
  if (!isAlone && (few.some((document) => documents.voiceOf(document) !== voice) || mayHoldCopies(documents, few)))
    return null;
  let [positive, neutral, negative] = [0, 0, 0];
  let [mentions, inheritedMentions, engagement] = [0, 0, 0];
  for (const numbers of [subjects, threads, places, attention, opinions]) numbers.length = 0;
  for (const document of few) {
    let isDirect = false;
    for (let at = documents.startOfMentions(document); at < documents.endOfMentions(document); at += 1) {
      const subject = documents.subjectAt(at);
      if (!isInside(subject)) continue;
      const label = documents.labelAt(at);
      mentions += 1;
      if (documents.isInheritedAt(at)) inheritedMentions += 1;
      else isDirect = true;
      if (label === "positive") positive += 1;
      else if (label === "neutral") neutral += 1;
      else if (label === "negative") negative += 1;
      addOnce(subjects, subject);
    }
    if (isDirect) engagement += documents.engagementOf(document);
    addOnce(threads, documents.threadOf(document));
    if (documents.placeOf(document) > 0) addOnce(places, documents.placeOf(document));
    attention.push(attentionTo(documents, document, isInside, 0, opinions));
  }
  const isKnown = voice !== unknownVoice;
  const { evidence, people } = speakerPart(attention, isKnown);
  const opinion = speakerOpinion(opinions, isKnown);
  return {
    mentions,
    inherited_mentions: inheritedMentions,
    documents: few.length,
    threads: threads.length,
    authors: isKnown ? 1 : 0,
    places: places.length,
    subjects: subjects.length,
    engagement,
    evidence,
    people,
    sentiment_sum: opinion.weightedScore,
    sentiment_weight: opinion.weight,
    positive,
    neutral,
    negative,
  };
}

// Emptied for each call: a busy day has hundreds of thousands of them.
const [subjects, threads, places]: [number[], number[], number[]] = [[], [], []];
const attention: WeighedMention[] = [];
const opinions: Opinion[] = [];

/** False only when no two of the documents can be copies of one another. */
function mayHoldCopies(documents: DayDocuments, few: readonly number[]): boolean {
  for (let a = 1; a < few.length; a += 1) {
    const [text, page] = [documents.textOf(few[a] ?? 0), documents.pageOf(few[a] ?? 0)];
    for (let b = 0; b < a; b += 1) {
      const other = few[b] ?? 0;
      if (page >= 0 && page === documents.pageOf(other)) return true;
      if (text >= 0 && documents.texts.mayBeAlike(text, documents.textOf(other))) return true;
    }
  }
  return false;
}

function addOnce(numbers: number[], number: number): void {
  if (!numbers.includes(number)) numbers.push(number);
}

/** Returns what a document adds to its voice's attention, and adds its opinions to `opinions`. */
export function attentionTo(
  documents: DayDocuments,
  document: number,
  isInside: (subject: number) => boolean,
  copyRank: number,
  opinions: Opinion[],
): WeighedMention {
  // A document is direct when any of its mentions inside the group is direct.
  let inherited = true;
  for (let place = documents.startOfMentions(document); place < documents.endOfMentions(document); place += 1) {
    if (!isInside(documents.subjectAt(place))) continue;
    const isInherited = documents.isInheritedAt(place);
    const score = documents.scoreAt(place);
    inherited &&= isInherited;
    if (!Number.isNaN(score)) opinions.push({ weight: opinionWeight({ inherited: isInherited, copyRank }), score });
  }
  return weighed({ inherited, copyRank, engagement: documents.engagementOf(document) });
}

/** The counts of nothing. */
export const noActivity: ActivityCounts = {
  mentions: 0,
  inherited_mentions: 0,
  documents: 0,
  threads: 0,
  authors: 0,
  places: 0,
  subjects: 0,
  engagement: 0,
  evidence: 0,
  people: 0,
  sentiment_sum: 0,
  sentiment_weight: 0,
  positive: 0,
  neutral: 0,
  negative: 0,
};
