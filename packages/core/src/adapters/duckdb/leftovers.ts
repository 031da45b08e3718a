import type { Dirent } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshot } from "../../storage/snapshot.js";
import { isStagedName, isTableFilePath, layout, snapshotFileName, versionOfSnapshotFile } from "./data-layout.js";
import { isMissing } from "./snapshot-files.js";

/** Old snapshot files to keep, for manual inspection and for a repair. */
const keptSnapshots = 5;

/** How long to keep a file that the newest snapshot no longer uses: longer than any request or command may read it. */
const retiredFileLifetimeMs = 15 * 60_000;

// Everything here deletes only plain files with names of our own form, and never follows a link. What cannot be deleted
// does no harm: no snapshot names it, and the next writer tries again.

/**
 * Deletes what a killed writer left: staged files, unpublished snapshots, and files that neither the snapshot nor its
 * retired list names. Only the holder of the write lock may call it.
 *
 * @param tableFiles The result of {@link tableFilesIn}.
 * @param isKept Whether somebody else still needs a file.
 */
export async function removeLeftovers(
  root: string,
  snapshot: Snapshot,
  tableFiles: readonly string[],
  isKept: (path: string) => boolean,
): Promise<void> {
  const staged = (await plainFiles(root, layout.staging)).filter((name) => isStagedName(name));
  await removeAll(staged.map((name) => join(root, layout.staging, name)));
  // Snapshots before their files, so that no snapshot ever looks whole without its files.
  const unpublished = (await snapshotsIn(root)).filter((version) => version > snapshot.version);
  await removeAll(unpublished.map((version) => join(root, layout.snapshots, snapshotFileName(version))));
  const known = new Set([...snapshot.files, ...snapshot.retired].map(({ path }) => path));
  await removeAll(tableFiles.filter((path) => !known.has(path) && !isKept(path)).map((path) => join(root, path)));
}

/**
 * The snapshot without the retired files that no reader can have open any more, and those files. Pure.
 *
 * @returns `due`: files to delete once that snapshot is published.
 */
export function withoutDue(snapshot: Snapshot, now: Date): { readonly kept: Snapshot; readonly due: string[] } {
  const isDue = (retiredAt: string) => now.getTime() - Date.parse(retiredAt) > retiredFileLifetimeMs;
  const due = snapshot.retired.filter(({ retiredAt }) => isDue(retiredAt)).map(({ path }) => path);
  return due.length === 0
    ? { kept: snapshot, due }
    : { kept: { ...snapshot, retired: snapshot.retired.filter(({ path }) => !due.includes(path)) }, due };
}

/** Deletes due files and old snapshots. Never fails. */
export async function removeOutdated(
  root: string,
  version: number,
  due: readonly string[],
  isKept: (path: string) => boolean,
): Promise<void> {
  await removeAll(due.filter((path) => isTableFilePath(path)).map((path) => join(root, path)));
  const versions = await snapshotsIn(root).catch(() => []);
  const old = versions.filter((number) => number < version).slice(keptSnapshots);
  const paths = old.map((number) => `${layout.snapshots}/${snapshotFileName(number)}`);
  await removeAll(paths.filter((path) => !isKept(path)).map((path) => join(root, path)));
}

/** Paths of the plain files of our form below `files`, relative to the directory. */
export async function tableFilesIn(root: string): Promise<string[]> {
  const paths: string[] = [];
  for (const namespace of await folders(root, layout.files)) {
    for (const table of await folders(root, layout.files, namespace)) {
      const names = await plainFiles(root, layout.files, namespace, table);
      paths.push(...names.map((name) => `${layout.files}/${namespace}/${table}/${name}`));
    }
  }
  return paths.filter((path) => isTableFilePath(path));
}

/** Numbers of the snapshots, newest first. */
async function snapshotsIn(root: string): Promise<number[]> {
  const versions = (await plainFiles(root, layout.snapshots)).map((name) => versionOfSnapshotFile(name));
  return versions.filter((version) => version !== null).sort((a, b) => b - a);
}

/** Names of the plain files of a folder; empty where it is missing, a link, or a file. */
export async function plainFiles(...path: string[]): Promise<string[]> {
  return (await entriesOf(...path)).filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Names of the folders in a folder; empty where it is missing, a link, or a file. */
export async function folders(...path: string[]): Promise<string[]> {
  return (await entriesOf(...path)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Entries of a folder by name; empty where it is missing, a link, or a file. */
async function entriesOf(...path: string[]): Promise<Dirent[]> {
  try {
    if (!(await lstat(join(...path))).isDirectory()) return [];
    const entries = await readdir(join(...path), { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

async function removeAll(paths: readonly string[]): Promise<void> {
  for (const path of paths) await rm(path, { force: true }).catch(() => undefined);
}
