import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { MarketDataError } from "../../errors.js";
import { emptySnapshot, type Snapshot } from "../../storage/snapshot.js";
import { isTableFilePath, layout, snapshotFileName, versionOfSnapshotFile } from "./data-layout.js";
import { diskFaultOf } from "./disk-fault.js";
import { writeDurably } from "./durable-files.js";

/** How whoever meets a damaged directory gets on. */
const advice = (directory: string) => `Run: sentiment repair --data ${directory}`;

/**
 * The newest published snapshot; {@link emptySnapshot} where nothing was ever published.
 *
 * @throws MarketDataError `store_damaged` when the pointer or its snapshot is lost or cannot be read.
 */
export async function readSnapshot(directory: string): Promise<Snapshot> {
  // The pointer may move on between the two reads and the old file may be pruned: then the next round finds the new one.
  for (let attempt = 0; ; attempt += 1) {
    const version = await readVersion(directory);
    if (version === 0) return emptySnapshot;
    try {
      return await readSnapshotFile(directory, version);
    } catch (cause) {
      if (cause instanceof MarketDataError) throw cause;
      if (attempt < 3) continue;
      const message = `Snapshot ${version} of the data directory cannot be read. ${advice(directory)}`;
      throw new MarketDataError("store_damaged", message, { version }, { cause });
    }
  }
}

/**
 * Number of the newest published snapshot, 0 when there is none. Costs one small read.
 *
 * @throws MarketDataError `store_damaged` when it cannot be read, or is lost while snapshots are there.
 */
export async function readVersion(directory: string): Promise<number> {
  const pointer = await readPointer(directory);
  const version = pointer === undefined ? await versionWithoutPointer(directory) : pointer;
  if (version !== null) return version;
  const message = `The data directory's ${layout.current} file does not hold a version number. ${advice(directory)}`;
  throw new MarketDataError("store_damaged", message);
}

/** What the pointer says; null when it is no number, undefined when there is none. */
export async function readPointer(directory: string): Promise<number | null | undefined> {
  try {
    const text = await readFile(join(directory, layout.current), "utf8");
    return /^\d{1,15}\n?$/.test(text) ? Number(text) : null;
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    const reason = diskFaultOf(cause);
    const message = `The data directory cannot be read${reason === null ? "" : `: ${reason}`}.`;
    throw new MarketDataError("store_damaged", message, {}, { cause });
  }
}

/** A directory without a pointer is empty; one with snapshots has lost its pointer. */
async function versionWithoutPointer(directory: string): Promise<number | null> {
  if ((await snapshotVersions(directory)).length === 0) return 0;
  // The first publication may have been made meanwhile.
  const pointer = await readPointer(directory);
  if (pointer === undefined) throw lostPointer(directory);
  return pointer;
}

/** The error for a directory that holds data, but not the file that says which. */
export function lostPointer(directory: string): MarketDataError {
  const message = `The data directory ${directory} has lost its ${layout.current} file. ${advice(directory)}`;
  return new MarketDataError("store_damaged", message, { directory });
}

/** The error for a directory whose snapshot names files that are not there. */
export function lostFiles(directory: string, snapshot: Snapshot, missing: readonly string[]): MarketDataError {
  const count = `${missing.length} of its ${snapshot.files.length} files are missing`;
  const message = `Snapshot ${snapshot.version} of the data directory is damaged: ${count}. ${advice(directory)}`;
  return new MarketDataError("store_damaged", message, { version: snapshot.version, missing: missing.slice(0, 10) });
}

/** Numbers of the snapshots in the directory, newest first; none where there is no such folder. */
export async function snapshotVersions(directory: string): Promise<number[]> {
  try {
    const entries = await readdir(join(directory, layout.snapshots), { withFileTypes: true });
    const versions = entries.filter((entry) => entry.isFile()).map(({ name }) => versionOfSnapshotFile(name));
    return versions.filter((version) => version !== null).sort((a, b) => b - a);
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

/**
 * Reads one snapshot.
 *
 * @throws MarketDataError `store_damaged` when a newer release wrote it: no repair helps then.
 * @throws Error when it cannot be read, is torn, is of another form, or names a file that is not of our form.
 */
export async function readSnapshotFile(directory: string, version: number): Promise<Snapshot> {
  const text = await readFile(join(directory, layout.snapshots, snapshotFileName(version)), "utf8");
  const content: unknown = JSON.parse(text);
  const { format, version: written } = withFormat.parse(content);
  if (format > emptySnapshot.format) {
    const message = "The data directory was written by a newer release. Update this one, or name another directory.";
    throw new MarketDataError("store_damaged", message, { format });
  }
  if (written !== version) throw new Error("It does not have the number of its file.");
  snapshotForm.parse(content);
  return content as Snapshot;
}

const withFormat = z.looseObject({ format: z.number(), version: z.number() });

/** Of a snapshot, what would lead to wrong rows or to the wrong files where it is not as it should be. */
const ownPath = z.string().refine(isTableFilePath, "names a file that is no file of a table");
const snapshotForm = z.looseObject({
  format: z.literal(emptySnapshot.format),
  publishedAt: z.string(),
  files: z.array(
    z.looseObject({ namespace: z.string(), table: z.string(), month: z.string(), path: ownPath, rows: z.int() }),
  ),
  retired: z.array(z.looseObject({ path: ownPath, retiredAt: z.iso.datetime() })),
  runs: z.array(z.looseObject({ id: z.string(), namespace: z.string() })),
  firstDays: z.record(z.string(), z.iso.date()),
});

/** Makes a snapshot the newest one, durably: first the snapshot, then the pointer. The pointer's rename is the moment. */
export async function publishSnapshot(directory: string, snapshot: Snapshot): Promise<void> {
  const path = join(directory, layout.snapshots, snapshotFileName(snapshot.version));
  await writeDurably(directory, path, JSON.stringify(snapshot));
  await writePointer(directory, snapshot.version);
}

/** Lets the directory's pointer name the version, durably. */
export async function writePointer(directory: string, version: number): Promise<void> {
  await writeDurably(directory, join(directory, layout.current), `${version}\n`);
}

/** Whether a failure says that there is nothing at the path. */
export function isMissing(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException | null)?.code === "ENOENT";
}
