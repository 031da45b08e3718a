import { Cron } from "croner";
import type { ConfiguredSource } from "./source-config.js";
import type { PollReport } from "./poll-source.js";

/** First and longest pause after failures, if the source names none. */
const FIRST_BACKOFF_MS = 30_000;
const LONGEST_BACKOFF_MS = 3_600_000;
/**
 * Longest pause between polls of a quiet source, as a share of the time without news, and as a multiple of its
 * interval.
 */
const QUIET_SHARE = 1 / 12;
const MOST_GROWTH = 4;
/** Polls are spread by this share of the interval, so that many sources do not poll at once. */
const JITTER = 0.1;
/** How late a poll may be before the collector counts as gone. */
const GRACE_MS = 120_000;

/** State of one process that decides when a source is polled next. */
export interface Rhythm {
  /** Failures in a row. */
  readonly failures: number;
  /** End of the first poll without news since the last news, ms since the epoch; null if the last poll brought news. */
  readonly quietSinceMs: number | null;
}

/** Before the first poll. */
export const firstRhythm: Rhythm = { failures: 0, quietSinceMs: null };

/** The rhythm after a poll that ended at `endedMs`, ms since the epoch. */
export function rhythmAfter(rhythm: Rhythm, { outcome }: Pick<PollReport, "outcome">, endedMs: number): Rhythm {
  if (outcome === "error" || outcome === "blocked") return { ...rhythm, failures: rhythm.failures + 1 };
  const isQuiet = outcome === "unchanged" || outcome === "empty";
  return { failures: 0, quietSinceMs: isQuiet ? (rhythm.quietSinceMs ?? endedMs) : null };
}

/**
 * When to poll next, in whole ms since the epoch. Respects the source's own waiting times. After failures the pause
 * doubles, up to an hour. A source without news is polled less often: after a twelfth of its quiet time, at most four
 * intervals. So news of a slow source is delayed only by a small part of the time that it took to appear. Cron patterns
 * are exact to the minute.
 *
 * @param random From 0 to 1, spreads the polls.
 */
export function nextPollMs(
  source: Pick<ConfiguredSource, "everyMs" | "cron">,
  rhythm: Rhythm,
  endedMs: number,
  waitMs: number | null,
  random: number,
): number {
  const earliest = endedMs + (waitMs ?? 0);
  const { everyMs, cron } = source;
  const backoff =
    rhythm.failures === 0
      ? 0
      : Math.min(LONGEST_BACKOFF_MS, Math.max(everyMs ?? 0, FIRST_BACKOFF_MS * 2 ** Math.min(20, rhythm.failures - 1)));
  const quietMs = Math.max(0, endedMs - (rhythm.quietSinceMs ?? endedMs));
  const spread = 1 + JITTER * random;
  if (cron !== null) {
    const from = new Date(Math.max(earliest, endedMs + backoff));
    return new Cron(cron, { paused: true, timezone: "UTC" }).nextRun(from)?.getTime() ?? earliest;
  }
  const every = everyMs ?? 0;
  const rested = Math.max(every, Math.min(MOST_GROWTH * every, QUIET_SHARE * quietMs));
  const pause = Math.max(rhythm.failures > 0 ? backoff : rested, waitMs ?? 0);
  return Math.round(endedMs + pause * spread);
}

/** Deadline of the poll after one that ended at a time; if it passes, the collector counts as gone. */
export function dueAfter(
  source: Pick<ConfiguredSource, "everyMs" | "cron">,
  rhythm: Rhythm,
  endedMs: number,
  waitMs: number | null,
): number {
  return nextPollMs(source, rhythm, endedMs, waitMs, 1) + GRACE_MS;
}
