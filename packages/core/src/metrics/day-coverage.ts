import { type DayProfile, dayProfile, MIN_ELAPSED_SHARE, PROFILE_WINDOW_DAYS, shareDone } from "./day-profile.js";
import { median } from "./quantile.js";
import { sum } from "./sum.js";

/** A day of a whole namespace by the hour. */
export interface HourlyDay {
  /** 0 = Monday … 6 = Sunday. */
  readonly weekday: number;
  /** Mentions of each UTC hour, 24 numbers; all 0 on a day without any row. */
  readonly hours: readonly number[];
  /**
   * Share of each hour that live sources are known to have seen, 0 to 1, 24 of them: null for hours of which nothing is known.
   * Left out where there are no live sources.
   */
  readonly seen?: readonly (number | null)[];
}

/** How many mentions must be missing before silence of a whole namespace means that its source was down. */
const SILENCE_MENTIONS = 20;
/** A gap is a run of silent hours that usually bring this share of a day, or more. */
const GAP_SHARE = 0.1;
/** A day below this share of what is usual for its weekday was only partly covered. */
const PARTIAL_SHARE = 0.5;
/** A day seen at least this much counts as whole: the time between two polls at midnight is not an outage. */
export const WHOLE_SHARE = 0.95;
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
 * Where live sources say what they saw of an hour, that counts in the place of a guess: an hour that was seen and is silent is
 * silence, one that was missed is missing. As not every source brings as much, a day counts at least by the share of what is usual
 * that arrived.
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
  return days.map(({ weekday, hours, seen }, index) => {
    const isRunning = sinceMidnightMs !== null && index === days.length - 1;
    const until = isRunning ? sinceMidnightMs : dayMs;
    return coverageOf({ hours, seen, total: totals[index] ?? 0, usual: usual[weekday] ?? 0, profile, until });
  });
}

/**
 * The share that live sources are known to have seen of each day so far, hours weighted by what they usually bring; null where
 * less than half of the day is known. A day of which no more than 5 % is missing is whole.
 *
 * @param days, sinceMidnightMs As {@link dayCoverages} takes them.
 */
export function knownShares(days: readonly HourlyDay[], sinceMidnightMs: number | null): (number | null)[] {
  const closed = sinceMidnightMs === null ? days : days.slice(0, -1);
  const profile = dayProfile(closed.slice(-PROFILE_WINDOW_DAYS).map(({ hours }) => hours));
  return days.map(({ seen }, index) => {
    const until = sinceMidnightMs !== null && index === days.length - 1 ? sinceMidnightMs : dayMs;
    const told = toldOf(seen, profile, until);
    if (told === null) return null;
    if (told.missing <= 1 - WHOLE_SHARE) return 1;
    return Math.max(0, 1 - told.missing / shareDone(profile, until));
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function coverageOf(of: {
  readonly hours: readonly number[];
  readonly seen: readonly (number | null)[] | undefined;
  readonly total: number;
  readonly usual: number;
  readonly profile: DayProfile;
  readonly until: number;
}): number {
  const done = shareDone(of.profile, of.until);
  const told = toldOf(of.seen, of.profile, of.until);
  if (told !== null) {
    // Time missed between two polls is not an outage.
    if (told.missing <= 1 - WHOLE_SHARE) return of.until < dayMs ? Math.max(MIN_ELAPSED_SHARE, done) : done;
    const seen = Math.max(0, done - told.missing);
    const arrived = of.usual * done < SILENCE_MENTIONS ? 0 : Math.min(done, of.total / of.usual);
    return Math.max(seen, arrived);
  }
  const missing = missingShare(of.hours, of.usual, of.profile, Math.floor(of.until / hourMs));
  const seen = Math.max(0, done - missing);
  const expected = of.usual * seen;
  if (missing === 0 && of.until < dayMs && expected < SILENCE_MENTIONS) return Math.max(MIN_ELAPSED_SHARE, seen);
  if (expected < SILENCE_MENTIONS || of.total >= PARTIAL_SHARE * expected) return seen;
  return (seen * of.total) / expected;
}

/**
 * The share of a day's usual activity that live sources missed so far; null where they say nothing of half of the time, or more.
 */
function toldOf(
  seen: readonly (number | null)[] | undefined,
  profile: DayProfile,
  until: number,
): { readonly missing: number } | null {
  if (seen === undefined) return null;
  let [missing, known, all] = [0, 0, 0];
  for (let hour = 0; hour * hourMs < until; hour += 1) {
    const share = shareDone(profile, Math.min(until, (hour + 1) * hourMs)) - shareDone(profile, hour * hourMs);
    const told = seen[hour] ?? null;
    all += 1;
    if (told === null) continue;
    known += 1;
    missing += share * (1 - told);
  }
  return known * 2 <= all ? null : { missing };
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
