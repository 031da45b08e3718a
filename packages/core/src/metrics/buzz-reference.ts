import { BUZZ_TERMS, type BuzzReference, type BuzzTerm } from "./buzz.js";
import type { BuzzMeasures } from "./evidence.js";
import { quantile } from "./quantile.js";

/** Which asset-day earns half of the points: the 95th percentile of active ones. */
export const REFERENCE_QUANTILE = 0.95;
/** Days before a day that its reference looks at. */
export const REFERENCE_WINDOW_DAYS = 90;
/** Days of history below which the start values stand in for the percentile. */
export const REFERENCE_MIN_DAYS = 14;

/** Smallest reference of each measure, as the formula has it; 1 for a measure that does not enter it. */
export function floorOf(terms: readonly BuzzTerm[]): BuzzReference {
  const floor = (measure: keyof BuzzMeasures) => terms.find((term) => term.measure === measure)?.floor ?? 1;
  return { evidence: floor("evidence"), people: floor("people"), places: floor("places") };
}

/** {@link floorOf} {@link BUZZ_TERMS}. */
export const BUZZ_REFERENCE_FLOOR: BuzzReference = floorOf(BUZZ_TERMS);

/** Reference of a data set that is too young to have its own; a configuration may replace it. */
export const BUZZ_REFERENCE_START: BuzzReference = { evidence: 60, people: 40, places: 6 };

/**
 * m of a namespace (or of a dimension level) for one day: per measure the 95th percentile over the active asset-days of
 * the 90 days before it, at least the floor. To be frozen with the day, so that the day's value never changes.
 *
 * @param samples Measures of asset-days before the day; those without evidence are not active and are passed over.
 * @param historyDays Days on which the namespace was available within those 90; below 14 the start values are used.
 */
export function referenceOf(
  samples: Iterable<BuzzMeasures>,
  historyDays: number,
  start: BuzzReference = BUZZ_REFERENCE_START,
): BuzzReference {
  const active = Array.from(samples).filter(({ evidence }) => evidence > 0);
  const percentile = (measure: keyof BuzzMeasures) =>
    quantile(
      active.map((sample) => sample[measure]),
      REFERENCE_QUANTILE,
    );
  const percentiles = {
    evidence: percentile("evidence"),
    people: percentile("people"),
    places: percentile("places"),
  };
  return referenceFromPercentiles(percentiles, historyDays, start);
}

/** Percentiles of each measure over the active asset-days before a day, wherever they were computed; null without any. */
export type ReferencePercentiles = { readonly [Measure in keyof BuzzMeasures]: number | null };

/** {@link referenceOf} from its percentiles: at least the floor, the start values while history is short. */
export function referenceFromPercentiles(
  percentiles: ReferencePercentiles,
  historyDays: number,
  start: BuzzReference = BUZZ_REFERENCE_START,
  terms: readonly BuzzTerm[] = BUZZ_TERMS,
): BuzzReference {
  const floor = floorOf(terms);
  const valueOf = (measure: keyof BuzzMeasures) =>
    historyDays < REFERENCE_MIN_DAYS ? start[measure] : (percentiles[measure] ?? 0);
  const atLeast = (measure: keyof BuzzMeasures) => Math.max(floor[measure], valueOf(measure));
  return { evidence: atLeast("evidence"), people: atLeast("people"), places: atLeast("places") };
}
