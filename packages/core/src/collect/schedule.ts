import { Cron } from "croner";
import type { ConfiguredSource } from "./source-config.js";
import type { PollReport } from "./poll-source.js";

/** First pause after a failure, and the longest, where the source does not say. */
const FIRST_BACKOFF_MS = 30_000;
const LONGEST_BACKOFF_MS = 3_600_000;
/** Share of the time without anything new that passes between two polls at most, and how often the interval at most. */
const QUIET_SHARE = 1 / 12;
const MOST_GROWTH = 4;
/** Share of the interval by which polls are spread, so that many sources do not come at once. */
const JITTER = 0.1;
/** How long a poll may take beyond its time before nobody seems to collect any more. */
const GRACE_MS = 120_000;

/** What a source's next poll depends on, in one process. */
export interface Rhythm {
  /** Failures in a row. */
  readonly failures: number;
  /** End of the first poll since which none brought anything new, ms since the epoch; null where the last one did. */
  readonly quietSinceMs: number | null;
}

/** Before the first poll. */
export const firstRhythm: Rhythm = { failures: 0, quietSinceMs: null };

/** The rhythm after a poll that ended at the time, ms since the epoch. */
export function rhythmAfter(rhythm: Rhythm, { outcome }: Pick<PollReport, "outcome">, endedMs: number): Rhythm {
  if (outcome === "error" || outcome === "blocked") return { ...rhythm, failures: rhythm.failures + 1 };
  const isQuiet = outcome === "unchanged" || outcome === "empty";
  return { failures: 0, quietSinceMs: isQuiet ? (rhythm.quietSinceMs ?? endedMs) : null };
}

/**
 * When to poll next, in whole ms since the epoch. What a source asks for is kept to; after failures the pause doubles, up to an hour;
 * a source that brings nothing new is asked less often: a twelfth of that time passes between two polls, or four intervals where that
 * is less. So what a slow source brings is late by a small part of the time that it took. A cron pattern is kept to the minute.
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

/** By when the poll after the one that ended at the time has to have ended; later, nobody seems to collect any more. */
export function dueAfter(
  source: Pick<ConfiguredSource, "everyMs" | "cron">,
  rhythm: Rhythm,
  endedMs: number,
  waitMs: number | null,
): number {
  return nextPollMs(source, rhythm, endedMs, waitMs, 1) + GRACE_MS;
}
