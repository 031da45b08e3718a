import type { SourceProgress } from "../storage/source-progress.js";
import type { PollOutcome, SourcePollRow, SourceStateRow } from "../storage/source-tables.js";
import { dayOf } from "../time/utc-day.js";
import { type CoverageInterval, settledIntervals } from "./coverage.js";
import { PollFailure } from "./poll-failure.js";
import type { ConfiguredSource } from "./source-config.js";
import type { PollContext, SourceAnswer, SourcePage, SourceRequest } from "./source-connector.js";

/** What a page brought, with how far its source has come with it. */
export interface CollectedPage {
  readonly source: Pick<ConfiguredSource, "name" | "namespace"> & Partial<Pick<ConfiguredSource, "useHints">>;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly progress: SourceProgress;
}

/** What polls have in common. Everything with I/O is passed in. */
export interface PollParts {
  /** Sends one request; throws PollFailure where no answer comes. */
  readonly send: (request: SourceRequest, source: ConfiguredSource) => Promise<SourceAnswer>;
  /** Stores a page; resolves once it is durable. */
  readonly commit: (page: CollectedPage) => Promise<void>;
  /** The clock. */
  readonly now: () => Date;
  /** By when the next poll has to have ended, after one that ended so. */
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
  /** The source asks not to be asked sooner; null where it does not say. */
  readonly waitMs: number | null;
  /** What the connector keeps for the next poll of this process. */
  readonly memory: unknown;
}

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
 * Polls a source once: request by request, page by page, each page stored with its cursor before the next is asked for. A
 * failure is stored as a poll too; the cursor stays at the last page then.
 *
 * @throws Whatever `commit` ends with; the abort reason.
 */
export async function pollSource(
  source: ConfiguredSource,
  stored: SourceStateRow | null,
  parts: PollParts,
  options: { readonly memory?: unknown; readonly backfill?: PollContext<unknown, unknown>["backfill"] } = {},
): Promise<PollReport> {
  const startedMs = parts.now().getTime();
  const { connector } = source;
  const backfill = options.backfill ?? null;
  let state = stored ?? newSourceState(source, startedMs);
  const wasDisabled = !state.enabled;
  // A backfill walks beside the live cursor, which stays where it is.
  let cursor = backfill === null ? cursorOf(source, state) : null;
  let memory = options.memory;
  let status: number | null = null;
  let [items, itemsNew] = [0, 0];
  let times: number[] = [];
  let waitMs: number | null = null;
  let committed = 0;
  let truncated = false;

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

  for (let page = 0; page < connector.maxPages; page += 1) {
    parts.signal?.throwIfAborted();
    const today = dayOf(parts.now());
    const spentToday = state.budget_day === today ? state.budget_used : 0;
    const context: PollContext<unknown, unknown> = {
      options: source.options,
      cursor,
      memory,
      nowMs: parts.now().getTime(),
      budgetLeft: source.dailyBudget === null ? null : Math.max(0, source.dailyBudget - spentToday),
      backfill,
    };
    let read: SourcePage<unknown>;
    try {
      const request = connector.plan(context);
      if (request === null) {
        if (page > 0) break;
        const [outcome, reason] = context.budgetLeft === null ? nothingDue : budgetSpent;
        await parts.commit({ source, records: [], progress: progress(outcome, reason, [], {}) });
        return report(outcome, reason);
      }
      const answer = await parts.send(request, source);
      status = answer.status;
      read = connector.read(answer, context);
    } catch (cause) {
      if (!(cause instanceof PollFailure)) throw cause;
      status = cause.status ?? status;
      waitMs = cause.waitMs;
      const outcome = cause.isBlocked ? "blocked" : "error";
      await parts.commit({ source, records: [], progress: progress(outcome, cause.reason, [], {}) });
      return report(outcome, cause.reason);
    }
    items += read.items;
    itemsNew += read.itemsNew;
    times = [...times, ...[read.oldestMs, read.newestMs].filter((time) => time !== null)];
    waitMs = read.waitMs ?? null;
    cursor = read.cursor;
    memory = read.memory ?? memory;
    truncated ||= read.truncated === true;
    const settled =
      read.coverage === null
        ? null
        : backfill === null
          ? settledIntervals(read.coverage, { coveredToMs: state.covered_to, wasDisabled }, context.nowMs)
          : { intervals: filledIn(backfill, read.coverage.holes ?? []), coveredToMs: state.covered_to };
    const isLast = !read.more;
    const outcome = truncated
      ? "truncated"
      : itemsNew > 0
        ? "new"
        : items === 0 && status !== 304
          ? "empty"
          : "unchanged";
    await parts.commit({
      source,
      records: read.records,
      progress: progress(isLast ? outcome : itemsNew > 0 ? "new" : outcome, null, settled?.intervals ?? [], {
        ...(backfill === null ? { cursor: JSON.stringify(read.cursor) } : {}),
        ...(settled === null ? {} : { covered_to: settled.coveredToMs }),
        newest_item: latest(state.newest_item, read.newestMs),
        ...(source.dailyBudget === null ? {} : { budget_day: today, budget_used: spentToday + (read.spent ?? 0) }),
      }),
    });
    if (isLast) return report(outcome, null);
  }
  return report("truncated", "more_pages");
}

function filledIn(
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  holes: readonly { readonly fromMs: number; readonly toMs: number; readonly reason: string }[],
): CoverageInterval[] {
  return [
    { fromMs, toMs, state: "backfilled", reason: null },
    ...holes.map((hole): CoverageInterval => ({ ...hole, state: "gap" })),
  ];
}

/** The stored cursor; null where there is none, or one of another connector or form. */
function cursorOf({ connector }: ConfiguredSource, state: SourceStateRow): unknown {
  if (state.cursor === null || state.kind !== connector.kind || state.cursor_version !== connector.cursorVersion)
    return null;
  const parsed = connector.cursor.safeParse(JSON.parse(state.cursor));
  return parsed.success ? parsed.data : null;
}

function latest(before: number | null, time: number | null): number | null {
  return before === null ? time : time === null ? before : Math.max(before, time);
}
