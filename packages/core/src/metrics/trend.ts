import type { WeekdayProfile } from "./weekday-profile.js";
import { sum, sumOf } from "./sum.js";

/** Direction of attention over the latest 3 UTC days against the 3 before; never a price trend. */
export type Trend = "rising" | "falling" | "stable";

/** One day of a window. */
export interface TrendDay {
  /** 0 = Monday … 6 = Sunday. */
  readonly weekday: number;
  /** How much of the day was seen, 0 to 1: 0 before the first data and in an outage, a part while the day still runs. */
  readonly exposure: number;
  readonly mentions: number;
  /** Upvotes or likes; null where the platform has none (news). */
  readonly engagement: number | null;
  /** Distinct communities, sources or authors; several counts are compared one by one. Null where it is not known. */
  readonly breadth: readonly (number | null)[];
}

/** How the latest 3 days differ from the 3 before. */
export interface TrendChange {
  /** `ln R`: the weighted geometric mean of the activity ratios; exactly negated when the windows are swapped. */
  readonly logRatio: number;
  /** The change of mentions in standard errors. */
  readonly z: number;
  /** Mentions of both windows together. */
  readonly mentions: number;
}

/** The combined activity ratio must leave [1/1.10, 1.10] for a label to begin. */
const TREND_BAND = 1.1;
/** And the change of mentions must be this many standard errors. */
const TREND_Z = 1.47;
/** What a label that began within {@link TREND_MEMORY_DAYS} must still pass to stay. */
const TREND_KEPT_BAND = 1.05;
/** The same for the change of mentions: half of what it takes to begin. */
const TREND_KEPT_Z = 0.7;
/** Days after it last began during which a label may stay at the lower threshold. */
export const TREND_MEMORY_DAYS = 3;
/** Fewer mentions than this in both windows together are always stable. */
export const TREND_MIN_MENTIONS = 6;
/** Days in each window. */
export const TREND_WINDOW_DAYS = 3;
/** Days of each window that must have been seen; with less, the trend is stable. */
const TREND_MIN_EXPOSURE = 1;
/** Shares of mentions, engagement and breadth in the activity ratio. */
const TREND_WEIGHTS = { mentions: 0.6, engagement: 0.25, breadth: 0.15 } as const;

const anscombe = 3 / 8;
const noChange: TrendChange = { logRatio: 0, z: 0, mentions: 0 };

/**
 * How the current window differs from the previous one. A window's exposure `e` is the sum over its days of what was seen
 * of each times the factor of its weekday, so that a quiet weekend, an outage or a running day changes nothing by itself.
 *
 * 1. `ln R = 0.60·ln r(mentions) + 0.25·ln r(engagement) + 0.15·ln r(breadth)`, `r(c, p) = (c/e_c + 1)/(p/e_p + 1)`. The
 *    geometric mean makes it symmetric: swapping the windows negates it. Without engagement (null on any day) its ratio is
 *    1, as the platform's own rule has it; several counts of breadth are averaged.
 * 2. `Z = 2(√(c + a) − √(ρ(p + a)))/√(φ(1 + ρ) + λ·e_c·τ²)` with ρ = e_c/e_p, `a = 3φ/8` (Anscombe's variance-stabilising
 *    root for counts of variance φ·mean), λ = (c + p)/(e_c + e_p), and τ² the variance of ln ρ, as far as the weekdays are
 *    not known: `Σ (e_d/e)²·v_w` over the days of both windows. Negated when two windows of the same days are swapped.
 *
 * No change when less than one day of a window was seen.
 */
export function trendChange(
  current: readonly TrendDay[],
  previous: readonly TrendDay[],
  profile: WeekdayProfile,
): TrendChange {
  const now = windowOf(current, profile);
  const then = windowOf(previous, profile);
  const mentions = now.mentions + then.mentions;
  if (now.seen < TREND_MIN_EXPOSURE || then.seen < TREND_MIN_EXPOSURE) return { ...noChange, mentions };
  const phi = profile.dispersion;
  const rho = now.exposure / then.exposure;
  const level = mentions / (now.exposure + then.exposure);
  const change = Math.sqrt(now.mentions + anscombe * phi) - Math.sqrt(rho * (then.mentions + anscombe * phi));
  const variance = phi * (1 + rho) + level * now.exposure * (now.uncertainty + then.uncertainty);
  const logRatio = (c: number, p: number) => logRate(c, now.exposure) - logRate(p, then.exposure);
  const breadths = now.breadth.flatMap((count, part) => {
    const before = then.breadth[part] ?? null;
    return count === null || before === null ? [] : [logRatio(count, before)];
  });
  return {
    logRatio:
      TREND_WEIGHTS.mentions * logRatio(now.mentions, then.mentions) +
      TREND_WEIGHTS.engagement *
        (now.engagement === null || then.engagement === null ? 0 : logRatio(now.engagement, then.engagement)) +
      TREND_WEIGHTS.breadth * (breadths.length === 0 ? 0 : sum(breadths) / breadths.length),
    z: (2 * change) / Math.sqrt(variance),
    mentions,
  };
}

/**
 * Rising, falling or stable, from the changes of the latest days.
 *
 * A label begins on a day on which R leaves ±10 % and |Z| passes 1.47. It stays on the up to three days after that on which
 * R still leaves ±5 % and |Z| passes 0.70 in the same direction, without a day in between that does not: left at a lower
 * bar than it is entered at, it does not flicker. Stable below 6 mentions.
 *
 * @param changeAt The change of the last day (0) and of up to 3 days before it (1 to 3), asked for as needed. The label of a
 *   day depends on these alone.
 */
export function trendOf(changeAt: (daysBack: number) => TrendChange): Trend {
  const last = changeAt(0);
  const begun = labelAt(last, TREND_BAND, TREND_Z);
  if (begun !== "stable") return begun;
  const kept = labelAt(last, TREND_KEPT_BAND, TREND_KEPT_Z);
  for (let back = 1; kept !== "stable" && back <= TREND_MEMORY_DAYS; back += 1) {
    const earlier = changeAt(back);
    if (labelAt(earlier, TREND_BAND, TREND_Z) === kept) return kept;
    if (labelAt(earlier, TREND_KEPT_BAND, TREND_KEPT_Z) !== kept) break;
  }
  return "stable";
}

function labelAt({ logRatio, z, mentions }: TrendChange, band: number, least: number): Trend {
  if (mentions < TREND_MIN_MENTIONS) return "stable";
  if (logRatio > Math.log(band) && z > least) return "rising";
  return logRatio < -Math.log(band) && z < -least ? "falling" : "stable";
}

interface Window {
  /** Days seen, whatever their weekday. */
  readonly seen: number;
  /** Days seen, each times the factor of its weekday. */
  readonly exposure: number;
  /** Variance of the logarithm of `exposure`. */
  readonly uncertainty: number;
  readonly mentions: number;
  readonly engagement: number | null;
  readonly breadth: readonly (number | null)[];
}

function windowOf(all: readonly TrendDay[], { factors, variances }: WeekdayProfile): Window {
  const days = all.filter(({ exposure }) => exposure > 0);
  const exposures = days.map(({ weekday, exposure }) => exposure * (factors[weekday] ?? 1));
  const exposure = sum(exposures);
  const uncertainty = sum(
    days.map(({ weekday }, index) => ((exposures[index] ?? 0) / exposure) ** 2 * (variances[weekday] ?? 0)),
  );
  return {
    seen: sumOf(days, (day) => day.exposure),
    exposure,
    uncertainty,
    mentions: sumOf(days, ({ mentions }) => mentions),
    engagement: sumKnown(days.map(({ engagement }) => engagement)),
    breadth: (days[0]?.breadth ?? []).map((_, part) => sumKnown(days.map(({ breadth }) => breadth[part] ?? null))),
  };
}

/** `ln(count/e + 1)`: a daily rate with a pseudo-count of 1 a day, so that small counts stay near 1 and 0/0 is 1. */
function logRate(count: number, exposure: number): number {
  return Math.log1p(Math.max(0, count) / exposure);
}

/** Null when one of the values is not known. */
function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length < values.length ? null : sum(known);
}
