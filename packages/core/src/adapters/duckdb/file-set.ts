import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { filesOf, historyOf, type Snapshot, type StoredFile } from "../../storage/snapshot.js";
import { sortKeys, type TableName, tables } from "../../storage/tables.js";
import type { UtcDay } from "../../time/utc-day.js";
import { layout, newTableFileName, tableFilePath } from "./data-layout.js";
import { makeDirectory, moveDurably } from "./durable-files.js";
import { quoted, readRows } from "./instance.js";
import { scan } from "./table-source.js";

/** Description of a new file. */
export interface NewFile {
  readonly namespace: string;
  readonly table: TableName;
  readonly month: string;
  /** Its rows amend those of other files; see `StoredFile`. */
  readonly amends?: boolean;
  /** The day of all rows; left out where there may be several days, or none. */
  readonly day?: UtcDay;
  /** It holds earlier values. */
  readonly history?: boolean;
}

/** The files that one publication adds and drops; nothing is visible to readers before the snapshot is published. */
export class FileSet {
  added: StoredFile[] = [];
  readonly dropped: StoredFile[] = [];
  /** Whether the added files record the running days of the previous state. */
  isRecorded = false;
  /** Start of the earlier values that the added files still answer for; null where it has not moved. */
  historySince: string | null = null;
  /** Paths that this publication may have written. */
  readonly #written: string[] = [];
  readonly #root: string;
  readonly #connection: DuckDBConnection;
  readonly #snapshot: Snapshot;

  constructor(root: string, connection: DuckDBConnection, snapshot: Snapshot) {
    this.#root = root;
    this.#connection = connection;
    this.#snapshot = snapshot;
  }

  /** Number of the new state. */
  get version(): number {
    return this.#snapshot.version + 1;
  }

  /** The table's files after publication. */
  files(namespace: string, table: TableName): StoredFile[] {
    const dropped = new Set(this.dropped.map(({ path }) => path));
    const added = this.added.filter(
      (file) => file.namespace === namespace && file.table === table && file.history !== true,
    );
    return [...filesOf(this.#snapshot, namespace, table).filter(({ path }) => !dropped.has(path)), ...added];
  }

  /** The table's files with earlier values after publication. */
  history(namespace: string, table: TableName): StoredFile[] {
    const dropped = new Set(this.dropped.map(({ path }) => path));
    const added = this.added.filter(
      (file) => file.namespace === namespace && file.table === table && file.history === true,
    );
    return [...historyOf(this.#snapshot, namespace, table).filter(({ path }) => !dropped.has(path)), ...added];
  }

  /** The previous state. */
  get before(): Snapshot {
    return this.#snapshot;
  }

  /** Drops files of the table from the next state. */
  async drop(files: readonly StoredFile[]): Promise<void> {
    for (const file of files) {
      if (this.added.includes(file)) await rm(join(this.#root, file.path), { force: true });
      else this.dropped.push(file);
    }
    this.added = this.added.filter((file) => !files.includes(file));
  }

  /**
   * Writes the rows of `select` as a new file of the month: stages, syncs, renames. Adds no file for an empty result.
   */
  async write(of: NewFile, select: string): Promise<StoredFile | null> {
    const { namespace, table, month, amends, history, day } = of;
    const order = history === true ? `${sortKeys[table]}, known_at, written` : sortKeys[table];
    const name = newTableFileName(month);
    const path = tableFilePath(namespace, table, name);
    await makeDirectory(join(this.#root, layout.staging));
    const staged = join(this.#root, layout.staging, name);
    this.#written.push(`${layout.staging}/${name}`, path);
    const [copied] = await readRows<{ Count: number }>(
      this.#connection,
      `COPY (SELECT * FROM (${select}) ORDER BY ${order}) TO ${quoted(staged)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
    );
    const rows = copied?.Count ?? 0;
    if (rows === 0) {
      await rm(staged, { force: true });
      return null;
    }
    const days = "day" in tables[table] ? await this.#daysOf(staged, day) : null;
    await moveDurably(staged, join(this.#root, path));
    const file: StoredFile = {
      namespace,
      table,
      month,
      path,
      rows,
      columns: 2,
      ...(days === null ? {} : { days }),
      ...(amends === true ? { amends } : {}),
      ...(history === true ? { history } : {}),
    };
    this.added.push(file);
    return file;
  }

  /**
   * Deletes the written files. Call it only if nothing was published. The next writer deletes what cannot be deleted
   * now.
   */
  async discard(): Promise<void> {
    for (const path of this.#written) await rm(join(this.#root, path), { force: true }).catch(() => undefined);
  }

  async #daysOf(path: string, only: UtcDay | undefined): Promise<[UtcDay, UtcDay] | null> {
    if (only !== undefined) return [only, only];
    const sql = `SELECT CAST(MIN(day) AS VARCHAR) AS first, CAST(MAX(day) AS VARCHAR) AS last FROM ${scan([{ path }])}`;
    const [row] = await readRows<{ first: UtcDay; last: UtcDay }>(this.#connection, sql);
    return row === undefined ? null : [row.first, row.last];
  }
}
