/** Direction of attention over the latest 3 UTC days against the 3 before; never a price trend. */
export type Trend = "rising" | "falling" | "stable";

/** Sums over one of the two windows. All are 0 or more. */
export interface TrendWindow {
  /** Whole days' worth of activity in the window: 3, or 2 + f while its last day still runs (`elapsedShare`). */
  readonly exposureDays: number;
  readonly mentions: number;
  /** Upvotes or likes; null where the platform has none (news). */
  readonly engagement: number | null;
  /** Sum of the daily number of communities, sources or authors. */
  readonly breadth: number;
}

/** What a trend is judged by. */
export interface TrendEvidence {
  readonly current: TrendWindow;
  readonly previous: TrendWindow;
  /** Mentions of up to 28 closed days before the current window, missing days 0: how much the counts swing anyway. */
  readonly dailyMentions: readonly number[];
}

/** The combined activity ratio must leave [1/1.10, 1.10]. */
export const TREND_BAND = 1.1;
/**
 * And the change of mentions must be this many standard errors: 10 % false alarms on each side. The 90th percentile of
 * Student's t with 27 degrees of freedom, as the spread comes from 28 days; the normal 1.28 gave up to 22 % in all.
 */
export const TREND_Z = 1.314;
/** Fewer mentions than this in both windows together are always stable. */
export const TREND_MIN_MENTIONS = 6;
/** Days in each window. */
export const TREND_WINDOW_DAYS = 3;
/** Days of daily counts behind the dispersion. */
export const DISPERSION_WINDOW_DAYS = 28;
/** Shares of mentions, engagement and breadth in the activity ratio. */
export const TREND_WEIGHTS = { mentions: 0.6, engagement: 0.25, breadth: 0.15 } as const;

/**
 * Rising, falling or stable.
 *
 * 1. Ratio: `ln R = 0.60·ln r(mentions) + 0.25·ln r(engagement) + 0.15·ln r(breadth)`, `r` = {@link rateRatio}. The
 *    geometric mean makes the rule symmetric: swapping two full windows swaps rising and falling. With an arithmetic mean
 *    0.6·r + … it would not, since r and 1/r do not average to 1.
 * 2. Guard: {@link changeZ} on mentions, so that chance alone gives a label in at most about 21 % of cases.
 * 3. Rising when R > 1.10 and Z > 1.314, falling when R < 1/1.10 and Z < −1.314, else stable; stable below 6 mentions.
 *
 * Without engagement (either window null) its ratio is the constant 1, as the platform's own rule has it: ln 1 = 0 keeps
 * the rule symmetric and asks more of the rest. Mentions and breadth must grow by 13.6 % together, not by 10 %.
 */
export function trendOf({ current, previous, dailyMentions }: TrendEvidence): Trend {
  if (current.mentions + previous.mentions < TREND_MIN_MENTIONS) return "stable";
  const z = changeZ(current, previous, dispersion(dailyMentions));
  const logRatio = activityLogRatio(current, previous);
  if (logRatio > Math.log(TREND_BAND) && z > TREND_Z) return "rising";
  return logRatio < -Math.log(TREND_BAND) && z < -TREND_Z ? "falling" : "stable";
}

/** `ln R`, the weighted geometric mean of the three ratios: exactly negated when the windows are swapped. */
export function activityLogRatio(current: TrendWindow, previous: TrendWindow): number {
  const logRatio = (c: number, p: number) => logRate(c, current.exposureDays) - logRate(p, previous.exposureDays);
  const engagement =
    current.engagement === null || previous.engagement === null ? 0 : logRatio(current.engagement, previous.engagement);
  return (
    TREND_WEIGHTS.mentions * logRatio(current.mentions, previous.mentions) +
    TREND_WEIGHTS.engagement * engagement +
    TREND_WEIGHTS.breadth * logRatio(current.breadth, previous.breadth)
  );
}

/**
 * `r(c, p) = (c/e_c + 1)/(p/e_p + 1)`: ratio of daily rates, each with a pseudo-count of 1 a day (3 in a full window,
 * fewer in a partial one), so that small counts stay near 1 and 0/0 is 1.
 */
export function rateRatio(count: number, exposureDays: number, earlier: number, earlierExposureDays: number): number {
  return Math.exp(logRate(count, exposureDays) - logRate(earlier, earlierExposureDays));
}

function logRate(count: number, exposureDays: number): number {
  return Math.log1p(Math.max(0, count) / exposureDays);
}

/**
 * `Z = 2(√(c + 3/8) − √(ρ(p + 3/8)))/√(φ(1 + ρ))`, ρ = e_c/e_p: the change of mentions in standard errors, by Anscombe's
 * variance-stabilising square root. About standard normal without a true change; negated when two full windows are swapped.
 *
 * @param phi Variance over mean of daily counts, from {@link dispersion}.
 */
export function changeZ(current: TrendWindow, previous: TrendWindow, phi: number): number {
  const rho = current.exposureDays / previous.exposureDays;
  const change = Math.sqrt(current.mentions + 3 / 8) - Math.sqrt(rho * (previous.mentions + 3 / 8));
  return (2 * change) / Math.sqrt(phi * (1 + rho));
}

/** φ: sample variance over mean of daily counts, from 1 (Poisson) to 10; 1 with fewer than 2 days or no mentions at all. */
export function dispersion(dailyMentions: readonly number[]): number {
  const days = dailyMentions.length;
  const mean = dailyMentions.reduce((sum, count) => sum + count, 0) / days;
  if (days < 2 || mean === 0) return 1;
  const variance = dailyMentions.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (days - 1);
  return Math.min(10, Math.max(1, variance / mean));
}
