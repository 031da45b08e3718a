import type { Snapshot } from "./storage/snapshot.js";

/** A value that travels as a query parameter. */
export type SqlValue = string | number | boolean | null;

/**
 * SQL as a value: portable text over the tables of `storage/tables.ts`, and its parameters. Values are never spliced
 * into the text.
 */
export interface CompiledQuery {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** Options of one query. */
export interface QueryOptions {
  /** Stops the running query when it fires. */
  readonly signal?: AbortSignal | undefined;
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
  close(): Promise<void>;
}
