import type { Dirent } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Snapshot } from "../../storage/snapshot.js";
import { isStagedName, isTableFilePath, layout, snapshotFileName, versionOfSnapshotFile } from "./data-layout.js";
import { isMissing } from "./snapshot-files.js";

/** How many old snapshot files stay beside the newest: for a look back by hand, and for a repair. */
const keptSnapshots = 5;

/** How long a file that no snapshot uses is kept: longer than any request or command that may still read it. */
const retiredFileLifetimeMs = 15 * 60_000;

// Everything here deletes plain files with names of our own form and nothing else; it never follows a link. What cannot
// be deleted stays and does no harm: no snapshot names it, and the next writer tries again.

/**
 * Deletes what a killed writer left: staged files, snapshots that were never published, and files that neither the snapshot
 * nor its retired list names. Only the holder of the write lock may call it.
 *
 * @param tableFiles What {@link tableFilesIn} gives.
 */
export async function removeLeftovers(root: string, snapshot: Snapshot, tableFiles: readonly string[]): Promise<void> {
  const staged = (await plainFiles(root, layout.staging)).filter((name) => isStagedName(name));
  await removeAll(staged.map((name) => join(root, layout.staging, name)));
  // First the snapshots, then their files, so that none is left that looks whole and is not.
  const unpublished = (await snapshotsIn(root)).filter((version) => version > snapshot.version);
  await removeAll(unpublished.map((version) => join(root, layout.snapshots, snapshotFileName(version))));
  const known = new Set([...snapshot.files, ...snapshot.retired].map(({ path }) => path));
  await removeAll(tableFiles.filter((path) => !known.has(path)).map((path) => join(root, path)));
}

/**
 * The snapshot without the retired files that no reader can hold any more, and these files. Pure.
 *
 * @returns `due` are to be deleted once the snapshot without them is published.
 */
export function withoutDue(snapshot: Snapshot, now: Date): { readonly kept: Snapshot; readonly due: string[] } {
  const isDue = (retiredAt: string) => now.getTime() - Date.parse(retiredAt) > retiredFileLifetimeMs;
  const due = snapshot.retired.filter(({ retiredAt }) => isDue(retiredAt)).map(({ path }) => path);
  return due.length === 0
    ? { kept: snapshot, due }
    : { kept: { ...snapshot, retired: snapshot.retired.filter(({ path }) => !due.includes(path)) }, due };
}

/** Deletes what a published snapshot needs no longer: due files and old snapshots. Never fails. */
export async function removeOutdated(root: string, version: number, due: readonly string[]): Promise<void> {
  await removeAll(due.filter((path) => isTableFilePath(path)).map((path) => join(root, path)));
  const versions = await snapshotsIn(root).catch(() => []);
  const old = versions.filter((number) => number < version).slice(keptSnapshots);
  await removeAll(old.map((number) => join(root, layout.snapshots, snapshotFileName(number))));
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

/** Names of the plain files of a folder; none where it is missing, or a link or file stands in its place. */
export async function plainFiles(...path: string[]): Promise<string[]> {
  return (await entriesOf(...path)).filter((entry) => entry.isFile()).map(({ name }) => name);
}

async function folders(...path: string[]): Promise<string[]> {
  return (await entriesOf(...path)).filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Entries of a folder in the order of their names; none where it is missing, or a link or file stands in its place. */
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
