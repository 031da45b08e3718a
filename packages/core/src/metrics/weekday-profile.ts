import { sum, sumOf } from "./sum.js";

/** One past day of a series of counts. */
export interface ProfileDay {
  /** 0 = Monday … 6 = Sunday. */
  readonly weekday: number;
  /** How much of the day was seen, 0 to 1: an outage is not silence. */
  readonly exposure: number;
  readonly mentions: number;
}

/** The usual course of a week, how sure that is, and how much single days swing around it. */
export interface WeekdayProfile {
  /** What each weekday brings, Monday first, as a multiple of the mean day: 7 numbers above 0 with mean 1. */
  readonly factors: readonly number[];
  /** Variance of the logarithm of each factor, 0 or more. */
  readonly variances: readonly number[];
  /** φ: variance over mean of daily counts around the profile, at least 1 (Poisson); no upper limit. */
  readonly dispersion: number;
}

/** Days of history behind a profile: 8 of each weekday. */
export const WEEKDAY_WINDOW_DAYS = 56;
/** How far the week of one asset may differ from its namespace's, as a standard deviation of the logarithm. */
export const ASSET_DEVIATION = 0.2;
/** The same for a namespace of which nothing is known, against a week of equal days. */
export const NAMESPACE_DEVIATION = 0.6;
/** A week of seven equal days, known for certain. */
export const EVEN_WEEK: WeekdayProfile = {
  factors: [1, 1, 1, 1, 1, 1, 1],
  variances: [0, 0, 0, 0, 0, 0, 0],
  dispersion: 1,
};

const weekdays = [0, 1, 2, 3, 4, 5, 6];
/** The dispersion decides how much the counts are believed, and they decide the dispersion: it settles at once. */
const passes = 2;
/** This many more days than weekdays are needed to estimate how much days of one weekday vary, without a profile. */
const enoughRepeats = 14;

/**
 * The weekly profile of a series, starting from a prior one: an asset's from its namespace's, a namespace's from
 * {@link EVEN_WEEK}. Empirical Bayes with a gamma prior: on weekday w with prior factor F, observed mentions S, expected
 * mentions μ (rate × F × days seen) and prior variance v, the factor is `F·(S + k)/(μ + k)` with `k = φ/v`, scaled to
 * mean 1, and its variance `1/(1/v + μ/φ)`. Few or bursty mentions stay at the prior; thousands speak for themselves.
 *
 * φ is Pearson's `Σ (x − μ)²/μ` over the days, divided by their number less that of the parameters that the data decided
 * (1 for the level, and up to 6 for the weekdays as far as they left the prior). It starts from how much the days of one
 * weekday differ among themselves, so that a week quite unlike the prior is not taken for chance.
 *
 * @param days Up to 56 days before what is judged; those with exposure 0 are passed over.
 * @param deviation How far the series may differ from the prior, as a standard deviation of ln factor; above 0.
 */
export function weekdayProfile(days: readonly ProfileDay[], prior: WeekdayProfile, deviation: number): WeekdayProfile {
  const mentions = sumOf(days, (day) => (day.exposure > 0 ? day.mentions : 0));
  const rate = rateOf(days, mentions, prior.factors);
  const variances = prior.variances.map((variance) => variance + deviation ** 2);
  if (rate === 0) return { factors: prior.factors, variances, dispersion: 1 };
  const seen = weekdays.map((): ProfileDay[] => []);
  for (const day of days) if (day.exposure > 0) seen[day.weekday]?.push(day);
  const observed = seen.map((same) => sumOf(same, mentionsOf));
  const expected = seen.map((same, weekday) => rate * factorOf(prior.factors, weekday) * sumOf(same, exposureOf));
  let factors = prior.factors;
  let dispersion = repeatDispersion(seen) ?? dispersionOf(days, rate, prior.factors, 1);
  for (let pass = 0; pass < passes; pass += 1) {
    const phi = dispersion;
    const raw = weekdays.map((weekday) => {
      const strength = phi / (variances[weekday] ?? 1);
      return (
        (factorOf(prior.factors, weekday) * ((observed[weekday] ?? 0) + strength)) /
        ((expected[weekday] ?? 0) + strength)
      );
    });
    const mean = sum(raw) / raw.length;
    factors = raw.map((factor) => factor / mean);
    const perWeekday = sum(expected) / 7;
    const decided = 6 * (perWeekday / (perWeekday + phi / deviation ** 2));
    dispersion = dispersionOf(days, rateOf(days, mentions, factors), factors, 1 + decided);
  }
  const known = variances.map((variance, weekday) => 1 / (1 / variance + (expected[weekday] ?? 0) / dispersion));
  return { factors, variances: known, dispersion };
}

function dispersionOf(
  days: readonly ProfileDay[],
  rate: number,
  factors: readonly number[],
  parameters: number,
): number {
  let squares = 0;
  let count = 0;
  for (const { weekday, exposure, mentions } of days) {
    if (exposure <= 0) continue;
    const mean = rate * factorOf(factors, weekday) * exposure;
    squares += (mentions - mean) ** 2 / mean;
    count += 1;
  }
  return count > parameters ? Math.max(1, squares / (count - parameters)) : 1;
}

/** φ of days around the mean of their own weekday; null with too few of them. */
function repeatDispersion(seen: readonly (readonly ProfileDay[])[]): number | null {
  let squares = 0;
  let freedom = 0;
  for (const same of seen) {
    if (same.length === 0) continue;
    const rate = sumOf(same, mentionsOf) / sumOf(same, exposureOf);
    if (rate > 0)
      squares += sumOf(same, ({ exposure, mentions }) => (mentions - rate * exposure) ** 2 / (rate * exposure));
    freedom += same.length - 1;
  }
  return freedom < enoughRepeats ? null : Math.max(1, squares / freedom);
}

/** Mentions a day, the weekdays and what was seen of each day taken into account. */
function rateOf(days: readonly ProfileDay[], mentions: number, factors: readonly number[]): number {
  const exposure = sumOf(days, (day) => day.exposure * factorOf(factors, day.weekday));
  return exposure > 0 ? mentions / exposure : 0;
}

const mentionsOf = (day: ProfileDay): number => day.mentions;
const exposureOf = (day: ProfileDay): number => day.exposure;

function factorOf(factors: readonly number[], weekday: number): number {
  return factors[weekday] ?? 1;
}
