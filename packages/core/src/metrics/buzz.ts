import type { BuzzMeasures } from "./evidence.js";

/** One term of the buzz formula. */
export interface BuzzTerm {
  readonly measure: keyof BuzzMeasures;
  /** Share of the 100 points; the weights of a formula add up to 1. */
  readonly weight: number;
}

/** The buzz formula as a table, in the order in which the terms are added, in TypeScript and in SQL. */
export const BUZZ_TERMS: readonly BuzzTerm[] = [
  { measure: "evidence", weight: 0.6 },
  { measure: "people", weight: 0.25 },
  { measure: "places", weight: 0.15 },
];

/** The same for a platform without communities (microblog): the weight of places goes to people. */
export const BUZZ_TERMS_WITHOUT_PLACES: readonly BuzzTerm[] = [
  { measure: "evidence", weight: 0.6 },
  { measure: "people", weight: 0.4 },
];

/** m: the value of each measure that earns half of its points. Always above 0. */
export type BuzzReference = BuzzMeasures;

/** Reference and formula of buzz. */
export interface BuzzScale {
  readonly reference: BuzzReference;
  readonly terms: readonly BuzzTerm[];
}

/** The largest number below 100: saturation reaches 1 in floating point for an absurdly large measure. */
const buzzLimit = 100 - 2 ** -46;

/** `H(x; m) = x/(x + m)`: 0 at 0, one half at m, rising towards 1. For x ≥ 0 and m > 0. */
export function saturation(x: number, m: number): number {
  return x / (x + m);
}

/**
 * Buzz of one asset (or sector, country, contributor): `100·Σ weight·H(measure; m)`, in [0, 100), not rounded.
 *
 * 0 exactly when nothing was mentioned; never falls when a measure grows; 50 means as much attention as on a top-5-%
 * asset-day of the namespace. Neither sentiment nor trend enters.
 *
 * @param measures Of one day, or the mean per day of a window ({@link meanPerDay}).
 * @param reference Frozen m of the window's last day, from `referenceOf`.
 */
export function buzz(
  measures: BuzzMeasures,
  reference: BuzzReference,
  terms: readonly BuzzTerm[] = BUZZ_TERMS,
): number {
  let share = 0;
  for (const { measure, weight } of terms) share += weight * saturation(measures[measure], reference[measure]);
  return Math.min(100 * share, buzzLimit);
}

/**
 * The measures of a window: sums over its days divided by their number, so that a missing day counts as 0. For one day
 * these are the day's own measures and its buzz is the daily value.
 *
 * @param days Days of the window, at least 1.
 */
export function meanPerDay(sums: BuzzMeasures, days: number): BuzzMeasures {
  return { evidence: sums.evidence / days, people: sums.people / days, places: sums.places / days };
}

/** The measures in the order in which {@link buzzOfSums} takes their sums. */
export const BUZZ_MEASURES = ["evidence", "people", "places"] as const satisfies readonly (keyof BuzzMeasures)[];

/**
 * {@link buzz} of the mean per day, for very many keys of one window: the formula is looked up once.
 *
 * @param days Days of the window, at least 1.
 * @returns A function of the sums of {@link BUZZ_MEASURES} over the window.
 */
export function buzzOfSums({ reference, terms }: BuzzScale, days: number): (sums: ArrayLike<number>) => number {
  const places = terms.map(({ measure }) => BUZZ_MEASURES.indexOf(measure));
  const weights = terms.map(({ weight }) => weight);
  const halves = terms.map(({ measure }) => reference[measure]);
  return (sums) => {
    let share = 0;
    for (let term = 0; term < weights.length; term += 1) {
      const mean = (sums[places[term] ?? 0] ?? 0) / days;
      share += (weights[term] ?? 0) * saturation(mean, halves[term] ?? 1);
    }
    return Math.min(100 * share, buzzLimit);
  };
}

/**
 * {@link buzz} as a portable SQL expression of type DOUBLE: same terms, same order of operations, so that ordering rows
 * in SQL and scoring them in TypeScript agree. Arguments are trusted SQL expressions, never user input, and must not be
 * null; references must be above 0.
 *
 * Numbers are written with an exponent because a plain `0.6` is a DECIMAL there, with other arithmetic.
 *
 * ```sql
 * LEAST(1e+2 * (6e-1 * (CAST(e AS DOUBLE) / (CAST(e AS DOUBLE) + CAST(me AS DOUBLE))) + …), 9.999999999999999e+1)
 * ```
 */
export function buzzSqlExpression(
  columns: Readonly<Record<keyof BuzzMeasures, string>>,
  reference: Readonly<Record<keyof BuzzMeasures, string>>,
  terms: readonly BuzzTerm[] = BUZZ_TERMS,
): string {
  const double = (expression: string) => `CAST(${expression} AS DOUBLE)`;
  const share = terms.map(({ measure, weight }) => {
    const x = double(columns[measure]);
    return `${weight.toExponential()} * (${x} / (${x} + ${double(reference[measure])}))`;
  });
  return `LEAST(${(100).toExponential()} * (${share.join(" + ")}), ${buzzLimit.toExponential()})`;
}
