import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { CompiledQuery, DataView, QueryOptions, ReadOrder, RowsQuery, WriteOptions } from "../../engine.js";
import { MarketDataError } from "../../errors.js";
import { filesOf, historyOf, type Snapshot, type StoredFile } from "../../storage/snapshot.js";
import { firstDayAt } from "../../storage/value-history.js";
import { derivedTables, recordedStates, type TableName, tables } from "../../storage/tables.js";
import { missingFiles } from "./check-directory.js";
import { layout } from "./data-layout.js";
import type { HotFiles } from "./hot-files.js";
import { readRows } from "./instance.js";
import { mergedByKey, type NarrowRead, NarrowReads, readingViews } from "./narrow-reads.js";
import type { KeyedRow } from "./resident-keys.js";
import { viewByKey } from "./resident-months.js";
import { lostFiles } from "./snapshot-files.js";
import { type FileScan, historySource, knownAt, knownNow, mentionsAt, seenBy, tableSource } from "./table-source.js";
import { writeRows } from "./write-rows.js";

/** Longest time that a request may use a view; above the longest deadline. */
const viewLifetimeMs = 120_000;

/** What views of one reader share. */
export interface ReaderParts {
  readonly root: string;
  readonly instance: DuckDBInstance;
  readonly idleLimit: number;
  readonly temporaryDirectory: string;
  /** Copies of files in memory; null where none are kept. */
  readonly hot: HotFiles | null;
}

/** Threads that a long answer is made with: one more beside it is left to everything else. */
const writingThreads = 2;

/** The tables of one snapshot, each namespace in a schema of its own, created on first use. */
export class SnapshotView implements DataView {
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
  readonly #hot: HotFiles | null;
  /** Null in a past state, whose rows are not those of the files' days. */
  readonly #narrow: NarrowReads | null;
  /** What each table of each schema selects. */
  readonly #sources = new Map<string, string>();
  #retired = false;
  #dropped = false;

  constructor(
    { root, instance, idleLimit, temporaryDirectory, hot }: ReaderParts,
    snapshot: Snapshot,
    asOf: Date | null,
  ) {
    this.#root = root;
    this.#instance = instance;
    this.#temporaryDirectory = temporaryDirectory;
    this.snapshot = asOf === null ? snapshot : { ...snapshot, firstDays: firstDaysAt(snapshot, asOf) };
    this.#idleLimit = idleLimit;
    this.#asOf = asOf;
    this.#hot = asOf === null ? hot : null;
    this.#narrow = asOf === null ? new NarrowReads(root, snapshot, hot) : null;
  }

  async query<Row>(namespace: string, query: CompiledQuery, options: QueryOptions = {}): Promise<Row[]> {
    const { signal } = options;
    signal?.throwIfAborted();
    const narrow = this.#narrow?.of(namespace, query) ?? null;
    if (narrow?.sql === null) {
      this.#follow();
      return narrow.rows as Row[];
    }
    const connection = await this.#connect(namespace);
    const interrupt = () => connection.interrupt();
    signal?.addEventListener("abort", interrupt, { once: true });
    let healthy = signal?.aborted === true;
    try {
      // The signal may have fired while connecting; then nothing would interrupt the query.
      signal?.throwIfAborted();
      const rows = await this.#read<Row>(connection, query, narrow);
      healthy = true;
      return rows;
    } catch (cause) {
      signal?.throwIfAborted();
      throw new MarketDataError("engine_unavailable", "The query failed.", {}, { cause });
    } finally {
      signal?.removeEventListener("abort", interrupt);
      this.#release(namespace, connection, healthy);
      this.#follow();
    }
  }

  #follow(): void {
    if (!this.#retired) this.#hot?.follow(this);
  }

  async #read<Row>(connection: DuckDBConnection, query: CompiledQuery, narrow: NarrowRead | null): Promise<Row[]> {
    if (narrow !== null && narrow.sql !== null) {
      try {
        const others = await readRows<Row>(connection, narrow.sql, query.params);
        return narrow.rows.length === 0
          ? others
          : mergedByKey(narrow.rows as (Row & KeyedRow)[], others as (Row & KeyedRow)[]);
      } catch (error) {
        // A copy that it names may have been dropped meanwhile. The views name what there is.
        if (this.#hot === null || !isUnknownTable(error)) throw error;
        this.#narrow?.forgetSources();
      }
    }
    return readRows<Row>(connection, readingViews(query, this.#hot), query.params);
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

  /** Lets the tables read from the copies that are in memory now. The rows stay the same. */
  async readHot(): Promise<void> {
    this.#narrow?.forgetSources();
    try {
      for (const [namespace, created] of this.#schemas) {
        await created.catch(() => undefined);
        if (this.#schemas.get(namespace) === created && !this.#dropped) await this.#createTables(namespace);
      }
    } catch (error) {
      // The tables may be dropped meanwhile.
      if (!this.#dropped) throw error;
    }
  }

  async #dropSchemas(): Promise<void> {
    this.#dropped = true;
    this.#hot?.forget(this);
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
  #source(namespace: string, table: TableName, order: ReadOrder | null = null): string {
    const history = this.snapshot.history?.[namespace];
    const [at, absolute] = [this.#asOf, (file: StoredFile) => ({ ...file, path: join(this.#root, file.path) })];
    const hot = this.#hot;
    const read: FileScan | undefined = hot === null ? undefined : (files, columns) => hot.scan(files, columns, order);
    const now = tableSource(table, filesOf(this.snapshot, namespace, table).map(absolute), read);
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
    this.#hot?.join(this);
    const schema = this.#schemaName(namespace);
    const connection = await this.#instance.connect();
    try {
      await connection.run(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    } finally {
      connection.closeSync();
    }
    await this.#createTables(namespace);
  }

  /** Creates or replaces the tables of a namespace whose source has changed. Queries that run keep theirs. */
  async #createTables(namespace: string): Promise<void> {
    const connection = await this.#instance.connect();
    try {
      const replace = async (view: string, source: string) => {
        const name = `${this.#schemaName(namespace)}.${view}`;
        if (this.#sources.get(name) === source) return;
        await connection.run(`CREATE OR REPLACE VIEW ${name} AS ${source}`);
        this.#sources.set(name, source);
      };
      for (const table of Object.keys(tables) as TableName[]) {
        await replace(table, this.#source(namespace, table));
        const byKey = this.#hot === null ? null : viewByKey(table);
        if (byKey !== null) await replace(byKey, this.#source(namespace, table, "key"));
      }
    } finally {
      connection.closeSync();
    }
  }
}

/** Whether a statement failed because a table that it names is not there. */
function isUnknownTable(error: unknown): boolean {
  return error instanceof Error && /^Catalog Error/.test(error.message);
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
