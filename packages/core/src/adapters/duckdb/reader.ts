import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { CompiledQuery, DataStore, DataView, QueryOptions, RowsQuery, WriteOptions } from "../../engine.js";
import { MarketDataError } from "../../errors.js";
import { filesOf, historyOf, type Snapshot, type StoredFile } from "../../storage/snapshot.js";
import { firstDayAt } from "../../storage/value-history.js";
import { derivedTables, recordedStates, type TableName, tables } from "../../storage/tables.js";
import { missingFiles } from "./check-directory.js";
import { layout } from "./data-layout.js";
import { openInstance, readRows } from "./instance.js";
import { lostFiles, readSnapshot, readVersion } from "./snapshot-files.js";
import { historySource, knownAt, knownNow, mentionsAt, seenBy, tableSource } from "./table-source.js";
import { writeRows } from "./write-rows.js";

/** Longest time that a request may use a view; above the longest deadline. */
const viewLifetimeMs = 120_000;

/** Open views of the past. A program that walks through time asks several questions of each instant. */
const keptPastViews = 16;

/** Options of a reader. */
export interface ReaderOptions {
  /** Idle connections kept per namespace and state. */
  readonly connections?: number;
  /** Threads per query. */
  readonly threads?: number;
  /** Folder for what long answers put aside while they are sent; the system's when left out. */
  readonly temporaryDirectory?: string;
}

/**
 * Opens a data directory for reading. Any number of processes may do so, even while one writes: a view binds the table
 * names to exactly the files of one published snapshot, and published files never change.
 *
 * @throws MarketDataError `engine_unavailable` when the client is not installed or cannot start.
 */
export async function openReader(directory: string, options: ReaderOptions = {}): Promise<DataStore> {
  const root = resolve(directory);
  const instance = await openInstance([join(root, layout.files)], options.threads ?? 1);
  const { connections = 4, temporaryDirectory = tmpdir() } = options;
  return new DuckDbReader(root, instance, connections, temporaryDirectory);
}

class DuckDbReader implements DataStore {
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #idleLimit: number;
  readonly #temporaryDirectory: string;
  #current: SnapshotView | null = null;
  #refresh: Promise<SnapshotView> | null = null;
  /** Views of the past by instant, least recently used first. */
  readonly #past = new Map<number, SnapshotView>();

  constructor(root: string, instance: DuckDBInstance, idleLimit: number, temporaryDirectory: string) {
    this.#root = root;
    this.#instance = instance;
    this.#idleLimit = idleLimit;
    this.#temporaryDirectory = temporaryDirectory;
  }

  async view(asOf?: Date): Promise<DataView> {
    const newest = await this.#newest();
    // If nothing has been published since, the current tables answer.
    const histories = Object.values(newest.snapshot.history ?? {});
    if (asOf === undefined || histories.every(({ publishedAt }) => asOf.getTime() >= Date.parse(publishedAt)))
      return newest;
    const known = this.#past.get(asOf.getTime());
    const view = known?.snapshot.version === newest.snapshot.version ? known : this.#viewOf(newest.snapshot, asOf);
    if (view !== known) known?.retire();
    this.#past.delete(asOf.getTime());
    this.#past.set(asOf.getTime(), view);
    const [oldest] = this.#past.keys();
    if (this.#past.size > keptPastViews && oldest !== undefined) {
      this.#past.get(oldest)?.retire();
      this.#past.delete(oldest);
    }
    return view;
  }

  async #newest(): Promise<SnapshotView> {
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
    const view = this.#viewOf(snapshot, null);
    this.#current = view;
    previous?.retire();
    return view;
  }

  #viewOf(snapshot: Snapshot, asOf: Date | null): SnapshotView {
    const parts = {
      root: this.#root,
      instance: this.#instance,
      idleLimit: this.#idleLimit,
      temporaryDirectory: this.#temporaryDirectory,
    };
    return new SnapshotView(parts, snapshot, asOf);
  }

  close(): Promise<void> {
    this.#current?.retire();
    for (const view of this.#past.values()) view.retire();
    this.#past.clear();
    this.#instance.closeSync();
    return Promise.resolve();
  }
}

/** What views of one reader share. */
interface ReaderParts {
  readonly root: string;
  readonly instance: DuckDBInstance;
  readonly idleLimit: number;
  readonly temporaryDirectory: string;
}

/** Threads that a long answer is made with: one more beside it is left to everything else. */
const writingThreads = 2;

/** The tables of one snapshot, each namespace in a schema of its own, created on first use. */
class SnapshotView implements DataView {
  readonly snapshot: Snapshot;
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #idleLimit: number;
  readonly #temporaryDirectory: string;
  readonly #schemas = new Map<string, Promise<void>>();
  readonly #idle = new Map<string, DuckDBConnection[]>();
  readonly #asOf: Date | null;
  /** Keeps its schemas apart from those of another view of the same instant that may still be in use. */
  readonly #number = (viewsOpened += 1);
  #retired = false;

  constructor({ root, instance, idleLimit, temporaryDirectory }: ReaderParts, snapshot: Snapshot, asOf: Date | null) {
    this.#root = root;
    this.#instance = instance;
    this.#temporaryDirectory = temporaryDirectory;
    this.snapshot = asOf === null ? snapshot : { ...snapshot, firstDays: firstDaysAt(snapshot, asOf) };
    this.#idleLimit = idleLimit;
    this.#asOf = asOf;
  }

  async query<Row>(namespace: string, query: CompiledQuery, options: QueryOptions = {}): Promise<Row[]> {
    const { signal } = options;
    signal?.throwIfAborted();
    const connection = await this.#connect(namespace);
    const interrupt = () => connection.interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    let healthy = signal?.aborted === true;
    try {
      // The signal may have fired while connecting; then nothing would interrupt the query.
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

  async *write(namespace: string, query: RowsQuery, options: WriteOptions): AsyncGenerator<Uint8Array> {
    const source = {
      filesDirectory: join(this.#root, layout.files),
      temporaryDirectory: this.#temporaryDirectory,
      threads: writingThreads,
      known: (table: TableName) => this.#known(namespace, table),
    };
    yield* writeRows(source, query, options);
  }

  /**
   * Closes idle connections at once, and used ones when their query ends. The tables are dropped once no request that
   * started with this view can still run.
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
    const past = this.#asOf === null ? "" : `p${this.#number}`;
    return `v${this.snapshot.version}${past}_${namespace.replaceAll(/[^a-z0-9]/g, "_")}`;
  }

  /** The table in this view: current, or as known at an instant. */
  #source(namespace: string, table: TableName): string {
    const history = this.snapshot.history?.[namespace];
    const [at, absolute] = [this.#asOf, (file: StoredFile) => ({ ...file, path: join(this.#root, file.path) })];
    const now = tableSource(table, filesOf(this.snapshot, namespace, table).map(absolute));
    // Nothing has been published since then, so the current tables are what was known.
    if (at === null || history === undefined || at.getTime() >= Date.parse(history.publishedAt)) return now;
    const all = historyOf(this.snapshot, namespace, table).map(absolute);
    const month = at.toISOString().slice(0, 7);
    // Replaced mentions are recorded after the instant, earlier values before it.
    const recorded = all.filter((file) => (table === "mentions" ? file.month >= month : file.month <= month));
    if (table === "mentions") return mentionsAt(now, recorded, at);
    // Markets that an earlier release wrote are known by their first sight; what a source had seen is known by its records alone.
    const isRecorded = derivedTables.has(table) || (table in recordedStates && table !== "markets");
    if (isRecorded || recorded.length > 0) return historySource(table, recorded, at);
    return seenBy(table, now, at);
  }

  /** The rows of a derived table as this view has them, with the instant from which each was known. */
  #known(namespace: string, table: TableName): string {
    const history = this.snapshot.history?.[namespace];
    const [at, absolute] = [this.#asOf, (file: StoredFile) => ({ ...file, path: join(this.#root, file.path) })];
    const recorded = historyOf(this.snapshot, namespace, table).map(absolute);
    if (at === null || history === undefined || at.getTime() >= Date.parse(history.publishedAt))
      return knownNow(table, filesOf(this.snapshot, namespace, table).map(absolute), recorded, history);
    const month = at.toISOString().slice(0, 7);
    return knownAt(
      table,
      recorded.filter((file) => file.month <= month),
      at,
    );
  }

  async #createSchema(namespace: string): Promise<void> {
    const schema = this.#schemaName(namespace);
    const connection = await this.#instance.connect();
    try {
      await connection.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
      for (const table of Object.keys(tables) as TableName[]) {
        await connection.run(`CREATE OR REPLACE VIEW ${schema}.${table} AS ${this.#source(namespace, table)}`);
      }
    } finally {
      connection.closeSync();
    }
  }
}

let viewsOpened = 0;

/** First days with data as known at an instant. */
function firstDaysAt({ history = {} }: Snapshot, at: Date): Snapshot["firstDays"] {
  const days = Object.entries(history).flatMap(([namespace, values]) => {
    const day = firstDayAt(values, at);
    return day === null ? [] : [[namespace, day] as const];
  });
  return Object.fromEntries(days);
}
