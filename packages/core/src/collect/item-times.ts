import { parseSourceTime } from "../ingest/source-time.js";

/** The oldest and the newest time of some items, ms since the epoch. Times that lie ahead say nothing, nor do those that are none. */
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
