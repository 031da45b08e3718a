import { parseSourceTime } from "../ingest/source-time.js";

/** Oldest and newest time of some items, ms since the epoch. Ignores times in the future and invalid ones. */
export function timesOf(
  values: readonly unknown[],
  nowMs: number,
): { readonly oldestMs: number | null; readonly newestMs: number | null } {
  let oldestMs: number | null = null;
  let newestMs: number | null = null;
  for (const value of values) {
    const time = parseSourceTime(value);
    if (time === null || time > nowMs) continue;
    oldestMs = oldestMs === null ? time : Math.min(oldestMs, time);
    newestMs = newestMs === null ? time : Math.max(newestMs, time);
  }
  return { oldestMs, newestMs };
}
