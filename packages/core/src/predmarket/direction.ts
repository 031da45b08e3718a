import { labelOf } from "../metrics/polarity.js";
import type { QuestionReading } from "./question.js";

/** A spread wider than this says nothing about the price. */
export const SPREAD_LIMIT = 0.1;
/** Steps in which prices are compared, per USD: the finest in which a venue quotes. 0.50 − 0.40 is not 0.10 in floating point. */
const TICKS = 10_000;
/** An event with less than this share of the heaviest one's weight weighs nothing. */
const NEGLIGIBLE_SHARE = 1e-6;
/** Daily move of a share where its own is not known. */
const DAILY_SIGMA = 0.02;
/** Largest share of one event in the score of an asset. */
const EVENT_SHARE_LIMIT = 0.4;
/** Weight of a book that was not seen, between a tight one (1) and one that is too wide (0). */
const UNSEEN_SPREAD_FACTOR = 0.5;
/** Shortest time to the end that a strike is measured over, in trading days. */
const MIN_DAYS_LEFT = 0.02;

/** Quote of the first outcome, 0 to 1; null where it is not known. */
export interface Quote {
  readonly bid: number | null;
  readonly ask: number | null;
  /** Price of the last trade, when that was less than 24 hours before. */
  readonly last: number | null;
}

/** Distance of ask and bid in whole ticks; null without both. */
export function spreadOf({ bid, ask }: Quote): number | null {
  return bid === null || ask === null ? null : Math.max(0, inTicks(ask) - inTicks(bid)) / TICKS;
}

/** A price, or a distance of prices, in whole ticks. */
export function inTicks(price: number): number {
  return Math.round(price * TICKS);
}

/** Price of the first outcome: the middle of a tight book, else the last trade, else null. */
export function priceOfFirst(quote: Quote): number | null {
  const spread = spreadOf(quote);
  if (spread !== null && spread <= SPREAD_LIMIT && quote.bid !== null && quote.ask !== null)
    return (quote.bid + quote.ask) / 2;
  return quote.last;
}

/** The context in which a strike is scored. */
export interface StrikeContext {
  /** Price of the share, USD; null when it is not known. */
  readonly sharePrice: number | null;
  /** Trading days to the end of the market. */
  readonly daysLeft: number | null;
  /** Price of the first outcome when the market was first seen. */
  readonly openingPrice: number | null;
}

/**
 * Score of a market, −1 bearish to 1 bullish: how far the price of its bullish outcome lies from what it would be without a view,
 * `clamp((q − q0)/max(q0, 1 − q0), −1, 1)`. Null when the question has no direction, nothing is quoted, or (strikes) the
 * share's price is not known: a deep in-the-money rung would otherwise count as 99 % bullish.
 */
export function marketScore(
  question: QuestionReading,
  firstPrice: number | null,
  context: StrikeContext,
): number | null {
  if (firstPrice === null) return null;
  const polarity = question.form === "range" ? rangePolarity(question, context.sharePrice) : question.polarity;
  if (question.form === "range" && context.sharePrice !== null && polarity === 0) return 0;
  if (polarity === 0) return null;
  const reference = noViewPrice(question, context);
  if (reference === null) return null;
  const bullish = polarity === 1 ? firstPrice : 1 - firstPrice;
  const q0 = polarity === 1 || question.form !== "range" ? reference : 1 - reference;
  return clamp((bullish - q0) / Math.max(q0, 1 - q0));
}

/** A range wholly above the share's price is bullish, one wholly below bearish, one around it neither. */
function rangePolarity({ strike, upperStrike }: QuestionReading, price: number | null): 1 | -1 | 0 {
  if (price === null || strike === null || upperStrike === null) return 0;
  return strike > price ? 1 : upperStrike < price ? -1 : 0;
}

/** q0: price of the bullish outcome (for a range: its first one) without a view; null when unknown. */
function noViewPrice(question: QuestionReading, { sharePrice, daysLeft, openingPrice }: StrikeContext): number | null {
  const { form, strike, upperStrike, barrier, polarity } = question;
  if (form === "even") return 0.5;
  if (form === "drift") return openingPrice === null ? null : polarity === 1 ? openingPrice : 1 - openingPrice;
  if (form === "none" || sharePrice === null || strike === null || daysLeft === null || sharePrice <= 0) return null;
  const deviation = DAILY_SIGMA * Math.sqrt(Math.max(daysLeft, MIN_DAYS_LEFT));
  const above = (level: number) => normalCdf(Math.log(sharePrice / level) / deviation);
  if (form === "close") return above(strike);
  if (form === "range") return upperStrike === null ? null : Math.max(0, above(strike) - above(upperStrike));
  const isReached = barrier === 1 ? sharePrice >= strike : sharePrice <= strike;
  const touched = isReached ? 1 : 2 * normalCdf(-Math.abs(Math.log(strike / sharePrice)) / deviation);
  return barrier === 1 ? touched : 1 - touched;
}

/** A rung of a ladder of ranges with its price. */
export interface RangeRung {
  readonly strike: number;
  readonly upperStrike: number;
  readonly price: number;
}

/**
 * Direction of a whole ladder of ranges: where the middle of the implied distribution lies, in standard deviations of
 * the time left, as `2Φ(z) − 1`. Null for fewer than three rungs or when they hold less than 60 % of the probability.
 */
export function ladderScore(rungs: readonly RangeRung[], sharePrice: number, daysLeft: number): number | null {
  const total = rungs.reduce((sum, { price }) => sum + price, 0);
  if (rungs.length < 3 || total < 0.6) return null;
  const sorted = [...rungs].sort((a, b) => a.strike - b.strike);
  let done = 0;
  for (const { strike, upperStrike, price } of sorted) {
    if (done + price >= total / 2 && price > 0) {
      const median = strike + (upperStrike - strike) * ((total / 2 - done) / price);
      const deviation = DAILY_SIGMA * Math.sqrt(Math.max(daysLeft, MIN_DAYS_LEFT));
      return clamp(2 * normalCdf(Math.log(median / sharePrice) / deviation) - 1);
    }
    done += price;
  }
  return null;
}

/** One market of a day, as far as direction is concerned. */
export interface DirectedMarket {
  /** Markets of one event are one vote. */
  readonly event: string;
  readonly score: number | null;
  readonly liquidity: number;
  /** USD of 24 hours. */
  readonly volume: number;
  readonly spread: number | null;
  readonly trades: number;
}

/** An event's vote. */
export interface EventVote {
  readonly event: string;
  /** Liquidity-weighted mean of its classified markets; null when none is. */
  readonly score: number | null;
  /** W = √volume · (1 − spread/0.10); 0 when unclassified or not traded. */
  readonly weight: number;
}

/** Direction of an asset on a day; `sum` and `weight` add up over days, and so do the counts. */
export interface DirectionParts {
  readonly sum: number;
  readonly weight: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** Collapses the markets of each event to one vote, so that a ladder of twelve strikes is not twelve opinions. */
export function eventVotes(markets: readonly DirectedMarket[]): EventVote[] {
  const events = new Map<string, DirectedMarket[]>();
  for (const market of markets) events.set(market.event, [...(events.get(market.event) ?? []), market]);
  return [...events]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([event, members]) => {
      const classified = members.filter(({ score }) => score !== null).sort(byValues);
      const depth = classified.reduce((sum, { liquidity }) => sum + depthOf(liquidity), 0);
      if (classified.length === 0) return { event, score: null, weight: 0 };
      const mean = (of: (market: DirectedMarket) => number) =>
        classified.reduce((sum, market) => sum + of(market) * depthOf(market.liquidity), 0) / depth;
      const score = clamp(mean((market) => market.score ?? 0));
      const trades = classified.reduce((sum, market) => sum + market.trades, 0);
      const volume = classified.reduce((sum, market) => sum + market.volume, 0);
      const weight = trades === 0 ? 0 : Math.sqrt(Math.max(0, volume)) * mean(({ spread }) => tightness(spread));
      return { event, score, weight };
    });
}

/** Floating-point sums depend on their order; the order by values makes them depend on the values alone. */
function byValues(a: DirectedMarket, b: DirectedMarket): number {
  return a.liquidity - b.liquidity || (a.score ?? 0) - (b.score ?? 0) || a.volume - b.volume;
}

const depthOf = (liquidity: number) => Math.max(liquidity, 1);
const tightness = (spread: number | null) =>
  spread === null ? UNSEEN_SPREAD_FACTOR : 1 - Math.min(1, inTicks(spread) / inTicks(SPREAD_LIMIT));

/**
 * Counts of events by label (unclassified ones are neutral), and the weighted score over the classified events with
 * trades, none of which gets more than 40 % of the weight (an equal share when there are fewer than three). An event
 * with less than a millionth of the heaviest one's weight is left out: it must not raise the number of events to
 * which the cap applies.
 */
export function directionParts(votes: readonly EventVote[]): DirectionParts {
  const labels = votes.map(({ score }) => (score === null ? "neutral" : labelOf(score)));
  const counted = (label: string) => labels.filter((known) => known === label).length;
  const heaviest = Math.max(0, ...votes.map(({ weight }) => weight));
  const traded = votes.filter(
    ({ score, weight }) => score !== null && weight > 0 && weight >= NEGLIGIBLE_SHARE * heaviest,
  );
  const cap = weightCap(traded.map(({ weight }) => weight));
  const capped = traded
    .map(({ score, weight }) => ({ score: score ?? 0, weight: Math.min(weight, cap) }))
    .sort((a, b) => a.weight - b.weight || a.score - b.score);
  return {
    sum: capped.reduce((sum, { score, weight }) => sum + score * weight, 0),
    weight: capped.reduce((sum, { weight }) => sum + weight, 0),
    positive: counted("positive"),
    neutral: counted("neutral"),
    negative: counted("negative"),
  };
}

/** The weight that is 40 % of what all weights add up to once those above it are cut to it. */
function weightCap(weights: readonly number[]): number {
  const share = Math.max(EVENT_SHARE_LIMIT, 1 / Math.max(1, weights.length));
  const sorted = [...weights].sort((a, b) => b - a);
  let rest = sorted.reduce((sum, weight) => sum + weight, 0);
  if ((sorted[0] ?? 0) <= share * rest) return Infinity;
  if (sorted.length < 3) return sorted[sorted.length - 1] ?? Infinity;
  for (const cut of [1, 2]) {
    rest -= sorted[cut - 1] ?? 0;
    const cap = (share * rest) / (1 - share * cut);
    if (cap >= (sorted[cut] ?? 0)) return cap;
  }
  return sorted[2] ?? Infinity;
}

/** Trading days between two instants: weekdays count in full, weekends not at all. UTC, in ms since the epoch. */
export function tradingDaysBetween(fromMs: number, toMs: number): number {
  if (toMs <= fromMs) return 0;
  const dayMs = 86_400_000;
  const whole = Math.floor((toMs - fromMs) / (7 * dayMs));
  let days = whole * 5;
  for (let at = fromMs + whole * 7 * dayMs; at < toMs;) {
    const next = Math.min(toMs, (Math.floor(at / dayMs) + 1) * dayMs);
    const weekday = new Date(at).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += (next - at) / dayMs;
    at = next;
  }
  return days;
}

/** Standard normal distribution function, good to seven digits. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (poly * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return x >= 0 ? 1 - tail : tail;
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}
