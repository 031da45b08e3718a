import type { SourceProgress } from "../storage/source-progress.js";
import type { PollOutcome, SourcePollRow, SourceStateRow } from "../storage/source-tables.js";
import { dayOf } from "../time/utc-day.js";
import { type CoverageInterval, settledIntervals } from "./coverage.js";
import { PollFailure } from "./poll-failure.js";
import type { ConfiguredSource } from "./source-config.js";
import type { CoverageClaim, PollContext, SourceAnswer, SourcePage, SourceRequest } from "./source-connector.js";

/** The records of a page, with the progress of its source. */
export interface CollectedPage {
  readonly source: Pick<ConfiguredSource, "name" | "namespace"> & Partial<Pick<ConfiguredSource, "hints">>;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly progress: SourceProgress;
}

/** Parts common to all polls. Everything with I/O is passed in. */
export interface PollParts {
  /** Sends one request; throws PollFailure without a usable answer. */
  readonly send: (request: SourceRequest, source: ConfiguredSource) => Promise<SourceAnswer>;
  /** Stores a page; resolves once it is durable. */
  readonly commit: (page: CollectedPage) => Promise<void>;
  /** The clock. */
  readonly now: () => Date;
  /** Deadline of the next poll after this one. */
  readonly dueMs: (ended: {
    readonly outcome: PollOutcome;
    readonly endedMs: number;
    readonly waitMs: number | null;
  }) => number;
  readonly signal?: AbortSignal | undefined;
}

/** How a poll ended. */
export interface PollReport {
  readonly state: SourceStateRow;
  readonly outcome: PollOutcome;
  readonly reason: string | null;
  readonly status: number | null;
  readonly items: number;
  readonly itemsNew: number;
  /** Waiting time that the source asks for; null where it does not say. */
  readonly waitMs: number | null;
  /** The connector's state for the next poll in this process. */
  readonly memory: unknown;
}

/** Failures caused by the request itself, such as an expired token or page cursor. */
const refusals: ReadonlySet<string> = new Set(["unauthorized", "forbidden", "not_found", "unexpected_status"]);
const nothingDue = ["unchanged", null] as const;
const budgetSpent = ["truncated", "budget_spent"] as const;

/** The state of a source that was never polled. */
export function newSourceState({ name, connector }: ConfiguredSource, nowMs: number): SourceStateRow {
  return {
    source: name,
    kind: connector.kind,
    cursor: null,
    cursor_version: connector.cursorVersion,
    since: nowMs,
    polled_at: null,
    succeeded_at: null,
    covered_to: null,
    due_at: null,
    outcome: null,
    reason: null,
    enabled: true,
    polls: 0,
    errors: 0,
    newest_item: null,
    budget_day: null,
    budget_used: 0,
  };
}

/**
 * Polls a source once, page by page. Each page is stored with its cursor before the next is requested. A failed poll is
 * recorded too; the cursor then stays at the last stored page.
 *
 * @throws Whatever `commit` throws; the abort reason.
 */
export async function pollSource(
  source: ConfiguredSource,
  stored: SourceStateRow | null,
  parts: PollParts,
  options: { readonly memory?: unknown; readonly backfill?: PollContext<unknown, unknown>["backfill"] } = {},
): Promise<PollReport> {
  const startedMs = parts.now().getTime();
  const { connector } = source;
  const wanted = options.backfill ?? null;
  // The future cannot be read: it must not count as seen.
  const backfill = wanted === null ? null : { ...wanted, toMs: Math.min(wanted.toMs, startedMs) };
  let state = stored ?? newSourceState(source, startedMs);
  const wasDisabled = !state.enabled;
  // A backfill leaves the live cursor alone.
  let cursor = backfill === null ? cursorOf(source, state) : null;
  let memory = options.memory;
  let status: number | null = null;
  let [items, itemsNew] = [0, 0];
  let times: number[] = [];
  let waitMs: number | null = null;
  let committed = 0;
  let truncated = false;
  // How far the backfill has come.
  let filledToMs = backfill?.fromMs ?? 0;

  const progress = (
    outcome: PollOutcome,
    reason: string | null,
    coverage: readonly CoverageInterval[],
    change: Partial<SourceStateRow>,
  ): SourceProgress => {
    const endedMs = Math.max(startedMs, parts.now().getTime());
    const failed = outcome === "error" || outcome === "blocked";
    state = {
      ...state,
      kind: connector.kind,
      cursor_version: connector.cursorVersion,
      enabled: true,
      polled_at: endedMs,
      due_at: parts.dueMs({ outcome, endedMs, waitMs }),
      outcome,
      reason,
      ...(failed ? {} : { succeeded_at: endedMs }),
      polls: state.polls + (committed === 0 ? 1 : 0),
      errors: state.errors + (failed ? 1 : 0),
      ...change,
    };
    committed += 1;
    const poll: SourcePollRow = {
      source: source.name,
      day: dayOf(new Date(startedMs)),
      started_at: startedMs,
      ended_at: endedMs,
      outcome,
      status,
      reason,
      oldest_item: times.length === 0 ? null : Math.min(...times),
      newest_item: times.length === 0 ? null : Math.max(...times),
      items,
      items_new: itemsNew,
    };
    return { state, poll, coverage };
  };

  const report = (outcome: PollOutcome, reason: string | null): PollReport => ({
    state,
    outcome,
    reason,
    status,
    items,
    itemsNew,
    waitMs,
    memory,
  });

  // Pages that will be stored together, with their coverage.
  let held: { records: SourcePage<unknown>["records"][number][]; coverage: CoverageInterval[]; pages: number } = {
    records: [],
    coverage: [],
    pages: 0,
  };
  let change: Partial<SourceStateRow> = {};
  const store = async (outcome: PollOutcome, reason: string | null) => {
    const { records, coverage } = held;
    held = { records: [], coverage: [], pages: 0 };
    const next = change;
    change = {};
    await parts.commit({ source, records, progress: progress(outcome, reason, coverage, next) });
  };

  // A backfill reads its whole interval, without a page limit.
  const mostPages = backfill === null ? connector.maxPages : Number.MAX_SAFE_INTEGER;
  for (let page = 0; page < mostPages; page += 1) {
    parts.signal?.throwIfAborted();
    const today = dayOf(parts.now());
    const known = { ...state, ...change };
    const spentToday = known.budget_day === today ? known.budget_used : 0;
    const context: PollContext<unknown, unknown> = {
      options: source.options,
      cursor,
      memory,
      nowMs: parts.now().getTime(),
      budgetLeft: source.dailyBudget === null ? null : Math.max(0, source.dailyBudget - spentToday),
      backfill,
      page,
      isStorable: (text) => !source.secrets.some((secret) => text.includes(secret) || decoded(text).includes(secret)),
    };
    let read: SourcePage<unknown>;
    try {
      const request = connector.plan(context);
      if (request === null) {
        if (page > 0) break;
        const [outcome, reason] = context.budgetLeft === null ? nothingDue : budgetSpent;
        await store(outcome, reason);
        return report(outcome, reason);
      }
      const answer = await parts.send(request, source);
      status = answer.status;
      read = connector.read(answer, context);
    } catch (cause) {
      if (!(cause instanceof PollFailure)) throw cause;
      status = cause.status ?? status;
      waitMs = cause.waitMs;
      // Drop what the source refused to continue from: the next poll starts at the cursor.
      if (refusals.has(cause.reason)) memory = undefined;
      const outcome = cause.isBlocked ? "blocked" : "error";
      await store(outcome, cause.reason);
      return report(outcome, cause.reason);
    }
    items += read.items;
    itemsNew += read.itemsNew;
    times = [...times, ...[read.oldestMs, read.newestMs].filter((time) => time !== null).map(Math.floor)];
    waitMs = read.waitMs ?? null;
    cursor = read.cursor;
    memory = read.memory ?? memory;
    truncated ||= read.truncated === true;
    const settled =
      read.coverage === null
        ? null
        : backfill === null
          ? settledIntervals(read.coverage, { coveredToMs: known.covered_to, wasDisabled }, context.nowMs)
          : { intervals: filledIn(backfill, filledToMs, read.coverage), coveredToMs: known.covered_to };
    if (backfill !== null && read.coverage !== null) filledToMs = read.coverage.toMs ?? backfill.toMs;
    const isLast = !read.more;
    const outcome = truncated
      ? "truncated"
      : itemsNew > 0
        ? "new"
        : items === 0 && status !== 304
          ? "empty"
          : "unchanged";
    held.records.push(...read.records);
    held.coverage.push(...(settled?.intervals ?? []));
    held.pages += 1;
    change = {
      ...change,
      ...(backfill === null ? { cursor: JSON.stringify(read.cursor) } : {}),
      ...(settled === null ? {} : { covered_to: settled.coveredToMs }),
      newest_item: latest(known.newest_item, read.newestMs),
      ...(source.dailyBudget === null ? {} : { budget_day: today, budget_used: spentToday + (read.spent ?? 0) }),
    };
    if (isLast || held.pages >= (connector.pagesPerCommit ?? 1)) await store(outcome, null);
    if (isLast) return report(outcome, null);
  }
  if (held.pages > 0) await store(itemsNew > 0 ? "new" : "unchanged", null);
  return report("truncated", "more_pages");
}

/** The interval that a backfill has read since the last commit. */
function filledIn(
  backfill: { readonly toMs: number },
  fromMs: number,
  { toMs = backfill.toMs, holes = [] }: CoverageClaim,
): CoverageInterval[] {
  const to = Math.min(toMs, backfill.toMs);
  const read: CoverageInterval[] = [
    { fromMs, toMs: to, state: "backfilled", reason: null },
    ...holes.map((hole): CoverageInterval => ({ ...hole, toMs: Math.min(hole.toMs, to), state: "gap" })),
  ];
  return read.filter((one) => one.toMs > one.fromMs);
}

/** The stored cursor; null without one, or if another connector or version wrote it. */
function cursorOf({ connector }: ConfiguredSource, state: SourceStateRow): unknown {
  if (state.cursor === null || state.kind !== connector.kind || state.cursor_version !== connector.cursorVersion)
    return null;
  const parsed = connector.cursor.safeParse(JSON.parse(state.cursor));
  return parsed.success ? parsed.data : null;
}

/** An address with its escaped characters as they are; as it stands where it is damaged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The later of two times, in whole milliseconds: some sources give fractions. */
function latest(before: number | null, time: number | null): number | null {
  return before === null || time === null
    ? (before ?? (time === null ? null : Math.floor(time)))
    : Math.max(before, Math.floor(time));
}
