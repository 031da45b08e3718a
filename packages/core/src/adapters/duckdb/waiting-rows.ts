import type { DuckDBConnection } from "@duckdb/node-api";
import type { UtcDay } from "../../time/utc-day.js";
import type { FileSet } from "./file-set.js";
import type { IdIndex } from "./id-index.js";

/** What waits for the publication of one table. */
export interface Waiting {
  /** Temporary table with rows to add, and the one with identities to drop from the stored files first. */
  readonly rows: string;
  readonly gone: string;
  /** Days of both, where the table has days. */
  days: Set<UtcDay>;
  hasGone: boolean;
  hasRows: boolean;
  dropBefore: UtcDay | null;
}

/** Whether anything waits at all. */
export function isAnything({ hasRows, hasGone, dropBefore }: Waiting): boolean {
  return hasRows || hasGone || dropBefore !== null;
}

/** Where it is written. */
export interface WritingParts {
  readonly root: string;
  readonly namespace: string;
  readonly connection: DuckDBConnection;
  readonly ids: IdIndex;
  readonly files: FileSet;
}
