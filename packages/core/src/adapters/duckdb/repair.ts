import { join, resolve } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";
import type { Snapshot } from "../../storage/snapshot.js";
import { isDataDirectory, isFolder, missingFiles } from "./check-directory.js";
import { layout } from "./data-layout.js";
import { isDamage, unwritable } from "./disk-fault.js";
import { moveDurably } from "./durable-files.js";
import { openInstance, quoted, readRows } from "./instance.js";
import { tableFilesIn } from "./leftovers.js";
import { publishSnapshot, readPointer, readSnapshotFile, snapshotVersions } from "./snapshot-files.js";
import { lockForWriting } from "./writer-lock.js";

/** A newer snapshot that was not chosen. */
export interface RefusedSnapshot {
  readonly version: number;
  /** What is wrong with it, as a sentence. */
  readonly reason: string;
}

/** Report of a repair. */
export interface RepairReport {
  /** What was wrong, as a sentence; null when nothing was, and nothing was done. */
  readonly fault: string | null;
  /** The chosen snapshot, or the one in place. */
  readonly chosen: number;
  /** ISO time at which it was published; null for an empty directory. */
  readonly publishedAt: string | null;
  readonly files: number;
  readonly rows: number;
  /** New number of the chosen state. */
  readonly version: number;
  /** Newest first. */
  readonly refused: readonly RefusedSnapshot[];
  /** Whether an invalid lock file was moved aside too. */
  readonly lockReplaced: boolean;
  /** Number of files outside the chosen state that were moved to `set-aside`. */
  readonly setAside: number;
}

/**
 * Repairs a data directory that lost its pointer, snapshot or files: publishes the newest snapshot whose files are all
 * there and readable again, under a number above all earlier ones. Nothing is deleted: other files are moved to
 * `set-aside`. If killed, run it again to complete it.
 *
 * @throws MarketDataError `store_damaged` when no snapshot is whole (then nothing changes), `store_locked`,
 * `store_unwritable`.
 */
export async function repairDirectory(directory: string): Promise<RepairReport> {
  if (!(await isRepairable(resolve(directory)))) return nothingStored;
  const { root, lockReplaced, leave } = await lockForWriting(directory, { replaceTorn: true });
  try {
    const pointer = await readPointer(root);
    const versions = await snapshotVersions(root);
    const tableFiles = await tableFilesIn(root);
    const newest = Math.max(pointer ?? 0, ...versions);
    if (pointer === 0 || (pointer === undefined && versions.length === 0 && tableFiles.length === 0)) {
      return { ...nothingStored, lockReplaced };
    }
    // A snapshot above the pointer was never published, because its writer was killed.
    const wanted = typeof pointer === "number" ? versions.filter((version) => version <= pointer) : versions;
    const { chosen, refused } = await newestWhole(root, wanted, tableFiles);
    if (typeof pointer === "number" && !versions.includes(pointer)) {
      refused.unshift({ version: pointer, reason: "Its file is missing." });
    }
    if (chosen === null) throw nothingWhole(root, refused);
    const { publishedAt, files } = chosen;
    const rows = files.reduce((sum, file) => sum + file.rows, 0);
    const found = { chosen: chosen.version, publishedAt, files: files.length, rows, refused, lockReplaced };
    if (pointer === chosen.version) return { ...found, fault: null, version: pointer, setAside: 0 };
    const setAside = await moveAside(root, chosen, tableFiles);
    await publishSnapshot(root, { ...chosen, version: newest + 1 });
    return { ...found, fault: faultOf(pointer), version: newest + 1, setAside };
  } catch (cause) {
    throw cause instanceof MarketDataError ? cause : unwritable(root, cause);
  } finally {
    leave();
  }
}

const nothingStored: RepairReport = {
  fault: null,
  chosen: 0,
  publishedAt: null,
  files: 0,
  rows: 0,
  version: 0,
  refused: [],
  lockReplaced: false,
  setAside: 0,
};

/** @throws MarketDataError `store_foreign` for anything but a data directory, with or without its pointer. */
async function isRepairable(directory: string): Promise<boolean> {
  if (!(await isFolder(directory))) return false;
  try {
    await isDataDirectory(directory);
  } catch (cause) {
    if (!(cause instanceof MarketDataError) || cause.code !== "store_damaged") throw cause;
  }
  return true;
}

function faultOf(pointer: number | null | undefined): string {
  if (pointer === undefined) return `The ${layout.current} file was lost.`;
  if (pointer === null) return `The ${layout.current} file did not hold a number.`;
  return `Snapshot ${pointer}, which ${layout.current} named, was not whole.`;
}

async function newestWhole(root: string, versions: readonly number[], tableFiles: readonly string[]) {
  const refused: RefusedSnapshot[] = [];
  for (const version of versions) {
    let snapshot: Snapshot;
    try {
      snapshot = await readSnapshotFile(root, version);
    } catch (cause) {
      // A newer release's snapshot is whole for that release, and a missing permission says nothing about a file.
      if (cause instanceof MarketDataError || !isDamage(cause)) throw cause;
      refused.push({ version, reason: `It cannot be read: ${cause instanceof Error ? cause.message : String(cause)}` });
      continue;
    }
    const reason = await damageOf(root, snapshot, tableFiles);
    if (reason === null) return { chosen: snapshot, refused };
    refused.push({ version, reason });
  }
  return { chosen: null, refused };
}

/** What is wrong with the files of a snapshot, as a sentence; null when each is there, readable and has its rows. */
async function damageOf(root: string, snapshot: Snapshot, tableFiles: readonly string[]): Promise<string | null> {
  const missing = await missingFiles(root, snapshot, tableFiles);
  if (missing.length > 0) {
    return `${missing.length} of its ${snapshot.files.length} files are missing, such as ${String(missing[0])}.`;
  }
  const instance = await openInstance([root], 1);
  const connection = await instance.connect();
  try {
    // All files at once; one by one only to find the bad one.
    const all = await rowCounts(
      connection,
      snapshot.files.map(({ path }) => join(root, path)),
    );
    for (const [index, { path, rows }] of snapshot.files.entries()) {
      const counted = all?.[index] ?? (await rowCounts(connection, [join(root, path)]))?.[0];
      if (counted === undefined) return `${path} is not a readable Parquet file.`;
      if (counted !== rows) return `${path} has ${counted} rows instead of ${rows}.`;
    }
    return null;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** Row count of each file, from its footer, in the order given; null if one cannot be read. */
async function rowCounts(connection: DuckDBConnection, paths: readonly string[]): Promise<number[] | null> {
  if (paths.length === 0) return [];
  try {
    const counted = await readRows<{ file_name: string; num_rows: number }>(
      connection,
      `SELECT file_name, num_rows FROM parquet_file_metadata([${paths.map(quoted).join(", ")}])`,
    );
    const rowsOf = new Map(counted.map(({ file_name, num_rows }) => [file_name, num_rows]));
    return paths.map((path) => rowsOf.get(path) ?? -1);
  } catch (cause) {
    if (isDamage(cause)) return null;
    throw cause;
  }
}

/** Moves away table files that the state does not name, because the next writer would delete them. */
async function moveAside(root: string, { files, retired }: Snapshot, tableFiles: readonly string[]): Promise<number> {
  const named = new Set([...files, ...retired].map(({ path }) => path));
  const unnamed = tableFiles.filter((path) => !named.has(path));
  for (const path of unnamed) {
    await moveDurably(join(root, path), join(root, layout.setAside, path));
  }
  return unnamed.length;
}

function nothingWhole(root: string, refused: readonly RefusedSnapshot[]): MarketDataError {
  const why = refused.length === 0 ? "there is none" : refused.map(({ version, reason }) => `${version}: ${reason}`);
  const message = `No snapshot of ${root} is whole (${[why].flat().join(" ")}). Nothing was changed. Its Parquet files can still be read one by one; to start afresh, name another folder.`;
  return new MarketDataError("store_damaged", message, { directory: root, refused });
}
