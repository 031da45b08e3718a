import type { CoverageState, SourceCoverageRow } from "../storage/source-tables.js";
import { dayOf } from "../time/utc-day.js";
import type { CoverageClaim } from "./source-connector.js";

/** An interval of time, its end excluded; instants in ms since the epoch. */
export interface CoverageInterval {
  readonly fromMs: number;
  readonly toMs: number;
  readonly state: CoverageState;
  readonly reason: string | null;
}

const dayMs = 86_400_000;

/**
 * The intervals that a page settles, and the new end of settled coverage.
 *
 * @param before End of settled coverage so far; null before the first page, which covers only its own moment.
 * @param wasDisabled Whether the source was paused since: then the missing time is not a gap.
 */
export function settledIntervals(
  claim: CoverageClaim,
  before: { readonly coveredToMs: number | null; readonly wasDisabled: boolean },
  nowMs: number,
): { readonly intervals: CoverageInterval[]; readonly coveredToMs: number | null } {
  const { coveredToMs } = before;
  const to = Math.floor(Math.min(claim.toMs ?? nowMs, nowMs));
  const start = Math.ceil(Math.min(claim.fromMs ?? to, to));
  if (coveredToMs !== null && to <= coveredToMs) return { intervals: [], coveredToMs };
  const from = coveredToMs === null ? start : claim.contiguous ? coveredToMs : Math.max(coveredToMs, start);
  const missing: CoverageInterval[] =
    coveredToMs === null || from <= coveredToMs
      ? []
      : [
          {
            fromMs: coveredToMs,
            toMs: from,
            state: before.wasDisabled ? "disabled" : "gap",
            reason: before.wasDisabled ? "paused" : (claim.reason ?? "no_overlap"),
          },
        ];
  const observed: CoverageInterval[] = [{ fromMs: from, toMs: to, state: "observed", reason: null }];
  const holes = (claim.holes ?? []).map((hole): CoverageInterval => ({ ...hole, state: "gap" }));
  return { intervals: [...missing, ...observed, ...holes].filter((one) => one.toMs > one.fromMs), coveredToMs: to };
}

/**
 * Merges intervals. Where two overlap the newer counts, but backfilled or disabled time never replaces observed time.
 * Sorted, without overlaps; adjacent intervals of equal state and reason are joined.
 */
export function laidOver(stored: readonly CoverageInterval[], added: readonly CoverageInterval[]): CoverageInterval[] {
  let all = [...stored];
  for (const next of added) {
    const kept: CoverageInterval[] = [];
    let open: CoverageInterval[] = [next];
    for (const one of all) {
      const isStronger = one.state === "observed" && next.state !== "gap" && next.state !== "observed";
      if (isStronger) {
        open = open.flatMap((part) => without(part, one));
        kept.push(one);
      } else kept.push(...without(one, next));
    }
    all = [...kept, ...open];
  }
  const sorted = all.sort((a, b) => a.fromMs - b.fromMs);
  const joined: CoverageInterval[] = [];
  for (const one of sorted) {
    const last = joined.at(-1);
    if (last?.toMs === one.fromMs && last.state === one.state && last.reason === one.reason)
      joined[joined.length - 1] = { ...last, toMs: one.toMs };
    else joined.push(one);
  }
  return joined;
}

/** The parts of an interval outside another. */
function without(one: CoverageInterval, hole: CoverageInterval): CoverageInterval[] {
  if (hole.toMs <= one.fromMs || hole.fromMs >= one.toMs) return [one];
  return [
    { ...one, toMs: hole.fromMs },
    { ...one, fromMs: hole.toMs },
  ].filter((part) => part.toMs > part.fromMs);
}

/** The intervals cut at midnight UTC, as they are stored. */
export function coverageRows(source: string, intervals: readonly CoverageInterval[]): SourceCoverageRow[] {
  return intervals.flatMap(({ fromMs, toMs, state, reason }) => {
    const rows: SourceCoverageRow[] = [];
    for (let from = fromMs; from < toMs;) {
      const to = Math.min(toMs, (Math.floor(from / dayMs) + 1) * dayMs);
      rows.push({ source, day: dayOf(new Date(from)), from_at: from, to_at: to, state, reason });
      from = to;
    }
    return rows;
  });
}

/** The interval of a stored row. */
export function intervalOf({ from_at, to_at, state, reason }: SourceCoverageRow): CoverageInterval {
  return { fromMs: from_at, toMs: to_at, state, reason };
}

/**
 * The time during which a source was configured and switched on, in ms since the epoch. Time outside is not its gap.
 */
export interface KnownTime {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The known time of a source as of an instant. A source that is switched off counts up to the end of its settled
 * coverage.
 */
export function knownTime(
  state: { readonly since: number; readonly enabled: boolean; readonly covered_to: number | null },
  nowMs: number,
): KnownTime {
  return { fromMs: state.since, toMs: state.enabled ? nowMs : Math.min(nowMs, state.covered_to ?? state.since) };
}

/**
 * Share of an interval that was observed or backfilled, from 0 to 1, within the time when the source was known and not
 * paused. Null without such time.
 */
export function coveredShare(
  intervals: readonly CoverageInterval[],
  window: { readonly fromMs: number; readonly toMs: number },
  known: KnownTime,
): number | null {
  const { seenMs, knownMs } = coveredTime(intervals, window, known);
  return knownMs <= 0 ? null : Math.min(1, seenMs / knownMs);
}

/** Observed and possible time of a source within a window, in milliseconds. */
function coveredTime(
  intervals: readonly CoverageInterval[],
  window: { readonly fromMs: number; readonly toMs: number },
  known: KnownTime,
): { readonly seenMs: number; readonly knownMs: number } {
  const from = Math.max(window.fromMs, known.fromMs);
  const to = Math.min(window.toMs, known.toMs);
  if (from >= to) return { seenMs: 0, knownMs: 0 };
  let [seenMs, knownMs] = [0, to - from];
  for (const { fromMs, toMs, state } of intervals) {
    const shared = Math.max(0, Math.min(toMs, to) - Math.max(fromMs, from));
    if (state === "disabled") knownMs -= shared;
    else if (state !== "gap") seenMs += shared;
  }
  return { seenMs, knownMs };
}
