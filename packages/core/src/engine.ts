import type { SqlText } from "./query/sql-dialect.js";
import type { Snapshot } from "./storage/snapshot.js";
import type { TableName } from "./storage/tables.js";
import type { UtcDay } from "./time/utc-day.js";

/** A value that travels as a query parameter. */
export type SqlValue = string | number | boolean | null;

/**
 * SQL as a value: portable text over the tables of `storage/tables.ts`, and its parameters. Values are never spliced
 * into the text. Where engines spell something differently, the text is made from an engine's dialect.
 */
export interface CompiledQuery {
  readonly sql: SqlText;
  readonly params: readonly SqlValue[];
  /** In which order an engine that keeps rows in several should read daily rows; the answer is the same in any. */
  readonly order?: ReadOrder;
  /** What is read of one of its tables, if the answer has no row without it; left out where that is read twice, or of any day. */
  readonly reads?: DailyRead;
}

/**
 * The rows that a query reads of one table. Rows of other days do not change the answer, and without any in these days it has
 * no row: an engine that knows as much needs to open less, or to run nothing.
 */
export interface DailyRead {
  readonly table: TableName;
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** Set where the answer is nothing but the table's rows of these keys, by key and day, with these columns; days as text. */
  readonly rowsOf?: { readonly keys: readonly string[]; readonly columns: readonly string[] };
  /** Set where the answer is a page of the rows' keys by a number that follows from sums over these days. */
  readonly ranked?: RankedRead;
  /** Set where the answer is sums of one key's rows by another column. */
  readonly grouped?: GroupedRead;
  /** Set where the answer is how many values of a column the rows of each key have; rows in any order, none for a key without rows. */
  readonly counted?: CountedRead;
}

/** Groups of one key's rows, those with the largest first sum first, ties by name in the order of their bytes. */
export interface GroupedRead {
  readonly key: string;
  /** The column whose values name the groups, and what it is called in the answer. */
  readonly by: string;
  readonly as: string;
  /** Columns that are added, each in the order of days; none has nulls. */
  readonly sums: readonly string[];
  /** What the number of all groups is called in each row. */
  readonly count: string;
  readonly limit: number;
}

/** Different values by key. */
export interface CountedRead {
  readonly keys: readonly string[];
  readonly column: string;
  /** What the number is called in the answer. */
  readonly as: string;
}

/** Keys by a number, highest first, ties by key in the order of their bytes. Each row has the key and the number. */
export interface RankedRead {
  /** Columns that are added, each in the order of days; none has nulls. */
  readonly sums: readonly string[];
  /** The number of a key. @param sums Of each column, in their order; the list is used again for the next key. */
  readonly numberOf: (sums: ArrayLike<number>) => number;
  /** Name of the number in the answer. */
  readonly name: string;
  /** Only rows with this value count; null for all rows. */
  readonly only: { readonly column: string; readonly value: string } | null;
  readonly offset: number;
  readonly limit: number;
}

/** `key`: many days of few keys. Without it, all keys of some days. */
export type ReadOrder = "key";

/** Options of one query. */
export interface QueryOptions {
  /** Stops the running query when it fires. */
  readonly signal?: AbortSignal | undefined;
}

/** Formats in which many rows are handed over: text with a header line, one JSON object a line, and two binary ones. */
export const rowFormats = ["csv", "ndjson", "parquet", "arrow"] as const;

/** A format in which an engine writes rows. */
export type RowFormat = (typeof rowFormats)[number];

/** A small table that a query brings along: column name to stored type, and rows as `storage/tables.ts` has them. */
export interface GivenTable {
  readonly columns: Readonly<Record<string, string>>;
  readonly rows: readonly object[];
}

/**
 * A query whose answer does not fit into memory. What it needs of the stored tables is read once, at the beginning; the
 * answer is then made piece by piece.
 */
export interface RowsQuery {
  /**
   * Stored tables that are read, each under the name `<table>_known`: its rows as the view has them, with `known_at` (from
   * when a row was known as it is; null where that is not recorded) and `gone` (there is no such row any more).
   */
  readonly tables: readonly TableName[];
  readonly given: Readonly<Record<string, GivenTable>>;
  readonly parts: readonly {
    /** Tables by name, as `SELECT`s over the stored and the given ones. */
    readonly chosen: Readonly<Record<string, string>>;
    /** `SELECT`s over the chosen and the given tables. All pieces of all parts one after the other are the answer. */
    readonly pieces: readonly string[];
  }[];
}

/** How an answer of many rows is written. */
export interface WriteOptions extends QueryOptions {
  readonly format: RowFormat;
  /** Called whenever a step is done: tells work that takes long from work that stands still. */
  readonly onStep?: (() => void) | undefined;
}

/**
 * One consistent state of the data. All queries of a request go to the same view, so that no request mixes two
 * states. Safe for concurrent calls.
 */
export interface DataView {
  readonly snapshot: Snapshot;
  /**
   * Rows as plain objects: integers as numbers, timestamps and days as ISO text when the SQL casts them.
   *
   * @throws MarketDataError `engine_unavailable`; rethrows `signal.reason` when aborted, having stopped the query.
   */
  query<Row>(namespace: string, query: CompiledQuery, options?: QueryOptions): Promise<Row[]>;
  /**
   * The answer as bytes of a file, in pieces, with a bounded amount of memory. Stopping early releases everything.
   *
   * @throws MarketDataError `engine_unavailable`; rethrows `signal.reason` when aborted, having stopped the query.
   */
  write(namespace: string, query: RowsQuery, options: WriteOptions): AsyncGenerator<Uint8Array>;
}

/** Reads a data directory. */
export interface DataStore {
  /**
   * The newest published state. It stays readable while views of it are in use.
   *
   * @param asOf Gives derived values as known at this instant, and of other rows those seen by then. Must not be before
   * `since` of the namespace's {@link Snapshot.history}.
   */
  view(asOf?: Date): Promise<DataView>;
  /** Why the newest published state may not be here, as a sentence that everybody may read; null or left out when it is. */
  readonly fault?: string | null;
  close(): Promise<void>;
}
