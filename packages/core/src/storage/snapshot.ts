import type { UtcDay } from "../time/utc-day.js";
import type { ValueHistory } from "./value-history.js";
import type { TableName } from "./tables.js";

/** One immutable Parquet file of a table. */
export interface StoredFile {
  readonly namespace: string;
  readonly table: TableName;
  /** `YYYY-MM` of the days inside; for earlier values, the month from which they were known. */
  readonly month: string;
  /** Path below the data directory, with forward slashes. */
  readonly path: string;
  readonly rows: number;
  /** First and last day inside. Left out for tables without days, and by release 0.1.0. */
  readonly days?: readonly [first: UtcDay, last: UtcDay];
  /** Rows of a day that still changes. Of several rows with one identity the newest counts. */
  readonly amends?: true;
  /** Earlier values of a derived table, each with the time from which it was known. Not part of the current table. */
  readonly history?: true;
  /** Set when the file has every column of release 0.2; files of release 0.1.0 lack some. */
  readonly columns?: 2;
}

/** A file that the newest snapshot no longer uses. It is deleted once no reader can still have it open. */
export interface RetiredFile {
  readonly path: string;
  /** ISO time of the snapshot that dropped it. */
  readonly retiredAt: string;
}

/** What one ingest run did, for health and audit. `finishedAt` is null while it runs or when it was killed. */
export interface IngestRun {
  readonly id: string;
  readonly namespace: string;
  readonly source: string;
  readonly startedAt: string;
  readonly finishedAt: string | null;
  readonly outcome: "running" | "completed" | "stopped" | "failed";
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * The complete state of a data directory at one moment: the files that hold its rows. Each snapshot gets a number of
 * its own and never changes, so a reader sees exactly its files.
 */
export interface Snapshot {
  readonly format: 1;
  /** 0 for an empty directory; each publication adds 1. */
  readonly version: number;
  readonly publishedAt: string;
  readonly files: readonly StoredFile[];
  readonly retired: readonly RetiredFile[];
  /** The latest runs, oldest first, at most {@link keptRuns}. */
  readonly runs: readonly IngestRun[];
  /** First day that holds a mention, per namespace. */
  readonly firstDays: Readonly<Record<string, UtcDay>>;
  /** The recorded range of earlier values of the derived tables, per namespace. Left out before the first. */
  readonly history?: Readonly<Record<string, ValueHistory>>;
  /** Days whose mentions are stored, but not rolled up yet, in order, per namespace. Left out where there are none. */
  readonly waiting?: Readonly<Record<string, readonly UtcDay[]>>;
}

/** How many ingest runs a snapshot remembers. */
const keptRuns = 100;

/** The state of an empty directory. */
export const emptySnapshot: Snapshot = {
  format: 1,
  version: 0,
  publishedAt: "1970-01-01T00:00:00.000Z",
  files: [],
  retired: [],
  runs: [],
  firstDays: {},
};

/** Files of one table, in the order of their months. */
export function filesOf(snapshot: Snapshot, namespace: string, table: TableName): StoredFile[] {
  return snapshot.files
    .filter((file) => file.namespace === namespace && file.table === table && file.history !== true)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Files with earlier values of a derived table. */
export function historyOf(snapshot: Snapshot, namespace: string, table: TableName): StoredFile[] {
  return snapshot.files.filter((file) => file.namespace === namespace && file.table === table && file.history === true);
}

/** Replaces files; the replaced ones become retired. Pure. */
export function withFiles(
  snapshot: Snapshot,
  change: { readonly add: readonly StoredFile[]; readonly drop: readonly StoredFile[]; readonly at: string },
): Snapshot {
  const dropped = new Set(change.drop.map(({ path }) => path));
  return {
    ...snapshot,
    files: [...snapshot.files.filter(({ path }) => !dropped.has(path)), ...change.add],
    retired: [...snapshot.retired, ...[...dropped].map((path) => ({ path, retiredAt: change.at }))],
  };
}

/** Adds a run or replaces the one with the same id. Pure. */
export function withRun(snapshot: Snapshot, run: IngestRun): Snapshot {
  const others = snapshot.runs.filter(({ id }) => id !== run.id);
  return { ...snapshot, runs: [...others, run].slice(-keptRuns) };
}

/** Notes which days of a namespace wait to be rolled up; undefined leaves it as it is. Pure. */
export function withWaiting(snapshot: Snapshot, namespace: string, days: readonly UtcDay[] | undefined): Snapshot {
  const { waiting, ...others } = snapshot;
  if (days === undefined || sameDays(days, waiting?.[namespace] ?? [])) return snapshot;
  const next = Object.entries({ ...waiting, [namespace]: days }).filter(([, of]) => of.length > 0);
  return next.length === 0 ? others : { ...others, waiting: Object.fromEntries(next) };
}

function sameDays(some: readonly UtcDay[], others: readonly UtcDay[]): boolean {
  return some.length === others.length && some.every((day, index) => day === others[index]);
}
