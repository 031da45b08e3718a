import { damped } from "./damped.js";
import { copyWeight, mentionWeight, type MentionTraits } from "./mention-weight.js";

/** One attributed mention as buzz sees it. */
export interface AttentionMention extends MentionTraits {
  /** Who wrote it (news: the source). Null is unknown or deleted; all unknown authors count as one. */
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

interface WeighedMention {
  readonly mention: AttentionMention;
  readonly weight: number;
  readonly copies: number;
}

/**
 * E, A and C of one asset-day: `E = Σ_authors h(Σ w)`, `A = Σ_authors min(1, Σ ρ^k)`, `C` = distinct places.
 *
 * `evidence` and `people` are zero exactly when there are no mentions. Neither the order of mentions nor the names of authors and
 * places matter, to the last bit: sums run from the largest weight to the smallest. Adding a mention never lowers a
 * measure as long as it leaves the other mentions' `copyRank` as it was, as everything later in (time, id) does.
 */
export function evidenceOf(mentions: Iterable<AttentionMention>): BuzzMeasures {
  const authors = new Map<string | null, { weight: number; copies: number }>();
  const places = new Set<string>();
  for (const { mention, weight, copies } of heaviestFirst(mentions)) {
    const author = authors.get(mention.author) ?? { weight: 0, copies: 0 };
    author.weight += weight;
    author.copies += copies;
    authors.set(mention.author, author);
    if (mention.place !== null) places.add(mention.place);
  }
  const totals = [...authors.values()];
  return {
    evidence: sumAscending(totals.map(({ weight }) => damped(weight))),
    people: sumAscending(totals.map(({ copies }) => Math.min(1, copies))),
    places: places.size,
  };
}

function heaviestFirst(mentions: Iterable<AttentionMention>): WeighedMention[] {
  const weighed = Array.from(mentions, (mention) => ({
    mention,
    weight: mentionWeight(mention),
    copies: copyWeight(mention.copyRank),
  }));
  return weighed.sort((a, b) => b.weight - a.weight || b.copies - a.copies);
}

/** Floating-point sums depend on their order; sorting first makes this one depend on the values alone. */
function sumAscending(values: readonly number[]): number {
  return Float64Array.from(values)
    .sort()
    .reduce((sum, value) => sum + value, 0);
}
