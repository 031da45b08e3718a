import { randomBytes } from "node:crypto";
import type { TableName } from "../../storage/tables.js";

/** Names inside a data directory. */
export const layout = {
  /** Holds the number of the newest snapshot, 0 before the first; replaced by one rename. */
  current: "CURRENT",
  snapshots: "snapshots",
  files: "files",
  staging: "staging",
  rejected: "rejected",
  lock: "writer.lock",
  /** Which files may hold which documents. Nothing is lost with it: a filter that is missing is made anew. */
  index: "index",
  /** What a repair has taken out of the way; nothing reads or deletes it. */
  setAside: "set-aside",
} as const;

/** What other parts keep beside the tables: reference imports, explanations, the sample's mark, the configuration of live sources, accounts and counters. */
const companions =
  /^(?:reference|explanations|sample\.json|sources\.(?:yaml|schema\.json)|demo-key|(?:accounts|usage)(?:-leases)?\.db[\w.-]*|usage-journal-\d+\.jsonl)$/;

/** What systems put into any folder: hidden files, and the one at the root of a disk. */
const ofTheSystem = /^(?:\..*|lost\+found|Thumbs\.db|desktop\.ini)$/;

/** Whether an entry at the top of a folder may be there before the folder has become a data directory. */
export function mayStandInNewDirectory(name: string): boolean {
  return Object.values<string>(layout).includes(name) || companions.test(name) || ofTheSystem.test(name);
}

/** Name of the file of a snapshot. */
export function snapshotFileName(version: number): string {
  return `${String(version).padStart(12, "0")}.json`;
}

/** The number of a snapshot's file; null for a name that is not of that form. */
export function versionOfSnapshotFile(name: string): number | null {
  return /^\d{12}\.json$/.test(name) ? Number(name.slice(0, 12)) : null;
}

const random = () => randomBytes(8).toString("hex");

/** A new name for a file of a table. */
export function newTableFileName(month: string): string {
  return `${month}-${random()}.parquet`;
}

/**
 * Path of a table's file below the data directory, with forward slashes.
 *
 * @throws RangeError when it would not be known again as ours.
 */
export function tableFilePath(namespace: string, table: TableName, name: string): string {
  const path = `${layout.files}/${namespace}/${table}/${name}`;
  if (!isTableFilePath(path)) throw new RangeError(`${path} has not the form of a table's file.`);
  return path;
}

/** Whether a path below the data directory has the form that {@link tableFilePath} gives: only such files are ever deleted. */
export function isTableFilePath(path: string): boolean {
  return /^files\/[a-z0-9-]+\/[a-z_]+\/[a-z0-9-]+-[0-9a-f]{16}\.parquet$/.test(path);
}

/** A new name in the staging folder, for anything but a file of a table. */
export const newStagedName = random;

/**
 * Whether a name in the staging folder is of our form, or of what our engine puts there when memory is short: only such
 * files are ever deleted.
 */
export function isStagedName(name: string): boolean {
  return /^(?:[0-9a-f]{16}|[a-z0-9-]+-[0-9a-f]{16}\.parquet|duckdb_temp_(?:storage|block)[\w-]*\.(?:tmp|block))$/.test(
    name,
  );
}
