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
  /** Filters that say which files may contain which documents. A missing filter is built again. */
  index: "index",
  /** Files moved away by a repair; nothing reads or deletes them. */
  setAside: "set-aside",
} as const;

/**
 * Entries of other parts beside the tables: reference imports, explanations, the sample's marker, the settings of open
 * tables, what the folder is a cache of, the configuration of live sources, accounts and counters.
 */
const companions =
  /^(?:reference|explanations|sample\.json|open-tables(?:-shown)?\.json|object-storage\.json|sources\.(?:yaml|schema\.json)|demo-key|(?:accounts|usage)(?:-leases)?\.db[\w.-]*|usage-journal-\d+\.jsonl)$/;

/** Entries that operating systems create: hidden files, and those at the root of a disk. */
const ofTheSystem = /^(?:\..*|lost\+found|Thumbs\.db|desktop\.ini)$/;

/** Whether an entry may be in a folder before it becomes a data directory. */
export function mayStandInNewDirectory(name: string): boolean {
  return Object.values<string>(layout).includes(name) || companions.test(name) || ofTheSystem.test(name);
}

/** File name of a snapshot. */
export function snapshotFileName(version: number): string {
  return `${String(version).padStart(12, "0")}.json`;
}

/** Snapshot number of a file name; null for other names. */
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
 * @throws RangeError when {@link isTableFilePath} would not recognise it.
 */
export function tableFilePath(namespace: string, table: TableName, name: string): string {
  const path = `${layout.files}/${namespace}/${table}/${name}`;
  if (!isTableFilePath(path)) throw new RangeError(`${path} does not have the form of a table's file.`);
  return path;
}

/** Whether a path below the data directory has the form that {@link tableFilePath} gives: only such files are ever deleted. */
export function isTableFilePath(path: string): boolean {
  return /^files\/[a-z0-9-]+\/[a-z_]+\/[a-z0-9-]+-[0-9a-f]{16}\.parquet$/.test(path);
}

/** A new name in the staging folder, for files that are not table files. */
export const newStagedName = random;

/**
 * Whether a name in the staging folder has our form, or that of the engine's spill files. Only such files are ever
 * deleted.
 */
export function isStagedName(name: string): boolean {
  return /^(?:[0-9a-f]{16}|[a-z0-9-]+-[0-9a-f]{16}\.parquet|duckdb_temp_(?:storage|block)[\w-]*\.(?:tmp|block))$/.test(
    name,
  );
}
