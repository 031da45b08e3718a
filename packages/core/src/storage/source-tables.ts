import type { UtcDay } from "../time/utc-day.js";

/** State of a live source: its cursor, and the figures that health shows. One row per source. */
const sourceStateColumns = {
  source: "VARCHAR",
  kind: "VARCHAR",
  cursor: "VARCHAR",
  cursor_version: "INTEGER",
  since: "TIMESTAMP",
  polled_at: "TIMESTAMP",
  succeeded_at: "TIMESTAMP",
  covered_to: "TIMESTAMP",
  due_at: "TIMESTAMP",
  outcome: "VARCHAR",
  reason: "VARCHAR",
  enabled: "BOOLEAN",
  polls: "BIGINT",
  errors: "BIGINT",
  newest_item: "TIMESTAMP",
  budget_day: "DATE",
  budget_used: "BIGINT",
} as const;

/** One row a poll. */
const sourcePollColumns = {
  source: "VARCHAR",
  day: "DATE",
  started_at: "TIMESTAMP",
  ended_at: "TIMESTAMP",
  outcome: "VARCHAR",
  status: "INTEGER",
  reason: "VARCHAR",
  oldest_item: "TIMESTAMP",
  newest_item: "TIMESTAMP",
  items: "BIGINT",
  items_new: "BIGINT",
} as const;

/** Time intervals, cut at midnight UTC. Intervals of one source never overlap. */
const sourceCoverageColumns = {
  source: "VARCHAR",
  day: "DATE",
  from_at: "TIMESTAMP",
  to_at: "TIMESTAMP",
  state: "VARCHAR",
  reason: "VARCHAR",
} as const;

/** Tables about live sources themselves; their items go to the other tables. */
export const sourceTables = {
  source_state: sourceStateColumns,
  source_polls: sourcePollColumns,
  source_coverage: sourceCoverageColumns,
} as const;

/** Order of rows inside a file. */
export const sourceSortKeys = {
  source_state: "source",
  source_polls: "source, started_at",
  source_coverage: "source, from_at",
} as const;

/** How a poll ended. `truncated`: the source had more than the poll could read. */
export type PollOutcome = "new" | "unchanged" | "empty" | "blocked" | "error" | "truncated";

/** What is known of an interval of time. */
export type CoverageState = "observed" | "gap" | "backfilled" | "disabled";

/** A row of `source_state`; instants in ms since the epoch. */
export interface SourceStateRow {
  readonly source: string;
  readonly kind: string;
  readonly cursor: string | null;
  readonly cursor_version: number;
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
  readonly budget_day: UtcDay | null;
  readonly budget_used: number;
}

/** A row of `source_polls`. */
export interface SourcePollRow {
  readonly source: string;
  readonly day: UtcDay;
  readonly started_at: number;
  readonly ended_at: number;
  readonly outcome: PollOutcome;
  readonly status: number | null;
  readonly reason: string | null;
  readonly oldest_item: number | null;
  readonly newest_item: number | null;
  readonly items: number;
  readonly items_new: number;
}

/** A row of `source_coverage`. */
export interface SourceCoverageRow {
  readonly source: string;
  readonly day: UtcDay;
  readonly from_at: number;
  readonly to_at: number;
  readonly state: CoverageState;
  readonly reason: string | null;
}
