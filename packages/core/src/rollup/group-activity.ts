import { type SpeakerPart, speakerPart, SpeakersTotal, type WeighedMention } from "../metrics/evidence.js";
import { growingBytes, growingDoubles, growingInts } from "../metrics/growing-array.js";
import { IntMap } from "../metrics/int-map.js";
import { type Opinion, OpinionsTotal, type PolarityParts, speakerOpinion } from "../metrics/polarity.js";
import { StoryRanks } from "../metrics/story-ranks.js";
import type { DayDocuments } from "./day-documents.js";
import { type ActivityCounts, attentionTo, unknownVoice } from "./few-documents.js";

// Emptied for each voice that is summed: a busy day has millions of sums.
const attention: WeighedMention[] = [];
const opinions: Opinion[] = [];

/** Filled anew for each voice whose parts leave the totals. */
const part = { evidence: 0, people: 0, weight: 0, weightedScore: 0 };

/** Marks a voice that the totals do not contain; real evidence is 0 or more. */
const none = -1;

/** Running sums over the mentions of a group. */
interface Sums {
  mentions: number;
  inherited_mentions: number;
  engagement: number;
  positive: number;
  neutral: number;
  negative: number;
}

/**
 * The activity of one group of a day's mentions: an asset, a sector, a country, the market, or one contributor's part of
 * one of these. It is kept up to date while documents arrive, change and go. The result depends on the documents only, not
 * on their order; the cost is that of the change.
 *
 * Attention counts documents: a text that names three assets of a sector is one voice in the sector, direct when any of
 * its mentions is. `mentions`, labels and sentiment count every attributed mention. Engagement is that of documents with
 * an explicit mention.
 */
export class GroupActivity {
  readonly #documents: DayDocuments;
  readonly #isInside: (subject: number) => boolean;
  readonly #ranks: StoryRanks;
  readonly #sums: Sums = {
    mentions: 0,
    inherited_mentions: 0,
    engagement: 0,
    positive: 0,
    neutral: 0,
    negative: 0,
  };
  /** Members by thread, without those that start it: most posts are threads of their own, and need no entry. */
  readonly #replies = new IntMap();
  #threads = 0;
  readonly #places = new IntMap();
  readonly #subjects = new IntMap();
  /**
   * Members, numbered in order of arrival: their documents (ascending), their ranks (-1 for a removed one), and the next
   * member of the same voice.
   */
  readonly #document = growingInts();
  readonly #rank = growingInts();
  readonly #next = growingInts();
  #size = 0;
  /** First member without a rank. */
  #ranked = 0;
  /** Ranked members that were removed since the last ranking. */
  #removed: number[] = [];
  /** Voices, numbered in order of arrival: the number of members of each, and its parts of the totals. */
  readonly #voiceOf = new IntMap();
  readonly #firstMember = growingInts();
  readonly #present = growingInts();
  readonly #isStale = growingBytes();
  readonly #evidence = growingDoubles();
  readonly #people = growingDoubles();
  readonly #opinionWeight = growingDoubles();
  readonly #opinionScore = growingDoubles();
  readonly #attention = new SpeakersTotal();
  readonly #opinions = new OpinionsTotal();
  #stale: number[] = [];
  #named = 0;

  /** @param isInside Whether mentions of an asset belong to the group. */
  constructor(documents: DayDocuments, isInside: (subject: number) => boolean) {
    this.#documents = documents;
    this.#isInside = isInside;
    const members = this.#document;
    this.#ranks = new StoryRanks({
      texts: documents.texts,
      textOf: (member) => documents.textOf(members.at(member)),
      pageOf: (member) => documents.pageOf(members.at(member)),
      compare: (a, b) => documents.compare(members.at(a), members.at(b)),
    });
  }

  /** Number of documents in the group. */
  get size(): number {
    return this.#size;
  }

  /** Adds a document with a mention inside the group. Its number must be higher than all added before. */
  add(document: number): void {
    const member = this.#document.push(document);
    this.#rank.push(0);
    const voice = this.#voiceNumber(this.#documents.voiceOf(document));
    this.#next.push(this.#firstMember.at(voice));
    this.#firstMember.set(voice, member);
    this.#size += 1;
    this.#count(document, 1);
  }

  /** Removes a document; call it before the document is dropped. */
  remove(document: number): void {
    this.#count(document, -1);
    const member = this.#memberOf(document);
    this.#rank.set(member, -1);
    this.#size -= 1;
    if (member < this.#ranked) this.#removed.push(member);
  }

  /** The group's counts. Texts that share a band must have been handed in before. */
  counts(): ActivityCounts {
    this.#rankAgain();
    for (const voice of this.#stale) this.#sumVoice(voice);
    this.#stale = [];
    const direction = this.#opinions.total();
    const { mentions, inherited_mentions, engagement, positive, neutral, negative } = this.#sums;
    return {
      mentions,
      inherited_mentions,
      documents: this.size,
      threads: this.#threads,
      authors: this.#named,
      places: this.#places.size,
      subjects: this.#subjects.size,
      engagement,
      ...this.#attention.total(),
      sentiment_sum: direction.weightedScore,
      sentiment_weight: direction.weight,
      positive,
      neutral,
      negative,
    };
  }

  #rankAgain(): void {
    const added: number[] = [];
    for (let member = this.#ranked; member < this.#document.length; member += 1)
      if (this.#rank.at(member) >= 0) added.push(member);
    this.#ranked = this.#document.length;
    if (added.length + this.#removed.length === 0) return;
    this.#ranks.change(added, this.#removed, (member, rank) => {
      if (this.#rank.at(member) === rank) return;
      this.#rank.set(member, rank);
      this.#markStale(this.#voiceOf.get(this.#documents.voiceOf(this.#document.at(member))));
    });
    this.#removed = [];
  }

  /** Member number of a document. */
  #memberOf(document: number): number {
    let [low, high] = [0, this.#document.length - 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#document.at(middle) < document) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds a document to the sums (1) or subtracts it (-1). */
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
    this.#countThread(document, sign);
    const place = this.#documents.placeOf(document);
    if (place > 0) this.#places.add(place, sign);
    const name = this.#documents.voiceOf(document);
    const voice = this.#voiceOf.get(name);
    const before = this.#present.at(voice);
    this.#present.set(voice, before + sign);
    if (name > 0 && (before === 0 || before + sign === 0)) this.#named += sign;
    this.#markStale(voice);
  }

  #countThread(document: number, sign: 1 | -1): void {
    const thread = this.#documents.threadOf(document);
    const replies = Math.max(0, this.#replies.get(thread));
    if (this.#documents.startsThread(document)) {
      if (replies === 0) this.#threads += sign;
      return;
    }
    this.#replies.add(thread, sign);
    const isFirstOrLast = replies === 0 || replies + sign === 0;
    if (isFirstOrLast && !this.#holds(this.#documents.startOfThread(thread))) this.#threads += sign;
  }

  /** Whether the document is a member; -1 for no document. */
  #holds(document: number): boolean {
    if (document < 0 || this.#document.length === 0) return false;
    const member = this.#memberOf(document);
    return this.#document.at(member) === document && this.#rank.at(member) >= 0;
  }

  /** Replaces the parts of a voice in the totals by its current ones. */
  #sumVoice(voice: number): void {
    this.#isStale.set(voice, 0);
    const had = this.#partOf(voice);
    if (had !== null) {
      this.#attention.remove(had);
      this.#opinions.remove(had);
    }
    this.#evidence.set(voice, none);
    if (this.#present.at(voice) === 0) return;
    attention.length = opinions.length = 0;
    for (let member = this.#firstMember.at(voice); member >= 0; member = this.#next.at(member)) {
      const rank = this.#rank.at(member);
      if (rank < 0) continue;
      attention.push(attentionTo(this.#documents, this.#document.at(member), this.#isInside, rank, opinions));
    }
    const isKnown = voice !== this.#voiceOf.get(unknownVoice);
    const speaker = speakerPart(attention, isKnown);
    const { evidence, people } = speaker;
    const opinion = speakerOpinion(opinions, isKnown);
    this.#evidence.set(voice, evidence);
    this.#people.set(voice, people);
    this.#opinionWeight.set(voice, opinion.weight);
    this.#opinionScore.set(voice, opinion.weightedScore);
    this.#attention.add(speaker);
    this.#opinions.add(opinion);
  }

  /** The parts of a voice in the totals; null when it has none. */
  #partOf(voice: number): (SpeakerPart & PolarityParts) | null {
    const evidence = this.#evidence.at(voice);
    if (evidence === none) return null;
    part.evidence = evidence;
    part.people = this.#people.at(voice);
    part.weight = this.#opinionWeight.at(voice);
    part.weightedScore = this.#opinionScore.at(voice);
    return part;
  }

  #voiceNumber(name: number): number {
    const known = this.#voiceOf.get(name);
    if (known >= 0) return known;
    const voice = this.#firstMember.push(-1);
    this.#voiceOf.set(name, voice);
    for (const column of [this.#present, this.#isStale]) column.push(0);
    this.#evidence.push(none);
    for (const column of [this.#people, this.#opinionWeight, this.#opinionScore]) column.push(0);
    return voice;
  }

  #markStale(voice: number): void {
    if (this.#isStale.at(voice) === 1) return;
    this.#isStale.set(voice, 1);
    this.#stale.push(voice);
  }
}
