import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { filesOf, type Snapshot, type StoredFile } from "../../storage/snapshot.js";
import { sortKeys, type TableName, tables } from "../../storage/tables.js";
import type { UtcDay } from "../../time/utc-day.js";
import { quoted, readRows } from "./instance.js";
import { layout, moveDurably } from "./snapshot-files.js";
import { scan } from "./table-source.js";

/** How long a file that no snapshot uses is kept: longer than any request or command that may still read it. */
export const retiredFileLifetimeMs = 15 * 60_000;

/** What is told of a new file. */
export interface NewFile {
  readonly namespace: string;
  readonly table: TableName;
  readonly month: string;
  /** Its rows amend those of other files; see `StoredFile`. */
  readonly amends?: boolean;
}

/** The files that one publication adds and drops; nothing is visible to readers before the snapshot is published. */
export class FileSet {
  added: StoredFile[] = [];
  readonly dropped: StoredFile[] = [];
  readonly #root: string;
  readonly #connection: DuckDBConnection;
  readonly #snapshot: Snapshot;

  constructor(root: string, connection: DuckDBConnection, snapshot: Snapshot) {
    this.#root = root;
    this.#connection = connection;
    this.#snapshot = snapshot;
  }

  /** Number of the state that is being written. */
  get version(): number {
    return this.#snapshot.version + 1;
  }

  /** Files of the table as they will be after publication. */
  files(namespace: string, table: TableName): StoredFile[] {
    const dropped = new Set(this.dropped.map(({ path }) => path));
    const added = this.added.filter((file) => file.namespace === namespace && file.table === table);
    return [...filesOf(this.#snapshot, namespace, table).filter(({ path }) => !dropped.has(path)), ...added];
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
   * Writes the rows of `select` as a new file of the month: staged, synced, renamed. An empty result adds no file.
   */
  async write(of: NewFile, select: string): Promise<StoredFile | null> {
    const { namespace, table, month, amends } = of;
    const name = `${month}-${randomBytes(8).toString("hex")}.parquet`;
    await mkdir(join(this.#root, layout.staging), { recursive: true });
    const staged = join(this.#root, layout.staging, name);
    const [copied] = await readRows<{ Count: number }>(
      this.#connection,
      `COPY (SELECT * FROM (${select}) ORDER BY ${sortKeys[table]}) TO ${quoted(staged)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
    );
    const rows = copied?.Count ?? 0;
    if (rows === 0) {
      await rm(staged, { force: true });
      return null;
    }
    const days = "day" in tables[table] ? await this.#daysOf(staged) : null;
    const path = `${layout.files}/${namespace}/${table}/${name}`;
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
    };
    this.added.push(file);
    return file;
  }

  /** Takes back what was written, after a failure: nothing of it was published. */
  async discard(): Promise<void> {
    for (const { path } of this.added) await rm(join(this.#root, path), { force: true });
  }

  async #daysOf(path: string): Promise<[UtcDay, UtcDay] | null> {
    const sql = `SELECT CAST(MIN(day) AS VARCHAR) AS first, CAST(MAX(day) AS VARCHAR) AS last FROM ${scan([{ path }])}`;
    const [row] = await readRows<{ first: UtcDay; last: UtcDay }>(this.#connection, sql);
    return row === undefined ? null : [row.first, row.last];
  }
}

/**
 * Deletes what a killed writer left: staged files, and files that neither the snapshot nor its retired list names.
 * Only the holder of the write lock may call it.
 */
export async function removeOrphans(root: string, snapshot: Snapshot): Promise<void> {
  await rm(join(root, layout.staging), { recursive: true, force: true });
  const known = new Set([...snapshot.files, ...snapshot.retired].map(({ path }) => path));
  let entries: string[];
  try {
    entries = await readdir(join(root, layout.files), { recursive: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return;
    throw cause;
  }
  for (const entry of entries) {
    const path = `${layout.files}/${entry.replaceAll("\\", "/")}`;
    if (path.endsWith(".parquet") && !known.has(path)) await rm(join(root, path), { force: true });
  }
}

/** Deletes retired files that no reader can hold any more and forgets them. */
export async function removeRetired(root: string, snapshot: Snapshot, now: Date): Promise<Snapshot> {
  const due = snapshot.retired.filter(({ retiredAt }) => now.getTime() - Date.parse(retiredAt) > retiredFileLifetimeMs);
  for (const { path } of due) await rm(join(root, path), { force: true });
  return due.length === 0 ? snapshot : { ...snapshot, retired: snapshot.retired.filter((file) => !due.includes(file)) };
}
