import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "../../errors.js";
import type { Snapshot } from "../../storage/snapshot.js";
import { isStagedName, layout, mayStandInNewDirectory } from "./data-layout.js";
import { unwritable } from "./disk-fault.js";
import { tableFilesIn } from "./leftovers.js";
import { isMissing, lostFiles, lostPointer, readPointer, snapshotVersions } from "./snapshot-files.js";

/** Entries of a foreign folder that the message names. */
const namedEntries = 3;

/**
 * Checks a directory before anything is written into it. With its pointer it is one of our data directories. Without
 * one it must be empty, or contain only what other parts of the product put there.
 *
 * @returns Whether it is already a data directory.
 * @throws MarketDataError `store_foreign` when it belongs to something else or is not a folder; `store_damaged` when
 * its pointer is lost; `store_unwritable` when it cannot be read.
 */
export async function isDataDirectory(root: string): Promise<boolean> {
  if (!(await isFolder(root))) return false;
  const pointer = await readPointer(root);
  if (typeof pointer === "number") return true;
  const [versions, tableFiles] = [await snapshotVersions(root), await tableFilesIn(root)];
  if (versions.length > 0 || tableFiles.length > 0) throw lostPointer(root);
  const foreign = await foreignEntries(root, pointer === null ? [layout.current] : []);
  if (foreign.length > 0) throw notOurs(root, foreign);
  return false;
}

/** @throws MarketDataError `store_damaged` when files that the snapshot names are missing. */
export async function refuseLostFiles(root: string, snapshot: Snapshot, tableFiles: readonly string[]): Promise<void> {
  const missing = await missingFiles(root, snapshot, tableFiles);
  if (missing.length > 0) throw lostFiles(root, snapshot, missing);
}

/** Paths in the snapshot where there is no file. */
export async function missingFiles(
  root: string,
  { files }: Snapshot,
  tableFiles: readonly string[] = [],
): Promise<string[]> {
  const listed = new Set(tableFiles);
  const missing: string[] = [];
  for (const { path } of files) {
    if (!listed.has(path) && !(await isFile(join(root, path)))) missing.push(path);
  }
  return missing;
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

/**
 * Whether the folder exists; false where there is nothing. @throws MarketDataError `store_foreign` for anything else.
 */
export async function isFolder(root: string): Promise<boolean> {
  try {
    if ((await stat(root)).isDirectory()) return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    if ((cause as NodeJS.ErrnoException).code !== "ENOTDIR") throw unwritable(root, cause);
  }
  throw new MarketDataError("store_foreign", `${root} is not a folder, so it cannot be the data directory.`, {
    directory: root,
  });
}

/** Entries that do not belong into a new data directory. */
async function foreignEntries(root: string, known: readonly string[]): Promise<string[]> {
  const names = await readdir(root);
  const foreign = [...known, ...names.filter((name) => !mayStandInNewDirectory(name))];
  for (const folder of [layout.files, layout.snapshots, layout.staging, layout.index, layout.rejected]) {
    if (!names.includes(folder)) continue;
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => null);
    if (entries === null) foreign.push(folder);
    else foreign.push(...entries.filter((entry) => isForeign(folder, entry)).map(({ name }) => `${folder}/${name}`));
  }
  return foreign.sort();
}

function isForeign(folder: string, entry: { readonly name: string; isDirectory(): boolean }): boolean {
  if (entry.isDirectory()) return false;
  if (folder === layout.rejected) return !/-[0-9a-f]{8}\.jsonl(?:\.part)?$/.test(entry.name);
  return folder !== layout.staging || !isStagedName(entry.name);
}

function notOurs(root: string, foreign: readonly string[]): MarketDataError {
  const more = foreign.length > namedEntries ? `, and ${foreign.length - namedEntries} more` : "";
  const message = `${root} is not a data directory and contains other files: ${foreign.slice(0, namedEntries).join(", ")}${more}. Name a new or empty folder.`;
  return new MarketDataError("store_foreign", message, { directory: root, foreign: foreign.slice(0, namedEntries) });
}
