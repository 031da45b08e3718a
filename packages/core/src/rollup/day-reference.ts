import {
  BUZZ_REFERENCE_FLOOR,
  BUZZ_REFERENCE_START,
  REFERENCE_MIN_DAYS,
} from "../metrics/buzz-reference.js";
import type { BuzzReference } from "../metrics/buzz.js";
import {
  BASELINE_WINDOW_DAYS,
  type MarketActivity,
  type MarketBaseline,
  marketBaseline,
  marketBuzz,
  marketLevel,
} from "../metrics/market-buzz.js";
import { addDays, type UtcDay, weekdayOf } from "../time/utc-day.js";

/** Levels that have buzz references of their own. */
export const buzzScopes = ["subject", "sector", "country"] as const;
export type BuzzScope = (typeof buzzScopes)[number];

/** One row of `day_reference`; market columns are null on buzz scopes and the other way round. */
export interface DayReferenceRow {
  readonly day: UtcDay;
  readonly scope: BuzzScope | "market";
  readonly evidence: number | null;
  readonly people: number | null;
  readonly places: number | null;
  readonly market_centre: number | null;
  readonly market_scale: number | null;
  readonly market_offset: number | null;
  readonly history_days: number;
  readonly frozen: boolean;
  readonly revision: number;
}

/** 95th percentiles over the active keys of the days before; null where there were none. */
export interface ReferencePercentiles {
  readonly evidence: number | null;
  readonly people: number | null;
  readonly places: number | null;
}

/** The reference of a day from its percentiles: at least the floor, the start values while history is short. */
export function referenceFrom(percentiles: ReferencePercentiles, historyDays: number): BuzzReference {
  const of = (measure: keyof BuzzReference) =>
    Math.max(
      BUZZ_REFERENCE_FLOOR[measure],
      historyDays < REFERENCE_MIN_DAYS ? BUZZ_REFERENCE_START[measure] : (percentiles[measure] ?? 0),
    );
  return { evidence: of("evidence"), people: of("people"), places: of("places") };
}

/** One day of the whole namespace. */
export interface MarketDay extends MarketActivity {
  readonly day: UtcDay;
}

/**
 * Baseline of a day from the up to 90 days before it. A day without any row is a day on which the source gave nothing:
 * for a whole namespace that is an outage, not silence, so it is left out.
 */
export function baselineOf(day: UtcDay, history: readonly MarketDay[]): MarketBaseline {
  const first = addDays(day, -BASELINE_WINDOW_DAYS);
  const window = history.filter((past) => past.day >= first && past.day < day);
  return marketBaseline(window.map((past) => ({ weekday: weekdayOf(past.day), x: marketLevel(past) })));
}

/** The stored form of a market baseline: only the offset of the day's own weekday is ever used. */
export function marketReference(day: UtcDay, baseline: MarketBaseline): DayReferenceRow {
  return {
    day,
    scope: "market",
    evidence: null,
    people: null,
    places: null,
    market_centre: baseline.centre,
    market_scale: baseline.scale,
    market_offset: baseline.weekdayOffsets[weekdayOf(day)] ?? 0,
    history_days: baseline.days,
    frozen: false,
    revision: 0,
  };
}

/** Market buzz of a day against a stored reference. */
export function marketBuzzAgainst(
  activity: MarketActivity,
  day: UtcDay,
  reference: Pick<DayReferenceRow, "market_centre" | "market_scale" | "market_offset" | "history_days">,
): number {
  const weekday = weekdayOf(day);
  const weekdayOffsets = Array.from({ length: 7 }, (_, index) => (index === weekday ? (reference.market_offset ?? 0) : 0));
  const baseline = {
    weekdayOffsets,
    centre: reference.market_centre ?? 0,
    scale: reference.market_scale ?? 1,
    days: reference.history_days,
  };
  return marketBuzz(marketLevel(activity), baseline, weekday);
}
