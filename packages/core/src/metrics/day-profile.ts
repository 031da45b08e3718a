/** Share of a day's activity done by each full hour: 25 numbers from 0 (00:00 UTC) to 1 (24:00), non-decreasing. */
export interface DayProfile {
  readonly cumulative: readonly number[];
}

/** Days of hourly counts behind a profile. */
export const PROFILE_WINDOW_DAYS = 28;
/** Smallest elapsed share: just after midnight a few posts must not count as a storm, nor their absence as silence. */
export const MIN_ELAPSED_SHARE = 0.05;

const hourMs = 3_600_000;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/**
 * The usual course of a UTC day: the mean over the days of their hourly shares, summed up from midnight. Every day
 * counts the same, so that one viral evening does not set the profile; days without activity are passed over. Uniform
 * when nothing is left.
 *
 * @param days Up to 28 closed days of 24 hourly counts each, hour 0 first; missing hours count as 0.
 */
export function dayProfile(days: readonly (readonly number[])[]): DayProfile {
  const totals = days.map((counts) => hours.reduce((sum, hour) => sum + (counts[hour] ?? 0), 0));
  const active = totals.filter((total) => total > 0).length;
  const cumulative = [0];
  let done = 0;
  for (const hour of hours) {
    if (active === 0) done = (hour + 1) / 24;
    else
      days.forEach((counts, index) => {
        const total = totals[index] ?? 0;
        if (total > 0) done += (counts[hour] ?? 0) / total / active;
      });
    cumulative.push(hour === 23 ? 1 : Math.min(1, done));
  }
  return { cumulative };
}

/**
 * The share of a day's activity that is normally done at this time of day, from 0 at midnight to 1 at the day's end,
 * linear within the hour; never falls as the day goes on.
 *
 * @param sinceMidnightMs Milliseconds since 00:00 UTC; below 0 counts as 0, a whole day and more as 1.
 */
export function shareDone(profile: DayProfile, sinceMidnightMs: number): number {
  const position = Math.min(24, Math.max(0, sinceMidnightMs / hourMs));
  const hour = Math.floor(position);
  const before = profile.cumulative[hour] ?? 1;
  const after = profile.cumulative[hour + 1] ?? 1;
  return Math.min(1, before + (after - before) * (position - hour));
}

/** f: {@link shareDone}, at least 0.05. What the running day counts in a trend's exposure. */
export function elapsedShare(profile: DayProfile, sinceMidnightMs: number): number {
  return Math.max(MIN_ELAPSED_SHARE, shareDone(profile, sinceMidnightMs));
}
