import type { SentimentLabel } from "../sentiment/text-model.js";
import { AscendingNumbers } from "./ascending-numbers.js";
import { damped, dampedUnknown } from "./damped.js";
import { opinionWeight, type MentionTraits } from "./mention-weight.js";
import { roundScore } from "./rounding.js";

/** Scores within ±this are neutral. */
export const NEUTRAL_BAND = 0.05;

/** One labelled mention as direction sees it. */
export interface OpinionMention extends MentionTraits {
  /** Who wrote it (news: the source). Null is unknown or deleted: each a speaker of its own. */
  readonly author: string | null;
  /** −1 (bearish) to 1 (bullish); null when the mention has no sentiment yet: it is passed over. */
  readonly score: number | null;
}

/** Additive parts of a mean score: parts of several days add up to those of the period. */
export interface PolarityParts {
  /** Σ weight·score. */
  readonly weightedScore: number;
  /** Σ weight, 0 or more. */
  readonly weight: number;
}

/** Counts of labelled mentions. */
export interface LabelCounts {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** The parts of nothing. */
export const NO_POLARITY: PolarityParts = { weightedScore: 0, weight: 0 };

/**
 * Parts of the mean score of one asset-day. A mention weighs κ·ρ^k, without engagement; an author's mentions together
 * weigh `h(W_a)` with `W_a = Σ κ·ρ^k`, so that one account cannot set the sign by repeating itself. Those without an author
 * are damped as a group of speakers ({@link dampedUnknown}). The order of mentions and the names of authors do not matter,
 * to the last bit.
 */
export function polarityParts(mentions: Iterable<OpinionMention>): PolarityParts {
  const authors = new Map<string | null, Opinion[]>();
  for (const mention of mentions) {
    if (mention.score === null) continue;
    const opinion = { weight: opinionWeight(mention), score: mention.score };
    const own = authors.get(mention.author);
    if (own === undefined) authors.set(mention.author, [opinion]);
    else own.push(opinion);
  }
  const opinions = new OpinionsTotal();
  for (const [author, own] of authors) opinions.add(speakerOpinion(own, author !== null));
  return opinions.total();
}

/** One mention's opinion: its weight, and its score from −1 to 1. */
export interface Opinion {
  readonly weight: number;
  readonly score: number;
}

/** What one author's opinions count together, or those without an author; weight 0 when there are none left. */
export function speakerOpinion(opinions: Opinion[], isKnown: boolean): PolarityParts {
  if (opinions.length > 1) opinions.sort((a, b) => b.weight - a.weight || a.score - b.score);
  let [total, weightedScore] = [0, 0];
  for (const { weight, score } of opinions) {
    total += weight;
    weightedScore += weight * score;
  }
  if (total <= 0) return NO_POLARITY;
  const weight = isKnown ? damped(total) : dampedUnknown(total);
  return { weight, weightedScore: weightedScore * (weight / total) };
}

/**
 * The parts of all authors, kept while they come, change and go; weight 0 is passed over. Summed from the lightest to the
 * heaviest, so that neither order nor names matter, to the last bit.
 */
export class OpinionsTotal {
  /** By the weights that authors have now. Most weigh the same, so there are few. */
  readonly #scores = new Map<number, AscendingNumbers>();

  /** Number of different weights that are kept, those of authors who have left since the last {@link total} included. */
  get weights(): number {
    return this.#scores.size;
  }

  add({ weight, weightedScore }: PolarityParts): void {
    if (weight <= 0) return;
    let scores = this.#scores.get(weight);
    if (scores === undefined) {
      scores = new AscendingNumbers();
      this.#scores.set(weight, scores);
    }
    scores.add(weightedScore);
  }

  /** Takes a part off that was added before. */
  remove({ weight, weightedScore }: PolarityParts): void {
    this.#scores.get(weight)?.remove(weightedScore);
  }

  total(): PolarityParts {
    let [sum, weightedScore] = [0, 0];
    for (const weight of [...this.#scores.keys()].sort((a, b) => a - b)) {
      const scores = this.#scores.get(weight);
      if (scores === undefined) continue;
      // Plain loops: a number that a closure changes is a new object each time, of which a busy day had megabytes a publication.
      for (let left = scores.size(); left > 0; left -= 1) sum += weight;
      weightedScore = scores.sum(weightedScore);
      // An author who goes on writing has another weight each time, and leaves the one before behind.
      if (scores.isEmpty()) this.#scores.delete(weight);
    }
    return { weight: sum, weightedScore };
  }
}

/** Mean score of the parts, −1 to 1, not rounded; null when nothing with sentiment is in them. */
export function polarityScore({ weightedScore, weight }: PolarityParts): number | null {
  return weight > 0 ? Math.max(-1, Math.min(1, weightedScore / weight)) : null;
}

/**
 * `bullish_pct` and `bearish_pct`: integers 0 to 100, rounded half up, over all labelled mentions; both 0 when there are
 * none. Counts are whole numbers, so halves are exact. Both may round up: 101 and 99 of 200 give 51 and 50.
 */
export function percentages({ positive, neutral, negative }: LabelCounts): { bullishPct: number; bearishPct: number } {
  const total = positive + neutral + negative;
  const share = (count: number) => (total === 0 ? 0 : Math.floor((200 * count + total) / (2 * total)));
  return { bullishPct: share(positive), bearishPct: share(negative) };
}

/** The label of a score as it is shown (3 decimals): positive above 0.05, negative below −0.05, else neutral. */
export function labelOf(score: number): SentimentLabel {
  const shown = roundScore(score);
  if (shown > NEUTRAL_BAND) return "positive";
  return shown < -NEUTRAL_BAND ? "negative" : "neutral";
}
