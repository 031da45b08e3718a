import { type UtcDay, startOfDayMs, weekdayOf } from "@market-sentiment/core";
import { hash32, mix32 } from "./rng.js";
import { dayIndex } from "./rhythm.js";
import { sampleAsset } from "./universe.js";

/** Typical daily move of the sample world's shares, as a share of the price. */
export const dailyMove = 0.022;

const hourMs = 3_600_000;
const sessionStart = 14.5;
const sessionHours = 6.5;

/** Value in [-1, 1] at the whole number; smooth between them. */
function noise(key: number, position: number): number {
  const cell = Math.floor(position);
  const at = (index: number) => mix32(key ^ Math.imul(index, 0x27d4eb2d)) / 0x7fffffff - 1;
  const share = position - cell;
  const smooth = share * share * (3 - 2 * share);
  return at(cell) * (1 - smooth) + at(cell + 1) * smooth;
}

/** Number of past trading sessions, including the elapsed share of the current one: the clock of share prices. */
export function tradingTime(day: UtcDay, hour: number): number {
  const index = dayIndex(day);
  const weekday = weekdayOf(day);
  const before = Math.floor(index / 7) * 5 + Math.min(weekday, 5);
  if (weekday > 4) return before;
  return before + Math.min(1, Math.max(0, (hour - sessionStart) / sessionHours));
}

const octaves = [-3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7] as const;

/** Price of the asset at an hour (0 to 24, fractions allowed) of the day: a seeded walk over many time scales. */
export function samplePrice(seed: string | number, key: string, day: UtcDay, hour: number): number {
  const asset = sampleAsset(key);
  const time = asset.groupId === "coin" ? dayIndex(day) + hour / 24 : tradingTime(day, hour);
  const walk = octaves.reduce<number>((sum, octave) => {
    const period = 2 ** octave;
    return sum + Math.sqrt(period) * noise(hash32(`${String(seed)}/price/${key}/${String(octave)}`), time / period);
  }, 0);
  const calm = asset.groupId === "fund" ? 0.4 : asset.groupId === "coin" ? 1.4 : 1;
  return asset.basePrice * Math.exp(walk * dailyMove * 0.75 * calm);
}

/** Like {@link samplePrice}, at an instant. */
export function priceAt(seed: string | number, key: string, time: number): number {
  const day = new Date(time).toISOString().slice(0, 10) as UtcDay;
  return samplePrice(seed, key, day, (time - startOfDayMs(day)) / hourMs);
}

/** Change of the day's close against the close before, as a share. */
export function dayChange(seed: string | number, key: string, day: UtcDay): number {
  return samplePrice(seed, key, day, 21) / samplePrice(seed, key, day, 0) - 1;
}
