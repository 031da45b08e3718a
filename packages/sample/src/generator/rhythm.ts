import { type UtcDay, daysBetween, startOfDayMs, utcDay, weekdayOf } from "@market-sentiment/core";
import type { Rng } from "./rng.js";
import type { SampleRegion } from "./universe.js";

/** Day 0 of the sample world. */
const worldEpoch = utcDay("2020-01-06");

/** Days since the epoch of the world; negative before it. */
export function dayIndex(day: UtcDay): number {
  return daysBetween(worldEpoch, day);
}

const weekdayFactors = [0.97, 1.05, 1.08, 1.08, 0.95, 0.55, 0.55] as const;

/** Activity of a weekday relative to an average working day; 0.55 at the weekend. */
export function weekdayFactor(day: UtcDay): number {
  return weekdayFactors[weekdayOf(day)] ?? 1;
}

/** Crypto hardly knows weekends. */
export function cryptoWeekdayFactor(day: UtcDay): number {
  return weekdayOf(day) > 4 ? 0.85 : 1;
}

/** Whether the UTC day is a Saturday or a Sunday. */
export const isWeekend = (day: UtcDay): boolean => weekdayOf(day) > 4;

const hours = (text: string) => text.split(" ").map(Number);

/** Relative activity of the 24 UTC hours. */
const hourProfiles = {
  us: hours("3 2 2 1 1 1 1 2 3 5 8 11 14 15 13 11 10 9 9 10 12 8 5 4"),
  europe: hours("1 1 1 1 2 4 9 13 13 11 10 9 9 8 8 7 6 4 3 2 2 1 1 1"),
  asia: hours("9 10 10 9 9 8 9 9 8 6 5 4 3 3 2 2 2 1 1 1 2 3 5 7"),
  crypto: hours("6 5 5 5 5 5 5 6 7 7 7 8 9 10 11 11 10 10 9 9 9 8 8 7"),
  evening: hours("9 8 6 4 3 2 2 2 2 3 4 6 8 12 14 13 11 10 10 11 12 11 10 10"),
} as const;

const hourMs = 3_600_000;
const allHours = Array.from({ length: 24 }, (_, hour) => hour);

/** A random instant of the day by the profile, in ms at whole seconds; not before `from` if given. */
export function instantOn(
  rng: Rng,
  day: UtcDay,
  profile: keyof typeof hourProfiles | SampleRegion,
  from?: number,
): number {
  const weights = hourProfiles[profile];
  const hour = rng.weighted(allHours, (index) => weights[index] ?? 1);
  const start = startOfDayMs(day);
  const drawn = start + hour * hourMs + rng.int(0, 3599) * 1000;
  if (from === undefined || drawn >= from) return drawn;
  const end = start + 24 * hourMs;
  return from + Math.floor((rng.next() ** 2 * (end - 1000 - from)) / 1000) * 1000;
}

/** ISO text of an instant, without fractions: `2026-03-02T14:05:00Z`. */
export function isoSeconds(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}
