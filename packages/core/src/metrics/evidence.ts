import { AscendingNumbers } from "./ascending-numbers.js";
import { damped, dampedUnknown } from "./damped.js";
import { copyWeight, mentionWeight, type MentionTraits } from "./mention-weight.js";

/** One attributed mention as buzz sees it. */
export interface AttentionMention extends MentionTraits {
  /** Who wrote it (news: the source). Null is unknown or deleted: each a speaker of its own. */
  readonly author: string | null;
  /** Community (news: the source). Null adds no place. */
  readonly place: string | null;
  /** Upvotes or likes; news 0. */
  readonly engagement: number;
}

/** The three measures of attention of one asset and day, or their mean per day over a window. All are 0 or more. */
export interface BuzzMeasures {
  /** E: weight of all mentions, damped per author; in posts. */
  readonly evidence: number;
  /** A: breadth of people; an author counts at most once, many accounts with one text about twice in all. */
  readonly people: number;
  /** C: distinct communities or sources. */
  readonly places: number;
}

/** What one mention adds to its author: its weight, and what it counts as a copy. */
export interface WeighedMention {
  readonly weight: number;
  readonly copies: number;
}

/** A mention's part of its author's total. */
export function weighed(mention: MentionTraits & { readonly engagement: number }): WeighedMention {
  return { weight: mentionWeight(mention), copies: copyWeight(mention.copyRank) };
}

/** What one author adds to E and A, or all texts without an author together. */
export type SpeakerPart = Pick<BuzzMeasures, "evidence" | "people">;

/**
 * One author's part: `h(Σ w)` and `min(1, Σ ρ^k)`. With `isKnown` false the mentions have no author: each is a speaker of
 * its own, and what they sum to is damped together ({@link dampedUnknown}). Summed from the heaviest mention to the
 * lightest, so that their order does not matter.
 */
export function speakerPart(mentions: WeighedMention[], isKnown: boolean): SpeakerPart {
  if (mentions.length > 1) mentions.sort((a, b) => b.weight - a.weight || b.copies - a.copies);
  let [weight, people] = [0, 0];
  for (const mention of mentions) {
    weight += isKnown ? mention.weight : damped(mention.weight);
    people += mention.copies;
  }
  return isKnown
    ? { evidence: damped(weight), people: Math.min(1, people) }
    : { evidence: dampedUnknown(weight), people: dampedUnknown(people) };
}

/**
 * Running E and A of all speakers while their parts are added, changed and removed. Independent of order and names, to
 * the last bit.
 */
export class SpeakersTotal {
  readonly #evidence = new AscendingNumbers();
  readonly #people = new AscendingNumbers();

  add({ evidence, people }: SpeakerPart): void {
    this.#evidence.add(evidence);
    this.#people.add(people);
  }

  /** Takes a part off that was added before. */
  remove({ evidence, people }: SpeakerPart): void {
    this.#evidence.remove(evidence);
    this.#people.remove(people);
  }

  total(): SpeakerPart {
    return { evidence: this.#evidence.sum(), people: this.#people.sum() };
  }
}

/**
 * E, A and C of one asset-day: `E = Σ_authors h(Σ w)`, `A = Σ_authors min(1, Σ ρ^k)`, `C` = distinct places. A text without
 * an author has a speaker of its own; what these sum to is damped together ({@link dampedUnknown}) and added.
 *
 * `evidence` and `people` are zero exactly when there are no mentions. Neither the order of mentions nor the names of authors and
 * places matter, to the last bit: sums run from the largest weight to the smallest. Adding a mention never lowers a
 * measure as long as it leaves the other mentions' `copyRank` as it was, as everything later in (time, id) does.
 */
export function evidenceOf(mentions: Iterable<AttentionMention>): BuzzMeasures {
  const authors = new Map<string | null, WeighedMention[]>();
  const places = new Set<string>();
  for (const mention of mentions) {
    const own = authors.get(mention.author);
    if (own === undefined) authors.set(mention.author, [weighed(mention)]);
    else own.push(weighed(mention));
    if (mention.place !== null) places.add(mention.place);
  }
  const speakers = new SpeakersTotal();
  for (const [author, own] of authors) speakers.add(speakerPart(own, author !== null));
  return { ...speakers.total(), places: places.size };
}
