import {
  BASELINE_FULL_DAYS,
  BASELINE_WINDOW_DAYS,
  type MarketActivity,
  type MarketBaseline,
  marketBaseline,
  marketBuzz,
  marketLevel,
  runningMarketBuzz,
} from "../metrics/market-buzz.js";
import { addDays, daysBetween, type UtcDay, weekdayOf } from "../time/utc-day.js";

/** Levels that have buzz references of their own. */
export const buzzScopes = ["subject", "sector", "country"] as const;
/** A level that has a buzz reference of its own. */
export type BuzzScope = (typeof buzzScopes)[number];

/** One row of `day_reference`. Market columns are null in rows of a buzz scope, and buzz columns in the market's row. */
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
  /** Null in rows of release 0.1.0. */
  readonly provisional: boolean | null;
  readonly frozen: boolean;
  readonly revision: number;
  /** Null in rows of release 0.1.0. */
  readonly revised: boolean | null;
  /** Null in rows of release 0.1.0. */
  readonly history: boolean | null;
}

/** One day of the whole namespace. */
export interface MarketDay extends MarketActivity {
  readonly day: UtcDay;
}

/**
 * Baseline of a day from up to 90 days before it. Days without any row are left out: when a whole namespace is empty, the
 * source had an outage; it was not silent.
 */
export function baselineOf(day: UtcDay, history: readonly MarketDay[]): MarketBaseline {
  const first = addDays(day, -BASELINE_WINDOW_DAYS);
  const window = history.filter((past) => past.day >= first && past.day < day);
  return marketBaseline(
    window.map((past) => ({ index: daysBetween(first, past.day), weekday: weekdayOf(past.day), x: marketLevel(past) })),
  );
}

/** The stored form of a market baseline. It keeps only the offset and scale of the day's own weekday: no others are used. */
export function marketReference(day: UtcDay, baseline: MarketBaseline): DayReferenceRow {
  const weekday = weekdayOf(day);
  return {
    day,
    scope: "market",
    evidence: null,
    people: null,
    places: null,
    market_centre: baseline.centre,
    market_scale: baseline.scales[weekday] ?? null,
    market_offset: baseline.weekdayOffsets[weekday] ?? 0,
    history_days: baseline.days,
    provisional: baseline.days < BASELINE_FULL_DAYS,
    frozen: false,
    revision: 0,
    revised: false,
    history: false,
  };
}

/** The market columns of a stored reference; null where the day has none. */
export type StoredBaseline = Pick<DayReferenceRow, "market_centre" | "market_scale" | "market_offset"> & {
  readonly history_days: number | null;
};

/**
 * Market buzz of a day against its stored reference.
 *
 * @param share Usual share of a day's activity up to this hour, for the running day; left out for a closed day.
 */
export function marketBuzzAgainst(
  activity: MarketActivity,
  day: UtcDay,
  reference: StoredBaseline,
  share?: number,
): number {
  const weekday = weekdayOf(day);
  const ofWeekday = <Value>(value: Value, other: Value) =>
    Array.from({ length: 7 }, (_, index) => (index === weekday ? value : other));
  const baseline: MarketBaseline = {
    weekdayOffsets: ofWeekday(reference.market_offset ?? 0, 0),
    centre: reference.market_centre ?? 0,
    scales: ofWeekday(reference.market_scale, null),
    days: reference.history_days ?? 0,
  };
  if (share !== undefined) return runningMarketBuzz(activity, share, baseline, weekday);
  return marketBuzz(marketLevel(activity), baseline, weekday);
}
