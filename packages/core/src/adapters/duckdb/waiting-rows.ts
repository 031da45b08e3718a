import type { DuckDBConnection } from "@duckdb/node-api";
import type { UtcDay } from "../../time/utc-day.js";
import type { FileSet } from "./file-set.js";
import type { IdLookup } from "./id-index.js";

/** Pending changes of one table. */
export interface Waiting {
  /** Temporary tables: rows to add, and identities to drop from the stored files first. */
  readonly rows: string;
  readonly gone: string;
  /** Days in both, if the table has days. */
  days: Set<UtcDay>;
  /** How many rows and identities were handed over: at least as many as are there. */
  count: number;
  hasGone: boolean;
  hasRows: boolean;
  dropBefore: UtcDay | null;
}

/** The pending changes of a table without any. */
export function nothingWaits(): Omit<Waiting, "rows" | "gone"> {
  return { days: new Set(), count: 0, hasGone: false, hasRows: false, dropBefore: null };
}

/** Notes the number and the days of pending rows. */
export function noteRows(waiting: Waiting, rows: readonly object[]): void {
  const { days } = waiting;
  waiting.count += rows.length;
  for (const row of rows) {
    const { day } = row as { readonly day?: UtcDay };
    if (day !== undefined) days.add(day);
  }
}

/** Whether there are pending changes. */
export function isAnything({ hasRows, hasGone, dropBefore }: Waiting): boolean {
  return hasRows || hasGone || dropBefore !== null;
}

/** Target of the writing. */
export interface WritingParts {
  readonly root: string;
  readonly namespace: string;
  readonly connection: DuckDBConnection;
  readonly ids: IdLookup;
  readonly files: FileSet;
  /** For how many days every answer can be asked for again; null for all. */
  readonly historyDays: number | null;
}
