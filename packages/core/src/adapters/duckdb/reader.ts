import { join, resolve } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { CompiledQuery, DataStore, DataView, QueryOptions } from "../../engine.js";
import { MarketDataError } from "../../errors.js";
import { filesOf, type Snapshot } from "../../storage/snapshot.js";
import { type TableName, tables } from "../../storage/tables.js";
import { missingFiles } from "./check-directory.js";
import { layout } from "./data-layout.js";
import { openInstance, readRows } from "./instance.js";
import { lostFiles, readSnapshot, readVersion } from "./snapshot-files.js";
import { tableSource } from "./table-source.js";

/** Longest time for which a request may hold a view; above the longest deadline of a request. */
const viewLifetimeMs = 120_000;

/** How a reader behaves. */
export interface ReaderOptions {
  /** Idle connections kept per namespace and state. */
  readonly connections?: number;
  /** Threads that one query may use. */
  readonly threads?: number;
}

/**
 * Opens a data directory for reading. Any number of processes may do so, also while one writes: every view binds the
 * table names to exactly the files of one published snapshot, and files are never changed once published.
 *
 * @throws MarketDataError `engine_unavailable` when the client is not installed or cannot start.
 */
export async function openReader(directory: string, options: ReaderOptions = {}): Promise<DataStore> {
  const root = resolve(directory);
  const instance = await openInstance([join(root, layout.files)], options.threads ?? 1);
  return new DuckDbReader(root, instance, options.connections ?? 4);
}

class DuckDbReader implements DataStore {
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #idleLimit: number;
  #current: SnapshotView | null = null;
  #refresh: Promise<SnapshotView> | null = null;

  constructor(root: string, instance: DuckDBInstance, idleLimit: number) {
    this.#root = root;
    this.#instance = instance;
    this.#idleLimit = idleLimit;
  }

  async view(): Promise<DataView> {
    const version = await readVersion(this.#root);
    if (this.#current?.snapshot.version === version) return this.#current;
    // Callers that arrive together share one refresh.
    this.#refresh ??= this.#openView().finally(() => (this.#refresh = null));
    return this.#refresh;
  }

  async #openView(): Promise<SnapshotView> {
    const snapshot = await readSnapshot(this.#root);
    const previous = this.#current;
    if (previous?.snapshot.version === snapshot.version) return previous;
    const view = new SnapshotView(this.#root, this.#instance, snapshot, this.#idleLimit);
    this.#current = view;
    previous?.retire();
    return view;
  }

  close(): Promise<void> {
    this.#current?.retire();
    this.#instance.closeSync();
    return Promise.resolve();
  }
}

/** The tables of one snapshot, each namespace in a schema of its own, created on first use. */
class SnapshotView implements DataView {
  readonly snapshot: Snapshot;
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #idleLimit: number;
  readonly #schemas = new Map<string, Promise<void>>();
  readonly #idle = new Map<string, DuckDBConnection[]>();
  #retired = false;

  constructor(root: string, instance: DuckDBInstance, snapshot: Snapshot, idleLimit: number) {
    this.#root = root;
    this.#instance = instance;
    this.snapshot = snapshot;
    this.#idleLimit = idleLimit;
  }

  async query<Row>(namespace: string, query: CompiledQuery, options: QueryOptions = {}): Promise<Row[]> {
    const { signal } = options;
    signal?.throwIfAborted();
    const connection = await this.#connect(namespace);
    const interrupt = () => connection.interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    let healthy = signal?.aborted === true;
    try {
      // The signal may have fired while the connection was made: then nobody would interrupt the query.
      signal?.throwIfAborted();
      const rows = await readRows<Row>(connection, query.sql, query.params);
      healthy = true;
      return rows;
    } catch (cause) {
      signal?.throwIfAborted();
      throw new MarketDataError("engine_unavailable", "The query failed.", {}, { cause });
    } finally {
      signal?.removeEventListener("abort", interrupt);
      this.#release(namespace, connection, healthy);
    }
  }

  /**
   * Idle connections are closed at once, those in use when their query ends. The tables stay for as long as a request
   * that began with this view can last, then they are dropped.
   */
  retire(): void {
    this.#retired = true;
    for (const connections of this.#idle.values()) for (const connection of connections) connection.closeSync();
    this.#idle.clear();
    setTimeout(() => void this.#dropSchemas().catch(() => undefined), viewLifetimeMs).unref();
  }

  async #dropSchemas(): Promise<void> {
    const connection = await this.#instance.connect();
    try {
      for (const namespace of this.#schemas.keys()) {
        await connection.run(`DROP SCHEMA IF EXISTS ${this.#schemaName(namespace)} CASCADE`);
      }
    } finally {
      connection.closeSync();
    }
  }

  async #connect(namespace: string): Promise<DuckDBConnection> {
    const idle = this.#idle.get(namespace)?.pop();
    if (idle !== undefined) return idle;
    let schema = this.#schemas.get(namespace);
    if (schema === undefined) {
      schema = this.#createSchema(namespace);
      this.#schemas.set(namespace, schema);
    }
    try {
      await schema;
      const connection = await this.#instance.connect();
      await connection.run(`USE ${this.#schemaName(namespace)}`);
      return connection;
    } catch (cause) {
      this.#schemas.delete(namespace);
      const missing = await missingFiles(this.#root, this.snapshot).catch(() => []);
      if (missing.length > 0) throw lostFiles(this.#root, this.snapshot, missing);
      throw new MarketDataError("engine_unavailable", "The stored tables cannot be opened.", {}, { cause });
    }
  }

  #release(namespace: string, connection: DuckDBConnection, healthy: boolean): void {
    const idle = this.#idle.get(namespace) ?? [];
    if (this.#retired || !healthy || idle.length >= this.#idleLimit) {
      connection.closeSync();
      return;
    }
    idle.push(connection);
    this.#idle.set(namespace, idle);
  }

  #schemaName(namespace: string): string {
    return `v${this.snapshot.version}_${namespace.replaceAll(/[^a-z0-9]/g, "_")}`;
  }

  async #createSchema(namespace: string): Promise<void> {
    const schema = this.#schemaName(namespace);
    const connection = await this.#instance.connect();
    try {
      await connection.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      for (const table of Object.keys(tables) as TableName[]) {
        const files = filesOf(this.snapshot, namespace, table).map((file) => ({
          ...file,
          path: join(this.#root, file.path),
        }));
        await connection.run(`CREATE OR REPLACE VIEW ${schema}.${table} AS ${tableSource(table, files)}`);
      }
    } finally {
      connection.closeSync();
    }
  }
}
