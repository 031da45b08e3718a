import { join } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { ReadOrder } from "../../engine.js";
import type { Snapshot, StoredFile } from "../../storage/snapshot.js";
import type { TableName } from "../../storage/tables.js";
import { dueMonths, expectedBytes, wantedCopies, type WantedMonths } from "./hot-plan.js";
import { readRows } from "./instance.js";
import { heldBy, OutsideRows } from "./outside-rows.js";
import { copyMonths, type DaysRead, dropMonths, type ResidentMonths, selectMonths } from "./resident-months.js";
import { type FileSource, scan } from "./table-source.js";

/** Rows of a copy from which its size tells that of others of its table: a small one takes whole blocks of the engine. */
const tellingRows = 500_000;

/** How often it is planned again what there is room for, once the size of copies is known. */
const mostPlans = 4;

/** Pause before copying, so that the first answers have the machine to themselves. */
const pauseMs = 250;

/** A view whose tables may read copies. */
export interface HotView {
  readonly snapshot: Snapshot;
  /** Names the sources of the tables again, from the copies that there are now. */
  readHot(): Promise<void>;
}

/** A copy of one file that is not part of a whole month: of a day that still changes, or of a table without days. */
interface Copy {
  /** Name in the engine. */
  readonly table: string;
}

/**
 * Copies of published files in the engine's memory. A published file never changes and its name is never used again, so a
 * copy can be missing but never outdated: a view reads a copied month only when its files are exactly those that the month was
 * copied from. A new snapshot only costs the months and days that it changed.
 *
 * All months of a table but the newest share one engine table, so that a read has few parts to plan; the newest has its own, and
 * so has each file of a day that still changes.
 */
export class HotFiles {
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #budget: number;
  readonly #onFault: (error: Error) => void;
  /** By absolute path. */
  readonly #copies = new Map<string, Copy>();
  #months: ResidentMonths[] = [];
  /** What could not be copied, or again and again came out larger than there was room for. Not tried again. */
  readonly #refused = new Set<string>();
  /** Bytes of copies for each that was expected, by table. */
  readonly #measured = new Map<TableName, number>();
  /** Engine tables that nobody gets any more, and which some view may still name. */
  #leaving: ResidentMonths[] = [];
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
   * @param onFault Told of files that could not be copied.
   */
  constructor(root: string, instance: DuckDBInstance, budget: number, onFault: (error: Error) => void) {
    this.#root = root;
    this.#instance = instance;
    this.#budget = budget;
    this.#onFault = onFault;
  }

  /**
   * What stands after `FROM` to read these columns of files of one table.
   *
   * @param order The order of rows that is read with the least work, where months are kept in several.
   * @param window The days that are read of the files at most, which must all be files of its months; null for all.
   */
  scan(
    files: readonly FileSource[],
    columns: string,
    order: ReadOrder | null = null,
    window: DaysRead | null = null,
  ): string {
    const taken = new Set<string>();
    // By position: the engine takes twice as long to plan a union by name.
    const selects: string[] = [];
    for (const { resident, held } of heldBy(this.#months, files)) {
      selects.push(selectMonths(resident, held, columns, order, window));
      for (const month of held) taken.add(month);
    }
    // Runs of files without a copy are read together, as they would be without any copies.
    const parts: (string | FileSource[])[] = [];
    for (const file of files) {
      if (file.amends !== true && taken.has(file.month ?? "")) continue;
      const [copy, last] = [this.#copies.get(file.path), parts.at(-1)];
      if (copy !== undefined) parts.push(copy.table);
      else if (Array.isArray(last)) last.push(file);
      else parts.push([file]);
    }
    if (selects.length === 0 && parts.every((part) => Array.isArray(part))) return scan(files);
    for (const part of parts) selects.push(`SELECT ${columns} FROM ${Array.isArray(part) ? scan(part) : part}`);
    return `(${selects.join(" UNION ALL ")})`;
  }

  /** The rows of copied months that are kept outside the engine. */
  get outside(): OutsideRows {
    return new OutsideRows(this.#months);
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
    const connection = (this.#connection ??= await this.#connect());
    const present = new Set(view.snapshot.files.map(({ path }) => join(this.#root, path)));
    for (const path of this.#refused) if (!present.has(path)) this.#refused.delete(path);
    for (let plan = 1; plan <= mostPlans; plan += 1)
      if (await this.#copyWanted(connection, view, plan === mostPlans)) return;
  }

  /**
   * Copies what there is room for.
   *
   * @param isLast Whether it is not planned again: what has no room is refused.
   * @returns False where copies have turned out to be of another size than expected, so that there is room for less, or for more.
   */
  async #copyWanted(connection: DuckDBConnection, view: HotView, isLast: boolean): Promise<boolean> {
    const { files, months } = wantedCopies(view.snapshot, this.#root, this.#budget, this.#refused, this.#measured);
    const due = months.map((wanted) => dueMonths(wanted, this.#months));
    const kept = new Set(due.flatMap(({ kept: these }) => these));
    await this.#dropOthers(new Set(files.map(({ path }) => path)), kept);
    for (const { path } of files) {
      if (this.#stopsAt(view)) return true;
      if (!this.#copies.has(path)) await this.#copy(connection, path);
    }
    // The newest months of all tables first; older ones come into use one table after the other.
    const sizes = new Map(this.#measured);
    for (const { missing } of due) {
      if (this.#stopsAt(view)) return true;
      if (missing.newest !== null) await this.#copyMonths(connection, missing.newest, isLast);
    }
    await view.readHot();
    if (!isLast && !sameSizes(sizes, this.#measured)) return false;
    for (const { missing } of due) {
      for (const older of missing.older) {
        if (this.#stopsAt(view)) return true;
        if (await this.#copyMonths(connection, older, isLast)) await view.readHot();
        else if (!isLast) return false;
      }
    }
    return isLast || sameSizes(sizes, this.#measured);
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

  async #dropOthers(files: ReadonlySet<string>, months: ReadonlySet<ResidentMonths>): Promise<void> {
    for (const [path, { table }] of this.#copies) {
      if (files.has(path)) continue;
      this.#copies.delete(path);
      this.#leaving.push({ group: "", months: new Map(), table, byKey: null, keyed: null });
    }
    this.#leaving.push(...this.#months.filter((resident) => !months.has(resident)));
    this.#months = this.#months.filter((resident) => months.has(resident));
    if (this.#leaving.length === 0) return;
    // Older views, and this one, now name the files instead. A query that runs keeps the copy until it ends.
    for (const view of this.#views) await view.readHot();
    const dropped = this.#leaving;
    this.#leaving = [];
    for (const resident of dropped) if (this.#connection !== null) await dropMonths(this.#connection, resident);
  }

  async #copy(connection: DuckDBConnection, path: string): Promise<void> {
    const table = `hot.f${(this.#made += 1)}`;
    const bytes = await this.#make(connection, [path], async () => {
      await connection.run(`CREATE TABLE ${table} AS SELECT * FROM ${scan([{ path }])}`);
    });
    if (bytes !== null && (await this.#usedBytes(connection)) <= this.#budget) {
      this.#copies.set(path, { table });
      return;
    }
    this.#refused.add(path);
    await connection.run(`DROP TABLE IF EXISTS ${table}`);
  }

  /** @returns Whether they are in memory. */
  async #copyMonths(connection: DuckDBConnection, wanted: WantedMonths, isLast: boolean): Promise<boolean> {
    const table = `hot.f${(this.#made += 1)}`;
    const files = [...wanted.months.values()].flat();
    const paths = files.map(({ path }) => path);
    const bytes = await this.#make(connection, paths, async () => {
      this.#months.push(await copyMonths(connection, table, wanted));
    });
    const isNews = bytes !== null && this.#learn(wanted.table, files, bytes);
    if (bytes !== null && (await this.#usedBytes(connection)) <= this.#budget) return true;
    // Without anything learned, the next plan would copy them in vain again.
    if (isLast || !isNews) for (const path of paths) this.#refused.add(path);
    this.#months = this.#months.filter((resident) => resident.table !== table);
    await dropMonths(connection, { table, byKey: `${table}_by_key` });
    return false;
  }

  /** Notes what a copy takes. @returns Whether that changes what there is room for. */
  #learn(table: TableName, files: readonly StoredFile[], bytes: number): boolean {
    if (files.reduce((sum, { rows }) => sum + rows, 0) < tellingRows) return false;
    const before = this.#measured.get(table);
    const size = bytes / expectedBytes(files);
    this.#measured.set(table, size);
    return !isSameSize(before, size);
  }

  /** Runs a copy. @returns The bytes that it takes; null where it failed: then its files are refused. */
  async #make(
    connection: DuckDBConnection,
    paths: readonly string[],
    copy: () => Promise<void>,
  ): Promise<number | null> {
    try {
      const before = await this.#usedBytes(connection);
      await copy();
      return (await this.#usedBytes(connection)) - before;
    } catch (error) {
      this.#report(error);
    }
    for (const path of paths) this.#refused.add(path);
    return null;
  }

  /** Memory of all copies, in bytes. */
  async #usedBytes(connection: DuckDBConnection): Promise<number> {
    const outside = this.#months.reduce((sum, { keyed }) => sum + (keyed?.bytes ?? 0), 0);
    return (await copiedBytes(connection)) + outside;
  }
}

/** Whether nothing was learned that changes a plan. */
function sameSizes(before: ReadonlyMap<TableName, number>, after: ReadonlyMap<TableName, number>): boolean {
  return [...after].every(([table, size]) => isSameSize(before.get(table), size));
}

/** Whether a size is about what was known of it, or what was expected where nothing was. */
function isSameSize(before = 1, after: number): boolean {
  return Math.abs(after / before - 1) < 0.02;
}

/** Memory of the copies in the engine, in bytes. */
async function copiedBytes(connection: DuckDBConnection): Promise<number> {
  const sql = "SELECT memory_usage_bytes AS bytes FROM duckdb_memory() WHERE tag = 'IN_MEMORY_TABLE'";
  const [row] = await readRows<{ readonly bytes: number }>(connection, sql);
  return row?.bytes ?? 0;
}
