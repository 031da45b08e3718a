import type { BuzzReference } from "./buzz.js";
import type { BuzzMeasures } from "./evidence.js";
import { quantile } from "./quantile.js";

/** Which asset-day earns half of the points: the 95th percentile of active ones. */
export const REFERENCE_QUANTILE = 0.95;
/** Days before a day that its reference looks at. */
export const REFERENCE_WINDOW_DAYS = 90;
/** Days of history below which the start values stand in for the percentile. */
export const REFERENCE_MIN_DAYS = 14;

/** Smallest reference: in a quiet namespace a handful of posts must not look like a storm. */
export const BUZZ_REFERENCE_FLOOR: BuzzReference = { evidence: 8, people: 6, places: 2 };

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
  if (historyDays < REFERENCE_MIN_DAYS) return floored((measure) => start[measure]);
  const active = Array.from(samples).filter(({ evidence }) => evidence > 0);
  return floored((measure) =>
    quantile(
      active.map((sample) => sample[measure]),
      REFERENCE_QUANTILE,
    ),
  );
}

function floored(valueOf: (measure: keyof BuzzMeasures) => number): BuzzReference {
  const atLeast = (measure: keyof BuzzMeasures) => Math.max(BUZZ_REFERENCE_FLOOR[measure], valueOf(measure));
  return { evidence: atLeast("evidence"), people: atLeast("people"), places: atLeast("places") };
}
