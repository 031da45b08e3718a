import { Cron } from "croner";
import type { ConfiguredSource } from "./source-config.js";
import type { PollReport } from "./poll-source.js";

/** First pause after a failure, and the longest, where the source does not say. */
const FIRST_BACKOFF_MS = 30_000;
const LONGEST_BACKOFF_MS = 3_600_000;
/** Polls without anything new after which the interval grows, and how far. */
const QUIET_POLLS = 6;
const GROWTH = 1.5;
const MOST_GROWTH = 4;
/** Share of the interval by which polls are spread, so that many sources do not come at once. */
const JITTER = 0.1;
/** How long a poll may take beyond its time before nobody seems to collect any more. */
const GRACE_MS = 120_000;

/** What a source's next poll depends on, in one process. */
export interface Rhythm {
  /** Failures in a row. */
  readonly failures: number;
  /** Polls in a row that brought nothing new. */
  readonly quiet: number;
}

/** Before the first poll. */
export const firstRhythm: Rhythm = { failures: 0, quiet: 0 };

/** The rhythm after a poll. */
export function rhythmAfter(rhythm: Rhythm, { outcome }: Pick<PollReport, "outcome">): Rhythm {
  if (outcome === "error" || outcome === "blocked") return { ...rhythm, failures: rhythm.failures + 1 };
  return { failures: 0, quiet: outcome === "unchanged" || outcome === "empty" ? rhythm.quiet + 1 : 0 };
}

/**
 * When to poll next, in whole ms since the epoch. What a source asks for is kept to; after failures the pause doubles, up to an hour;
 * a source that brings nothing new is asked less often, up to a quarter as often. A cron pattern is kept to the minute.
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
  const growth = Math.min(MOST_GROWTH, GROWTH ** Math.max(0, rhythm.quiet - QUIET_POLLS));
  const spread = 1 + JITTER * random;
  if (cron !== null) {
    const from = new Date(Math.max(earliest, endedMs + backoff));
    return new Cron(cron, { paused: true, timezone: "UTC" }).nextRun(from)?.getTime() ?? earliest;
  }
  const pause = rhythm.failures > 0 ? Math.max(backoff, waitMs ?? 0) : Math.max((everyMs ?? 0) * growth, waitMs ?? 0);
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
