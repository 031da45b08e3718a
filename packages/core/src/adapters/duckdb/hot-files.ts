import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Snapshot, StoredFile } from "../../storage/snapshot.js";
import { type TableName, tables } from "../../storage/tables.js";
import { readRows } from "./instance.js";
import { type FileSource, scan } from "./table-source.js";

/** Tables whose files are copied, in the order in which those of one month are: the small ones first. */
const copiedTables: readonly TableName[] = [
  "markets",
  "source_state",
  "source_coverage",
  "day_reference",
  "traded_reference",
  "market_daily",
  "market_hourly",
  "subject_daily",
  "traded_daily",
  "sector_daily",
  "country_daily",
  "market_days",
  "subject_contributor_daily",
  "sector_contributor_daily",
  "country_contributor_daily",
];

/** Pause before copying, so that the first answers have the machine to themselves. */
const pauseMs = 250;

/** Rows for which the engine takes memory at least. */
const fewestRows = 2_048;

/** Bytes of a value in the engine's memory, without the letters of long texts. */
const bytesOf: Readonly<Record<string, number>> = { VARCHAR: 16, DATE: 4, INTEGER: 4, BOOLEAN: 1 };

/** A view whose tables may read copies. */
export interface HotView {
  readonly snapshot: Snapshot;
  /** Names the sources of the tables again, from the copies that there are now. */
  readHot(): Promise<void>;
}

/** A copy of one file. */
interface Copy {
  /** Name in the engine. */
  readonly table: string;
  readonly bytes: number;
}

/**
 * Copies of published files in the engine's memory. A published file never changes and its name is never used again, so a
 * copy can be missing but never outdated: every view reads exactly the rows of its own files, in the same order, be it from
 * the copy or from the file. A new snapshot only costs the files that it added.
 */
export class HotFiles {
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #budget: number;
  readonly #onFault: (error: Error) => void;
  /** By absolute path. */
  readonly #copies = new Map<string, Copy>();
  /** Files that could not be copied, or came out larger than there was room for. Not tried again. */
  readonly #refused = new Set<string>();
  /** Copies that nobody gets any more, and which some view may still name. */
  #leaving: Copy[] = [];
  readonly #views = new Set<HotView>();
  #followed: HotView | null = null;
  #timer: NodeJS.Timeout | null = null;
  #work: Promise<void> = Promise.resolve();
  #connection: DuckDBConnection | null = null;
  #made = 0;
  #closed = false;

  /**
   * @param root The data directory.
   * @param budget Bytes that the copies may take.
   * @param onFault Told of a file that could not be copied.
   */
  constructor(root: string, instance: DuckDBInstance, budget: number, onFault: (error: Error) => void) {
    this.#root = root;
    this.#instance = instance;
    this.#budget = budget;
    this.#onFault = onFault;
  }

  /** What stands after `FROM` to read these columns of files, in the order of the files. */
  scan(files: readonly FileSource[], columns: string): string {
    // Runs of files without a copy are read together, as they would be without any copies.
    const parts: (string | FileSource[])[] = [];
    for (const file of files) {
      const [copy, last] = [this.#copies.get(file.path), parts.at(-1)];
      if (copy !== undefined) parts.push(copy.table);
      else if (Array.isArray(last)) last.push(file);
      else parts.push([file]);
    }
    if (parts.every((part) => Array.isArray(part))) return scan(files);
    // By position: the engine takes twice as long to plan a union by name.
    const selects = parts.map((part) => `SELECT ${columns} FROM ${Array.isArray(part) ? scan(part) : part}`);
    return `(${selects.join(" UNION ALL ")})`;
  }

  /** Must be called before a view names tables by {@link scan}: copies that a view may name are not dropped. */
  join(view: HotView): void {
    this.#views.add(view);
  }

  /** The view is gone: it names no tables any more. */
  forget(view: HotView): void {
    this.#views.delete(view);
  }

  /** Copies the files of this view's snapshot in the background and drops those of others. Returns at once. */
  follow(view: HotView): void {
    if (this.#closed || this.#followed === view) return;
    this.#followed = view;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#work = this.#work.then(() => this.#catchUp()).catch((error: unknown) => this.#report(error));
    }, pauseMs).unref();
  }

  /** Stops copying. The copies go with the engine. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#connection?.interrupt();
    await this.#work;
    this.#connection?.closeSync();
    this.#connection = null;
  }

  #report(error: unknown): void {
    if (!this.#closed) this.#onFault(error instanceof Error ? error : new Error(String(error)));
  }

  async #catchUp(): Promise<void> {
    const view = this.#followed;
    if (view === null || this.#closed) return;
    this.#connection ??= await this.#connect();
    const wanted = this.#wanted(view.snapshot);
    await this.#dropOthers(new Set(wanted.map(({ path }) => path)));
    let month: string | undefined;
    for (const file of wanted) {
      if (this.#stopsAt(view)) return;
      if (this.#copies.has(file.path)) continue;
      // Whole months at a time come into use, so that a long history need not be copied to its end first.
      if (month !== undefined && month !== file.month) await view.readHot();
      month = file.month;
      if (!(await this.#copy(this.#connection, file))) break;
    }
    if (!this.#stopsAt(view)) await view.readHot();
  }

  /** Whether work for a view has become pointless. A newer view has a timer of its own. */
  #stopsAt(view: HotView): boolean {
    return this.#closed || this.#followed !== view;
  }

  async #connect(): Promise<DuckDBConnection> {
    const connection = await this.#instance.connect();
    await connection.run("CREATE SCHEMA IF NOT EXISTS hot");
    return connection;
  }

  /** The files to have copies of: the newest months first, as far as the budget goes. */
  #wanted(snapshot: Snapshot): StoredFile[] {
    const files = snapshot.files
      .filter(({ table, history }) => history !== true && copiedTables.includes(table))
      .map((file) => ({ ...file, path: join(this.#root, file.path) }));
    const present = new Set(files.map(({ path }) => path));
    for (const path of this.#refused) if (!present.has(path)) this.#refused.delete(path);
    const order = (a: StoredFile, b: StoredFile) =>
      a.month === b.month ? copiedTables.indexOf(a.table) - copiedTables.indexOf(b.table) : a.month > b.month ? -1 : 1;
    let room = this.#budget;
    return files
      .filter(({ path }) => !this.#refused.has(path))
      .sort(order)
      .filter((file) => {
        const bytes = this.#copies.get(file.path)?.bytes ?? expectedBytes(file);
        if (bytes > room) return false;
        room -= bytes;
        return true;
      });
  }

  async #dropOthers(wanted: ReadonlySet<string>): Promise<void> {
    for (const [path, copy] of this.#copies) {
      if (wanted.has(path)) continue;
      this.#copies.delete(path);
      this.#leaving.push(copy);
    }
    if (this.#leaving.length === 0) return;
    // Older views, and this one, now name the files instead. A query that runs keeps the copy until it ends.
    for (const view of this.#views) await view.readHot();
    const dropped = this.#leaving;
    this.#leaving = [];
    for (const { table } of dropped) await this.#connection?.run(`DROP TABLE IF EXISTS ${table}`);
  }

  /** @returns False where there is no room for more. */
  async #copy(connection: DuckDBConnection, { path }: StoredFile): Promise<boolean> {
    const table = `hot.f${(this.#made += 1)}`;
    try {
      const before = await copiedBytes(connection);
      await connection.run(`CREATE TABLE ${table} AS SELECT * FROM ${scan([{ path }])}`);
      const after = await copiedBytes(connection);
      if (after <= this.#budget) {
        this.#copies.set(path, { table, bytes: Math.max(0, after - before) });
        return true;
      }
      this.#refused.add(path);
      await connection.run(`DROP TABLE ${table}`);
      return false;
    } catch (error) {
      this.#refused.add(path);
      this.#report(error);
      await connection.run(`DROP TABLE IF EXISTS ${table}`);
      return true;
    }
  }
}

/** An estimate from the number of rows, before a file is copied. */
function expectedBytes({ table, rows }: StoredFile): number {
  const width = Object.values<string>(tables[table]).reduce((sum, type) => sum + (bytesOf[type] ?? 8) + 1 / 8, 0);
  return Math.max(rows, fewestRows) * width;
}

/** Memory of all copies, in bytes. */
async function copiedBytes(connection: DuckDBConnection): Promise<number> {
  const sql = "SELECT memory_usage_bytes AS bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'";
  const [row] = await readRows<{ readonly bytes: number }>(connection, sql);
  return row?.bytes ?? 0;
}
