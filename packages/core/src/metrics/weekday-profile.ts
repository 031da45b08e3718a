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

/** Nothing on any weekday. */
const noWeek: readonly number[] = [0, 0, 0, 0, 0, 0, 0];
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
  const seen = weekSums(days);
  const rate = rateOf(days, seen.total, prior.factors);
  const variances = prior.variances.map((variance) => variance + deviation ** 2);
  if (rate === 0) return { factors: prior.factors, variances, dispersion: 1 };
  const expected = seen.exposures.map((exposure, weekday) => rate * factorOf(prior.factors, weekday) * exposure);
  let factors = prior.factors;
  let dispersion = repeatDispersion(days, seen) ?? dispersionOf(days, rate, prior.factors, 1);
  for (let pass = 0; pass < passes; pass += 1) {
    const phi = dispersion;
    const raw = expected.map((mean, weekday) => {
      const strength = phi / (variances[weekday] ?? 1);
      return (factorOf(prior.factors, weekday) * ((seen.mentions[weekday] ?? 0) + strength)) / (mean + strength);
    });
    const mean = sum(raw) / raw.length;
    factors = raw.map((factor) => factor / mean);
    const perWeekday = sum(expected) / 7;
    const decided = 6 * (perWeekday / (perWeekday + phi / deviation ** 2));
    dispersion = dispersionOf(days, rateOf(days, seen.total, factors), factors, 1 + decided);
  }
  const known = variances.map((variance, weekday) => 1 / (1 / variance + (expected[weekday] ?? 0) / dispersion));
  return { factors, variances: known, dispersion };
}

/** Sums over the days that were seen, by weekday. */
interface WeekSums {
  readonly days: readonly number[];
  readonly mentions: readonly number[];
  readonly exposures: readonly number[];
  /** Of all mentions. */
  readonly total: number;
}

/** In one pass: a list makes hundreds of profiles, and lists of days by weekday would be most of what they cost. */
function weekSums(series: readonly ProfileDay[]): WeekSums {
  const [days, mentions, exposures] = [[...noWeek], [...noWeek], [...noWeek]];
  let total = 0;
  for (const { weekday, exposure, mentions: count } of series) {
    if (exposure <= 0) continue;
    total += count;
    days[weekday] = (days[weekday] ?? 0) + 1;
    mentions[weekday] = (mentions[weekday] ?? 0) + count;
    exposures[weekday] = (exposures[weekday] ?? 0) + exposure;
  }
  return { days, mentions, exposures, total };
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
function repeatDispersion(series: readonly ProfileDay[], { days, mentions, exposures }: WeekSums): number | null {
  const rates = days.map((count, weekday) => (count === 0 ? 0 : (mentions[weekday] ?? 0) / (exposures[weekday] ?? 0)));
  const squares = [...noWeek];
  for (const { weekday, exposure, mentions: count } of series) {
    const rate = rates[weekday] ?? 0;
    if (exposure <= 0 || rate <= 0) continue;
    const mean = rate * exposure;
    squares[weekday] = (squares[weekday] ?? 0) + (count - mean) ** 2 / mean;
  }
  const freedom = sumOf(days, (count) => Math.max(0, count - 1));
  return freedom < enoughRepeats ? null : Math.max(1, sum(squares) / freedom);
}

/** Mentions a day, the weekdays and what was seen of each day taken into account. */
function rateOf(days: readonly ProfileDay[], mentions: number, factors: readonly number[]): number {
  let seen = 0;
  for (const { weekday, exposure } of days) seen += exposure * factorOf(factors, weekday);
  return seen > 0 ? mentions / seen : 0;
}

function factorOf(factors: readonly number[], weekday: number): number {
  return factors[weekday] ?? 1;
}
