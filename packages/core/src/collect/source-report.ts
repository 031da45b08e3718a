import type { RequestScope } from "../operations/request-scope.js";
import type { CoverageState, PollOutcome } from "../storage/source-tables.js";
import { addDays, type UtcDay } from "../time/utc-day.js";
import { coveredShare, type CoverageInterval, knownTime } from "./coverage.js";

/** State of a live source. */
export type SourceStatus =
  /** Its polls succeed. */
  | "ok"
  /** Configured but not polled yet. */
  | "waiting"
  /** Its last poll failed. */
  | "failing"
  /** It refuses our requests. */
  | "blocked"
  /** Switched on, but no longer polled. */
  | "stale"
  | "paused";

/** A time that was missed, and why. */
export interface OpenGap {
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
}

/** Report on one source. Instants are ISO 8601, shares 0 to 1. */
export interface SourceReport {
  readonly name: string;
  readonly type: string;
  readonly status: SourceStatus;
  readonly last_poll: string | null;
  readonly last_success: string | null;
  readonly outcome: PollOutcome | null;
  readonly reason: string | null;
  /** Seconds since the end of its settled coverage. */
  readonly lag_seconds: number | null;
  readonly newest_item: string | null;
  readonly polls: number;
  readonly errors: number;
  /** New items of the polls of the last 24 hours. */
  readonly items_24h: number;
  readonly coverage_24h: number | null;
  readonly coverage_30d: number | null;
  /** For each of the last 24 hours, oldest first, the running hour included; null before the source was known. */
  readonly coverage_by_hour: (number | null)[];
  /** Gaps of the last 30 days, newest first, at most ten. */
  readonly open_gaps: OpenGap[];
  readonly items_paid_today: number;
}

/** A day and the share of it that a namespace's sources saw; null before the first source. */
export interface CoveredDay {
  readonly date: UtcDay;
  readonly coverage: number | null;
}

/** All sources of a namespace. */
export interface SourcesReport {
  readonly coverage: number | null;
  readonly sources: SourceReport[];
  /** The last 30 days, oldest first; the running day up to now. */
  readonly daily_coverage: CoveredDay[];
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const WINDOW_DAYS = 30;
const MOST_GAPS = 10;

interface StoredState {
  readonly source: string;
  readonly kind: string;
  readonly since: number;
  readonly polled_at: number | null;
  readonly succeeded_at: number | null;
  readonly covered_to: number | null;
  readonly due_at: number | null;
  readonly outcome: PollOutcome | null;
  readonly reason: string | null;
  readonly enabled: boolean;
  readonly polls: number;
  readonly errors: number;
  readonly newest_item: number | null;
  readonly paid: number;
}

interface StoredInterval {
  readonly source: string;
  readonly from_ms: number;
  readonly to_ms: number;
  readonly state: CoverageState;
  readonly reason: string | null;
}

/**
 * Reads the state of a namespace's sources as of the request's instant. Sources removed from the configuration are left
 * out.
 */
export async function readSources(scope: RequestScope): Promise<SourcesReport> {
  const { now, today } = scope.call;
  const states = await scope.query<StoredState>({
    sql: ({
      epochMs,
    }) => `SELECT source, kind, ${epochMs("since")} AS since, ${epochMs("polled_at")} AS polled_at, ${epochMs("succeeded_at")} AS succeeded_at,
        ${epochMs("covered_to")} AS covered_to, ${epochMs("due_at")} AS due_at, outcome, reason, enabled, CAST(polls AS DOUBLE) AS polls,
        CAST(errors AS DOUBLE) AS errors, ${epochMs("newest_item")} AS newest_item,
        CASE WHEN budget_day = CAST(? AS DATE) THEN CAST(budget_used AS DOUBLE) ELSE 0 END AS paid
      FROM source_state WHERE enabled OR reason IS DISTINCT FROM 'removed' ORDER BY source`,
    params: [today],
  });
  if (states.length === 0) return { coverage: null, sources: [], daily_coverage: [] };
  const intervals = await scope.query<StoredInterval>({
    sql: ({ epochMs }) => `SELECT source, ${epochMs("from_at")} AS from_ms, ${epochMs("to_at")} AS to_ms, state, reason
      FROM source_coverage WHERE day >= CAST(? AS DATE) ORDER BY from_at`,
    params: [addDays(today, -WINDOW_DAYS)],
  });
  const nowMs = now.getTime();
  const counted = await scope.query<{ readonly source: string; readonly items: number }>({
    sql: ({ epochMs }) => `SELECT source, CAST(SUM(items_new) AS DOUBLE) AS items FROM source_polls
      WHERE day >= CAST(? AS DATE) AND ${epochMs("ended_at")} > ? GROUP BY source`,
    params: [addDays(today, -2), nowMs - dayMs],
  });
  const items = new Map(counted.map((row) => [row.source, row.items]));
  const bySource = new Map(
    states.map((state) => [state, intervals.filter(({ source }) => source === state.source).map(intervalOf)]),
  );
  const days = Array.from({ length: WINDOW_DAYS }, (_, index) => addDays(today, index + 1 - WINDOW_DAYS));
  const daily_coverage = days.map((date) => {
    const fromMs = Date.parse(date);
    const shares = [...bySource].map(([state, own]) =>
      coveredShare(own, { fromMs, toMs: Math.min(fromMs + dayMs, nowMs) }, knownTime(state, nowMs)),
    );
    return { date, coverage: mean(shares) };
  });
  const sources = [...bySource].map(([state, own]) => sourceReport(state, own, items.get(state.source) ?? 0, nowMs));
  return { coverage: mean(sources.map(({ coverage_24h }) => coverage_24h)), sources, daily_coverage };
}

function sourceReport(
  state: StoredState,
  intervals: readonly CoverageInterval[],
  itemsNew: number,
  nowMs: number,
): SourceReport {
  const share = (windowMs: number) =>
    rounded(coveredShare(intervals, { fromMs: nowMs - windowMs, toMs: nowMs }, knownTime(state, nowMs)));
  const gaps = intervals.filter((one) => one.state === "gap" && one.toMs > nowMs - WINDOW_DAYS * dayMs);
  return {
    name: state.source,
    type: state.kind,
    status: statusOf(state, nowMs),
    last_poll: isoOf(state.polled_at),
    last_success: isoOf(state.succeeded_at),
    outcome: state.outcome,
    reason: state.reason,
    lag_seconds: state.covered_to === null ? null : Math.max(0, Math.round((nowMs - state.covered_to) / 1_000)),
    newest_item: isoOf(state.newest_item),
    polls: state.polls,
    errors: state.errors,
    items_24h: itemsNew,
    coverage_24h: share(dayMs),
    coverage_30d: share(WINDOW_DAYS * dayMs),
    coverage_by_hour: lastHours(nowMs).map((hour) => rounded(coveredShare(intervals, hour, knownTime(state, nowMs)))),
    open_gaps: joined(gaps)
      .reverse()
      .slice(0, MOST_GAPS)
      .map(({ fromMs, toMs, reason }) => ({ from: isoText(fromMs), to: isoText(toMs), reason })),
    items_paid_today: state.paid,
  };
}

/** The last 24 clock hours, oldest first; the last one is still running. */
function lastHours(nowMs: number): { readonly fromMs: number; readonly toMs: number }[] {
  const running = Math.floor(nowMs / hourMs) * hourMs;
  return Array.from({ length: 24 }, (_, index) => {
    const fromMs = running - (23 - index) * hourMs;
    return { fromMs, toMs: Math.min(fromMs + hourMs, nowMs) };
  });
}

/** State of the source at a time. */
function statusOf(state: StoredState, nowMs: number): SourceStatus {
  if (!state.enabled) return "paused";
  if (state.due_at !== null && nowMs > state.due_at) return "stale";
  if (state.polled_at === null) return "waiting";
  if (state.outcome === "blocked") return "blocked";
  return state.outcome === "error" ? "failing" : "ok";
}

/** Joins gaps: stored intervals are cut at midnight. */
function joined(gaps: readonly CoverageInterval[]): CoverageInterval[] {
  const all: CoverageInterval[] = [];
  for (const gap of gaps) {
    const last = all.at(-1);
    if (last?.toMs === gap.fromMs && last.reason === gap.reason) all[all.length - 1] = { ...last, toMs: gap.toMs };
    else all.push(gap);
  }
  return all;
}

function intervalOf({ from_ms, to_ms, state, reason }: StoredInterval): CoverageInterval {
  return { fromMs: from_ms, toMs: to_ms, state, reason };
}

/** Mean of the known shares; null without any. */
function mean(shares: readonly (number | null)[]): number | null {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? null : rounded(known.reduce((sum, share) => sum + share, 0) / known.length);
}

function rounded(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1_000) / 1_000;
}

const isoText = (time: number): string => new Date(time).toISOString();
const isoOf = (time: number | null): string | null => (time === null ? null : isoText(time));
