import { buzz, BUZZ_TERMS, type BuzzReference, type BuzzTerm } from "./buzz.js";
import type { BuzzMeasures } from "./evidence.js";
import { meanQuantile } from "./quantile.js";

/**
 * Percentiles of active asset-days that earn half of the points: around the 95th. A mean of eleven percentiles from
 * 92.5 to 97.5, so that one more or less asset-day moves it only a little, and never from one cluster to another.
 */
export const REFERENCE_QUANTILES: readonly number[] = [
  0.925, 0.93, 0.935, 0.94, 0.945, 0.95, 0.955, 0.96, 0.965, 0.97, 0.975,
];
/** Days before a day that its reference looks at. */
export const REFERENCE_WINDOW_DAYS = 90;
/** Days of history from which on only the namespace's own past counts; before, the start values are blended in. */
const REFERENCE_FULL_DAYS = 60;
/** Fewer active asset-days than this say little about the busiest 5 % of them: the true share is then off by 2 points. */
const REFERENCE_MIN_SAMPLES = 120;
/** References stay above 0, also where nobody names a place. */
const SMALLEST_REFERENCE = 0.1;

/** Reference of a data set without any past; a configuration may replace it. */
export const BUZZ_REFERENCE_START: BuzzReference = { evidence: 60, people: 40, places: 6 };

/**
 * m of a namespace (or of a dimension level) for one day, from the active asset-days of the 90 days before it. To be frozen
 * with the day, so that the day's value never changes.
 *
 * 1. Per measure the level of the busiest 5 % ({@link REFERENCE_QUANTILES}).
 * 2. All levels times one factor, so that the busiest 5 % by *buzz* reach 50: days that are high in one measure are not
 *    always high in the others. With q = level of buzz/100 against step 1, the factor is q/(1 − q): odds of x/(x + m)
 *    are x/m.
 * 3. Below 60 days of history a geometric blend with the start values, `start^(1−λ)·own^λ` with λ = days/60.
 *
 * @param samples Measures of asset-days before the day; those without evidence are not active and are passed over.
 * @param historyDays Days with data within those 90.
 */
export function referenceOf(
  samples: Iterable<BuzzMeasures>,
  historyDays: number,
  start: BuzzReference = BUZZ_REFERENCE_START,
  terms: readonly BuzzTerm[] = BUZZ_TERMS,
): BuzzReference {
  const active = Array.from(samples).filter(({ evidence }) => evidence > 0);
  const column = (measure: keyof BuzzMeasures) => Float64Array.from(active, (sample) => sample[measure]);
  const columns = { evidence: column("evidence"), people: column("people"), places: column("places") };
  return referenceOfColumns(columns, historyDays, start, terms);
}

/** Measures of many active asset-days, one array for each, in the same order. */
export type MeasureColumns = Readonly<Record<keyof BuzzMeasures, Float64Array>>;

/** {@link referenceOf} for as many asset-days as there may be. */
export function referenceOfColumns(
  columns: MeasureColumns,
  historyDays: number,
  start: BuzzReference = BUZZ_REFERENCE_START,
  terms: readonly BuzzTerm[] = BUZZ_TERMS,
): BuzzReference {
  const { evidence, people, places } = columns;
  if (evidence.length === 0) return start;
  const level = (values: Float64Array) => referenceLevel(meanQuantile(values, REFERENCE_QUANTILES));
  const levels = { evidence: level(evidence), people: level(people), places: level(places) };
  const scores = evidence.map((value, index) =>
    buzz({ evidence: value, people: people[index] ?? 0, places: places[index] ?? 0 }, levels, terms),
  );
  const factor = calibration(meanQuantile(scores, REFERENCE_QUANTILES));
  const of = (measure: keyof BuzzMeasures) => blendedReference(levels[measure], factor, start[measure], historyDays);
  return { evidence: of("evidence"), people: of("people"), places: of("places") };
}

/** A level as something to divide by. */
export function referenceLevel(level: number): number {
  return Math.max(SMALLEST_REFERENCE, level);
}

/** Factor for all levels that makes the busiest asset-days reach 50, from what they reach so far (0 to 100). */
export function calibration(busiest: number): number {
  return busiest / (100 - busiest);
}

/** `start^(1−λ)·own^λ`, λ = days/60 up to 1: no single day of the first sixty changes what talk is worth by much. */
export function blendedReference(level: number | null, factor: number, start: number, historyDays: number): number {
  if (level === null) return start;
  return start * (referenceLevel(level * factor) / start) ** Math.min(1, historyDays / REFERENCE_FULL_DAYS);
}

/** Whether a reference still rests on the start values, or on fewer than 120 active asset-days. */
export function isProvisionalReference(historyDays: number, samples: number): boolean {
  return historyDays < REFERENCE_FULL_DAYS || samples < REFERENCE_MIN_SAMPLES;
}
