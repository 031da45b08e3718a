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
 * The intervals that a page settles, and up to when coverage is settled then.
 *
 * @param before Up to when it was settled; null before the first page, which looks at nothing but itself.
 * @param wasDisabled Whether the source was paused since: what is missing then is no fault of it.
 */
export function settledIntervals(
  claim: CoverageClaim,
  before: { readonly coveredToMs: number | null; readonly wasDisabled: boolean },
  nowMs: number,
): { readonly intervals: CoverageInterval[]; readonly coveredToMs: number | null } {
  const { coveredToMs } = before;
  const to = Math.min(claim.toMs ?? nowMs, nowMs);
  const start = Math.min(claim.fromMs ?? to, to);
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
 * Intervals with newer ones laid over them: where both speak of a time, the newer counts, but what was
 * filled in or switched off never takes the place of what was observed. Sorted, without overlaps; neighbours of one state and reason are one.
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

/** What is left of an interval outside another. */
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
 * Share of an interval that was seen, 0 to 1: what was observed or filled in later, of the time since the source is known.
 * Null where it was not known yet.
 *
 * @param sinceMs Since when it is known.
 */
export function coveredShare(
  intervals: readonly CoverageInterval[],
  window: { readonly fromMs: number; readonly toMs: number },
  sinceMs: number,
): number | null {
  const from = Math.max(window.fromMs, sinceMs);
  if (from >= window.toMs) return null;
  const seen = intervals
    .filter(({ state }) => state === "observed" || state === "backfilled")
    .reduce((sum, { fromMs, toMs }) => sum + Math.max(0, Math.min(toMs, window.toMs) - Math.max(fromMs, from)), 0);
  return Math.min(1, seen / (window.toMs - from));
}
