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
  /** Usual distance of each weekday from the median level, Monday first: 7 numbers, in units of x. */
  readonly weekdayOffsets: readonly number[];
  /** Median level after the weekday correction. */
  readonly centre: number;
  /** Robust spread of the level, at least {@link MIN_SCALE}. */
  readonly scale: number;
  /** Days of history behind it. */
  readonly days: number;
}

/** Days before a day that its baseline looks at. */
export const BASELINE_WINDOW_DAYS = 90;
/** Smallest spread, about 10 % of activity: in an even history a small change must not look like a storm. */
export const MIN_SCALE = 0.1;
/** Below this many days every day with mentions is 50. */
export const BASELINE_MIN_DAYS = 3;
/** From this many days on z is no longer shrunk. */
export const BASELINE_FULL_DAYS = 28;
/** Steepness of the logistic curve: z = 1 gives 71, z = 2 gives 86. */
export const LOGISTIC_SLOPE = 0.9;

const shrinkDays = 10;
const weekdayShrink = 0.5;
/** Makes the median absolute deviation comparable with a standard deviation. */
const normalConsistency = 1.4826;

/** `x = 0.60·ln(1 + mentions) + 0.25·ln(1 + people) + 0.15·ln(1 + engagement)`; exactly 0 without mentions. */
export function marketLevel({ mentions, people, engagement }: MarketActivity): number {
  if (mentions <= 0) return 0;
  return 0.6 * Math.log1p(mentions) + 0.25 * Math.log1p(people) + 0.15 * Math.log1p(Math.max(0, engagement));
}

/**
 * The baseline of a day, from x of the up to 90 days before it on which the namespace was available (days without
 * mentions included, days on which the source was down left out). The order of `history` does not matter.
 *
 * Weekday offset `o_w = (median on w − median)·n_w/(n_w + 0.5)`, then `y = x − o_w`, centre = median of y, scale =
 * max(1.4826·MAD of y, 0.10). Medians make it robust against single events (Da, Engelberg & Gao 2011).
 *
 * @param history `weekday` 0 = Monday … 6 = Sunday, as `weekdayOf` gives it.
 */
export function marketBaseline(history: readonly { readonly weekday: number; readonly x: number }[]): MarketBaseline {
  const overall = median(history.map(({ x }) => x));
  const weekdayOffsets = [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
    const same = history.filter((day) => day.weekday === weekday).map(({ x }) => x);
    return same.length === 0 ? 0 : ((median(same) - overall) * same.length) / (same.length + weekdayShrink);
  });
  const levels = history.map(({ weekday, x }) => x - (weekdayOffsets[weekday] ?? 0));
  const centre = median(levels);
  const deviation = median(levels.map((level) => Math.abs(level - centre)));
  return { weekdayOffsets, centre, scale: Math.max(normalConsistency * deviation, MIN_SCALE), days: history.length };
}

/**
 * Buzz of a namespace's day against its own baseline: 0 to 100, about 50 is normal; not rounded. Exactly 0.0 when there
 * were no mentions (x is 0). `100/(1 + exp(−0.9·z))` with `z = (x − o_w − centre)/scale`, shrunk by n/(n + 10) below 28
 * days of history and 0 below 3.
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

function zScore(x: number, { weekdayOffsets, centre, scale, days }: MarketBaseline, weekday: number): number {
  return ((x - (weekdayOffsets[weekday] ?? 0) - centre) / scale) * shrinkOf(days);
}

function logistic(z: number): number {
  return 100 / (1 + Math.exp(-LOGISTIC_SLOPE * z));
}

function shrinkOf(days: number): number {
  if (days < BASELINE_MIN_DAYS) return 0;
  return days < BASELINE_FULL_DAYS ? days / (days + shrinkDays) : 1;
}
