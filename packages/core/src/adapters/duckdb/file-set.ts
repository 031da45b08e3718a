import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { filesOf, type Snapshot, type StoredFile } from "../../storage/snapshot.js";
import { sortKeys, type TableName } from "../../storage/tables.js";
import { quoted, readRows } from "./instance.js";
import { tableSource } from "./reader.js";
import { layout, moveDurably } from "./snapshot-files.js";

/** How long a file that no snapshot uses is kept: longer than any request or command that may still read it. */
export const retiredFileLifetimeMs = 15 * 60_000;

/** The files that one publication adds and drops; nothing is visible to readers before the snapshot is published. */
export class FileSet {
  readonly added: StoredFile[] = [];
  readonly dropped: StoredFile[] = [];
  readonly #root: string;
  readonly #connection: DuckDBConnection;
  readonly #snapshot: Snapshot;

  constructor(root: string, connection: DuckDBConnection, snapshot: Snapshot) {
    this.#root = root;
    this.#connection = connection;
    this.#snapshot = snapshot;
  }

  /** Files of the table as they will be after publication, of one month or of all. */
  files(namespace: string, table: TableName, month?: string): StoredFile[] {
    const dropped = new Set(this.dropped.map(({ path }) => path));
    const added = this.added.filter((file) => file.namespace === namespace && file.table === table);
    return [...filesOf(this.#snapshot, namespace, table).filter(({ path }) => !dropped.has(path)), ...added].filter(
      (file) => month === undefined || file.month === month,
    );
  }

  /** A `SELECT` over the table as it will be after publication. */
  source(namespace: string, table: TableName, month?: string): string {
    return tableSource(
      table,
      this.files(namespace, table, month).map(({ path }) => join(this.#root, path)),
    );
  }

  /** Drops files of the table from the next state. */
  drop(files: readonly StoredFile[]): void {
    this.dropped.push(...files);
  }

  /**
   * Writes the rows of `select` as a new file of the month: staged, synced, renamed. An empty result adds no file.
   */
  async write(namespace: string, table: TableName, month: string, select: string): Promise<void> {
    const name = `${month}-${randomBytes(8).toString("hex")}.parquet`;
    await mkdir(join(this.#root, layout.staging), { recursive: true });
    const staged = join(this.#root, layout.staging, name);
    await this.#connection.run(
      `COPY (SELECT * FROM (${select}) ORDER BY ${sortKeys[table]}) TO ${quoted(staged)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 32768)`,
    );
    const [counted] = await readRows<{ rows: number }>(
      this.#connection,
      `SELECT COUNT(*) AS rows FROM read_parquet(${quoted(staged)})`,
    );
    const rows = counted?.rows ?? 0;
    if (rows === 0) {
      await rm(staged, { force: true });
      return;
    }
    const path = `${layout.files}/${namespace}/${table}/${name}`;
    await moveDurably(staged, join(this.#root, path));
    this.added.push({ namespace, table, month, path, rows });
  }

  /** Takes back what was written, after a failure: nothing of it was published. */
  async discard(): Promise<void> {
    for (const { path } of this.added) await rm(join(this.#root, path), { force: true });
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
