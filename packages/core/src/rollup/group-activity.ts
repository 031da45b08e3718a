import { evidenceOfSpeakers, speakerPart, type WeighedMention, weighed } from "../metrics/evidence.js";
import { growingBytes, growingDoubles, growingInts } from "../metrics/growing-array.js";
import { IntMap } from "../metrics/int-map.js";
import { opinionWeight } from "../metrics/mention-weight.js";
import { type Opinion, polarityOfAuthors, speakerOpinion } from "../metrics/polarity.js";
import { StoryRanks } from "../metrics/story-ranks.js";
import type { ActivityRow } from "./activity.js";
import type { DayDocuments } from "./day-documents.js";

/** The name of all speakers that are not known, in `DayDocuments`. */
const unknownVoice = 0;

/** The counted part of an activity row. */
export type ActivityCounts = Omit<ActivityRow, "key" | "contributor" | "day" | "asset_type" | "buzz">;

/** Sums of the mentions of a group, kept up to date by adding and taking off. */
interface Sums {
  mentions: number;
  inherited_mentions: number;
  engagement: number;
  positive: number;
  neutral: number;
  negative: number;
}

/** What one document alone comes to in a group: most contributors have no more. The same as a group of that document. */
export function activityOfOne(
  documents: DayDocuments,
  document: number,
  isInside: (subject: number) => boolean,
): ActivityCounts {
  const labels = { positive: 0, neutral: 0, negative: 0 };
  let [mentions, inheritedMentions] = [0, 0];
  const subjects: number[] = [];
  for (let place = documents.startOfMentions(document); place < documents.endOfMentions(document); place += 1) {
    const subject = documents.subjectAt(place);
    if (!isInside(subject)) continue;
    const label = documents.labelAt(place);
    mentions += 1;
    if (documents.isInheritedAt(place)) inheritedMentions += 1;
    if (label !== null) labels[label] += 1;
    if (!subjects.includes(subject)) subjects.push(subject);
  }
  const isKnown = documents.voiceOf(document) !== unknownVoice;
  const opinions: Opinion[] = [];
  const { evidence, people } = speakerPart([attentionTo(documents, document, isInside, 0, opinions)], isKnown);
  const opinion = speakerOpinion(opinions, isKnown);
  return {
    mentions,
    inherited_mentions: inheritedMentions,
    documents: 1,
    threads: 1,
    authors: isKnown ? 1 : 0,
    places: documents.placeOf(document) > 0 ? 1 : 0,
    subjects: subjects.length,
    engagement: inheritedMentions < mentions ? documents.engagementOf(document) : 0,
    evidence,
    people,
    sentiment_sum: opinion.weightedScore,
    sentiment_weight: opinion.weight,
    positive: labels.positive,
    neutral: labels.neutral,
    negative: labels.negative,
  };
}

/**
 * The activity of one group of mentions of a day (an asset, a sector, a country, the market, or one contributor's part of
 * them), kept while documents come, change and go. What it gives is that of the documents alone, whatever their order;
 * what it costs is what is new.
 *
 * Attention counts documents: a text that names three assets of a sector is one voice in the sector, direct when any of
 * its mentions is. `mentions`, labels and sentiment count every attributed mention. Engagement is that of documents with
 * an explicit mention.
 */
export class GroupActivity {
  readonly #documents: DayDocuments;
  readonly #isInside: (subject: number) => boolean;
  readonly #ranks: StoryRanks;
  readonly #added = new Set<number>();
  readonly #removed = new Set<number>();
  readonly #sums: Sums = {
    mentions: 0,
    inherited_mentions: 0,
    engagement: 0,
    positive: 0,
    neutral: 0,
    negative: 0,
  };
  readonly #threads = new IntMap();
  readonly #places = new IntMap();
  readonly #subjects = new IntMap();
  /** Members, numbered as they came; a member's list of its voice goes on at `#next`. */
  readonly #memberOf = new IntMap();
  readonly #document = growingInts();
  readonly #rank = growingInts();
  readonly #next = growingInts();
  /** Voices, numbered as they came, with their parts. */
  readonly #voiceOf = new IntMap();
  readonly #firstMember = growingInts();
  readonly #present = growingInts();
  readonly #isStale = growingBytes();
  readonly #evidence = growingDoubles();
  readonly #people = growingDoubles();
  readonly #opinionWeight = growingDoubles();
  readonly #opinionScore = growingDoubles();
  readonly #stale: number[] = [];
  #voices = 0;
  #named = 0;

  /** @param isInside Whether mentions of the asset belong to the group. */
  constructor(documents: DayDocuments, isInside: (subject: number) => boolean) {
    this.#documents = documents;
    this.#isInside = isInside;
    this.#ranks = new StoryRanks(documents);
  }

  /** Documents of the group. */
  get size(): number {
    return this.#memberOf.size;
  }

  /** Takes a document that has a mention inside. */
  add(document: number): void {
    const member = this.#document.push(document);
    this.#memberOf.set(document, member);
    this.#rank.push(0);
    const voice = this.#voiceNumber(this.#documents.voiceOf(document));
    this.#next.push(this.#firstMember.at(voice));
    this.#firstMember.set(voice, member);
    this.#count(document, 1);
    this.#added.add(document);
  }

  /** Takes a document out again, before it is dropped. */
  remove(document: number): void {
    this.#count(document, -1);
    this.#memberOf.delete(document);
    if (!this.#added.delete(document)) this.#removed.add(document);
  }

  /** The group as it is now. Shingles of texts that share a band have to be told before. */
  counts(): ActivityCounts {
    this.#rankAgain();
    for (const voice of this.#stale) this.#sumVoice(voice);
    this.#stale.length = 0;
    const evidence = new Float64Array(this.#voices);
    const people = new Float64Array(this.#voices);
    const opinions = new Float64Array(this.#voices);
    const scores = new Float64Array(this.#voices);
    let at = 0;
    for (let voice = 0; voice < this.#present.length; voice += 1) {
      if (this.#present.at(voice) === 0) continue;
      evidence[at] = this.#evidence.at(voice);
      people[at] = this.#people.at(voice);
      opinions[at] = this.#opinionWeight.at(voice);
      scores[at] = this.#opinionScore.at(voice);
      at += 1;
    }
    const direction = polarityOfAuthors(opinions, scores);
    const { mentions, inherited_mentions, engagement, positive, neutral, negative } = this.#sums;
    return {
      mentions,
      inherited_mentions,
      documents: this.size,
      threads: this.#threads.size,
      authors: this.#named,
      places: this.#places.size,
      subjects: this.#subjects.size,
      engagement,
      ...evidenceOfSpeakers(evidence, people),
      sentiment_sum: direction.weightedScore,
      sentiment_weight: direction.weight,
      positive,
      neutral,
      negative,
    };
  }

  #rankAgain(): void {
    if (this.#added.size + this.#removed.size === 0) return;
    this.#ranks.change([...this.#added], [...this.#removed], (document, rank) => {
      const member = this.#memberOf.get(document);
      if (this.#rank.at(member) === rank) return;
      this.#rank.set(member, rank);
      this.#markStale(this.#voiceOf.get(this.#documents.voiceOf(document)));
    });
    this.#added.clear();
    this.#removed.clear();
  }

  /** Adds a document to the sums, or takes it off. */
  #count(document: number, sign: 1 | -1): void {
    let isDirect = false;
    for (
      let place = this.#documents.startOfMentions(document);
      place < this.#documents.endOfMentions(document);
      place += 1
    ) {
      const subject = this.#documents.subjectAt(place);
      if (!this.#isInside(subject)) continue;
      const isInherited = this.#documents.isInheritedAt(place);
      const label = this.#documents.labelAt(place);
      this.#sums.mentions += sign;
      if (isInherited) this.#sums.inherited_mentions += sign;
      if (label !== null) this.#sums[label] += sign;
      this.#subjects.add(subject, sign);
      isDirect ||= !isInherited;
    }
    if (isDirect) this.#sums.engagement += sign * this.#documents.engagementOf(document);
    this.#threads.add(this.#documents.threadOf(document), sign);
    const place = this.#documents.placeOf(document);
    if (place > 0) this.#places.add(place, sign);
    const name = this.#documents.voiceOf(document);
    const voice = this.#voiceOf.get(name);
    const before = this.#present.at(voice);
    this.#present.set(voice, before + sign);
    if (before === 0 || before + sign === 0) {
      this.#voices += sign;
      if (name > 0) this.#named += sign;
    }
    this.#markStale(voice);
  }

  #sumVoice(voice: number): void {
    this.#isStale.set(voice, 0);
    const attention: WeighedMention[] = [];
    const opinions: Opinion[] = [];
    for (let member = this.#firstMember.at(voice); member >= 0; member = this.#next.at(member)) {
      const document = this.#document.at(member);
      if (this.#memberOf.get(document) !== member) continue;
      attention.push(attentionTo(this.#documents, document, this.#isInside, this.#rank.at(member), opinions));
    }
    const isKnown = voice !== this.#voiceOf.get(unknownVoice);
    const { evidence, people } = speakerPart(attention, isKnown);
    const opinion = speakerOpinion(opinions, isKnown);
    this.#evidence.set(voice, evidence);
    this.#people.set(voice, people);
    this.#opinionWeight.set(voice, opinion.weight);
    this.#opinionScore.set(voice, opinion.weightedScore);
  }

  #voiceNumber(name: number): number {
    const known = this.#voiceOf.get(name);
    if (known >= 0) return known;
    const voice = this.#firstMember.push(-1);
    this.#voiceOf.set(name, voice);
    for (const column of [this.#present, this.#isStale]) column.push(0);
    for (const column of [this.#evidence, this.#people, this.#opinionWeight, this.#opinionScore]) column.push(0);
    return voice;
  }

  #markStale(voice: number): void {
    if (this.#isStale.at(voice) === 1) return;
    this.#isStale.set(voice, 1);
    this.#stale.push(voice);
  }
}

/** What a document adds to the attention of its voice; its opinions are added to `opinions`. */
function attentionTo(
  documents: DayDocuments,
  document: number,
  isInside: (subject: number) => boolean,
  copyRank: number,
  opinions: Opinion[],
): WeighedMention {
  // A document is direct when any of its mentions inside is.
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
