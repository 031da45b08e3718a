import { MIN_ELAPSED_SHARE } from "./day-profile.js";
import { median } from "./quantile.js";

/** Activity of a whole namespace on one day. All are 0 or more. */
export interface MarketActivity {
  readonly mentions: number;
  /** Distinct authors, or posts (news: articles) where authors are not known. */
  readonly people: number;
  readonly engagement: number;
}

/** What a normal day looks like, from the days before; plain numbers, to be frozen and stored with the day. */
export interface MarketBaseline {
  /** Median level of the days before, whatever their weekday, in units of x. */
  readonly centre: number;
  /** Usual distance of each weekday from that, Monday first: 7 numbers; 0 for a weekday without any day. */
  readonly weekdayOffsets: readonly number[];
  /**
   * How far a normal day of each weekday is off, Monday first: the spread of the level and the uncertainty of the weekday's
   * median together. Null for a weekday without any day: nothing can be said of it yet.
   */
  readonly scales: readonly (number | null)[];
  /** Days of history behind it. */
  readonly days: number;
}

/** Days before a day that its baseline looks at. */
export const BASELINE_WINDOW_DAYS = 90;
/** Days of the same weekday whose median is normal: the latest ones, so that the level may drift. */
const SAME_WEEKDAYS = 6;
/** Smallest spread, about 10 % of activity: in an even history a small change must not look like a storm. */
const MIN_SCALE = 0.1;
/** Below this many days every day with mentions is 50. */
const BASELINE_MIN_DAYS = 3;
/** Below this many days (8 weeks) a baseline is provisional. */
export const BASELINE_FULL_DAYS = 56;
/** Steepness of the logistic curve: z = 1 gives 71, z = 2 gives 86. */
const LOGISTIC_SLOPE = 0.9;

/** Spread of the level where none is known: a factor of 1.6 either way. */
const unknownScale = 0.5;
/** So many pairs of days a week apart make a spread of their own. */
const fullPairs = 28;
/** Makes the median absolute deviation comparable with a standard deviation. */
const normalConsistency = 1.4826;

/** `x = 0.60·ln(1 + mentions) + 0.25·ln(1 + people) + 0.15·ln(1 + engagement)`; exactly 0 without mentions. */
export function marketLevel({ mentions, people, engagement }: MarketActivity): number {
  if (mentions <= 0) return 0;
  return 0.6 * Math.log1p(mentions) + 0.25 * Math.log1p(people) + 0.15 * Math.log1p(Math.max(0, engagement));
}

/** One past day as the baseline sees it. */
export interface PastLevel {
  /** Days since any fixed day, so that the day a week before can be told. */
  readonly index: number;
  /** 0 = Monday … 6 = Sunday, as `weekdayOf` gives it. */
  readonly weekday: number;
  /** {@link marketLevel} of the day. */
  readonly x: number;
}

/**
 * The baseline of a day, from x of the up to 90 days before it on which the namespace was available (days without
 * mentions included, days on which the source was down left out). The order of `history` does not matter.
 *
 * Normal for a weekday is the median of its latest six days: half of all days then lie above it, on every weekday and
 * from the second week, and nothing has to be shrunk. The spread is `1.4826·median |x_d − x_(d−7)|/√2`, which neither
 * the weekday nor a drift of the level touches, at least 0.10; below 28 such pairs it is blended with 0.5 in proportion.
 * Together with the uncertainty of a median of n: `scale = spread·√(1 + π/(2n))`. Medians make all of it robust against
 * single events (Da, Engelberg & Gao 2011).
 */
export function marketBaseline(history: readonly PastLevel[]): MarketBaseline {
  const sorted = [...history].sort((a, b) => a.index - b.index);
  const centre = median(sorted.map(({ x }) => x));
  const spread = weeklySpread(sorted);
  const weekdays = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
    sorted
      .filter((day) => day.weekday === weekday)
      .slice(-SAME_WEEKDAYS)
      .map(({ x }) => x),
  );
  return {
    centre,
    weekdayOffsets: weekdays.map((levels) => (levels.length === 0 ? 0 : median(levels) - centre)),
    scales: weekdays.map(({ length }) => (length === 0 ? null : spread * Math.sqrt(1 + Math.PI / (2 * length)))),
    days: history.length,
  };
}

function weeklySpread(history: readonly PastLevel[]): number {
  const levels = new Map(history.map(({ index, x }) => [index, x]));
  const changes = history.flatMap(({ index, x }) => {
    const before = levels.get(index - 7);
    return before === undefined ? [] : [Math.abs(x - before)];
  });
  const share = Math.min(1, changes.length / fullPairs);
  const own = (normalConsistency * median(changes)) / Math.SQRT2;
  return Math.max(MIN_SCALE, share * own + (1 - share) * unknownScale);
}

/**
 * Buzz of a namespace's day against its own baseline: 0 to 100, about 50 is normal; not rounded. Exactly 0.0 when there
 * were no mentions (x is 0). `100/(1 + exp(−0.9·z))` with `z = (x − o_w − centre)/scale_w`; z = 0 below 3 days of history
 * and on a weekday that history has not seen.
 *
 * @param x {@link marketLevel} of the day.
 */
export function marketBuzz(x: number, baseline: MarketBaseline, weekday: number): number {
  return x <= 0 ? 0 : logistic(zScore(x, baseline, weekday));
}

/**
 * {@link marketBuzz} of the running day: its counts divided by the share of a day's activity that is normally done by
 * now, so that about 50 is normal at every hour. Until 5 % are done there is little to go by, and z is multiplied by
 * share/0.05: the score starts at 50 and opens up. (Dividing by a share floored at 0.05 instead would show a normal day
 * as near 0 right after every midnight.) Exactly 0.0 before the first mention; equals `marketBuzz` at the day's end.
 *
 * @param share Share done so far, 0 to 1, from `shareDone`.
 */
export function runningMarketBuzz(
  soFar: MarketActivity,
  share: number,
  baseline: MarketBaseline,
  weekday: number,
): number {
  if (soFar.mentions <= 0) return 0;
  if (share <= 0) return logistic(0);
  const { mentions, people, engagement } = soFar;
  const x = marketLevel({ mentions: mentions / share, people: people / share, engagement: engagement / share });
  return logistic(zScore(x, baseline, weekday) * Math.min(1, share / MIN_ELAPSED_SHARE));
}

/** Market buzz of a window: mean of its daily scores. Null marks a day on which the namespace was not available; 0 when all were. */
export function marketWindowBuzz(daily: readonly (number | null)[]): number {
  const available = daily.filter((value) => value !== null);
  return available.length === 0 ? 0 : available.reduce((sum, value) => sum + value, 0) / available.length;
}

function zScore(x: number, { centre, weekdayOffsets, scales, days }: MarketBaseline, weekday: number): number {
  const scale = scales[weekday] ?? null;
  if (scale === null || days < BASELINE_MIN_DAYS) return 0;
  return (x - (weekdayOffsets[weekday] ?? 0) - centre) / scale;
}

function logistic(z: number): number {
  return 100 / (1 + Math.exp(-LOGISTIC_SLOPE * z));
}
