import { type DayProfile, dayProfile, MIN_ELAPSED_SHARE, PROFILE_WINDOW_DAYS, shareDone } from "./day-profile.js";
import { median } from "./quantile.js";

/** A day of a whole namespace by the hour. */
export interface HourlyDay {
  /** 0 = Monday … 6 = Sunday. */
  readonly weekday: number;
  /** Mentions of each UTC hour, 24 numbers; all 0 on a day without any row. */
  readonly hours: readonly number[];
}

/** How many mentions must be missing before silence of a whole namespace means that its source was down. */
export const SILENCE_MENTIONS = 20;
/** A gap is a run of silent hours that usually bring this share of a day, or more. */
export const GAP_SHARE = 0.1;
/** A day below this share of what is usual for its weekday was only partly covered. */
export const PARTIAL_SHARE = 0.5;
/** Days of the same weekday that make a usual one; with fewer, all days do. */
const sameWeekdays = 3;

/**
 * How much of each day was seen, in days: 1 for a whole day, 0 for a day on which the source was down. What one source does
 * not deliver is missing for every asset at once, so it shows in the namespace's own counts:
 *
 * - nothing at all, where at least 20 mentions are usual: 0;
 * - a run of silent hours that usually bring a tenth of the day and 20 mentions: that share of the day is missing;
 * - less than half of what is usual for the weekday (the median of such days), where 20 are usual: the day counts as the
 *   share that arrived, so that assets are compared by their part of what arrived.
 *
 * The running day counts by the share of a day that is usually done by now, at least 0.05 where nothing is missing.
 *
 * @param days Days of one namespace, oldest first, from its first day with data on.
 * @param sinceMidnightMs Of the last day, when it still runs; null when it is closed.
 * @returns One number from 0 to 1 per day.
 */
export function dayCoverages(days: readonly HourlyDay[], sinceMidnightMs: number | null): number[] {
  const totals = days.map(({ hours }) => sum(hours));
  const closed = sinceMidnightMs === null ? days : days.slice(0, -1);
  const profile = dayProfile(closed.slice(-PROFILE_WINDOW_DAYS).map(({ hours }) => hours));
  const usual = usualTotals(closed, totals);
  return days.map(({ weekday, hours }, index) => {
    const isRunning = sinceMidnightMs !== null && index === days.length - 1;
    const until = isRunning ? sinceMidnightMs : dayMs;
    return coverageOf({ hours, total: totals[index] ?? 0, usual: usual[weekday] ?? 0, profile, until });
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function coverageOf(of: {
  readonly hours: readonly number[];
  readonly total: number;
  readonly usual: number;
  readonly profile: DayProfile;
  readonly until: number;
}): number {
  const done = shareDone(of.profile, of.until);
  const missing = missingShare(of.hours, of.usual, of.profile, Math.floor(of.until / hourMs));
  const seen = Math.max(0, done - missing);
  const expected = of.usual * seen;
  if (missing === 0 && of.until < dayMs && expected < SILENCE_MENTIONS) return Math.max(MIN_ELAPSED_SHARE, seen);
  if (expected < SILENCE_MENTIONS || of.total >= PARTIAL_SHARE * expected) return seen;
  return (seen * of.total) / expected;
}

/** Share of the day that lies in gaps before the given hour. */
function missingShare(hours: readonly number[], usual: number, profile: DayProfile, untilHour: number): number {
  const shareOf = (hour: number) => (profile.cumulative[hour + 1] ?? 1) - (profile.cumulative[hour] ?? 0);
  let missing = 0;
  let gap = 0;
  const close = () => {
    if (gap >= GAP_SHARE && gap * usual >= SILENCE_MENTIONS) missing += gap;
    gap = 0;
  };
  for (let hour = 0; hour < untilHour; hour += 1) {
    if ((hours[hour] ?? 0) > 0) close();
    else gap += shareOf(hour);
  }
  close();
  return missing;
}

/** Median total of each weekday, Monday first, over days with mentions. */
function usualTotals(days: readonly HourlyDay[], totals: readonly number[]): number[] {
  const active = days.flatMap(({ weekday }, index) => {
    const total = totals[index] ?? 0;
    return total > 0 ? [{ weekday, total }] : [];
  });
  const all = median(active.map(({ total }) => total));
  return [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
    const same = active.filter((day) => day.weekday === weekday);
    return same.length < sameWeekdays ? all : median(same.map(({ total }) => total));
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
