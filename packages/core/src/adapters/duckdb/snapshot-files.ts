import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import { MarketDataError } from "../../errors.js";
import { emptySnapshot, type Snapshot } from "../../storage/snapshot.js";
import { isTableFilePath, layout, snapshotFileName, versionOfSnapshotFile } from "./data-layout.js";
import { diskFaultOf } from "./disk-fault.js";
import { writeDurably } from "./durable-files.js";

/** Advice for a damaged directory. */
const advice = (directory: string) => `Run: sentiment repair --data ${directory}`;

/**
 * The newest published snapshot; {@link emptySnapshot} if nothing was ever published.
 *
 * @throws MarketDataError `store_damaged` when the pointer or its snapshot is lost or cannot be read.
 */
export async function readSnapshot(directory: string): Promise<Snapshot> {
  // Between the two reads the pointer may advance and the old file may be deleted: try again.
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

/** Content of the pointer; null when it is not a number, undefined when it is missing. */
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
  // The first publication may have happened meanwhile.
  const pointer = await readPointer(directory);
  if (pointer === undefined) throw lostPointer(directory);
  return pointer;
}

/** The error for a directory with data but without a pointer. */
export function lostPointer(directory: string): MarketDataError {
  const message = `The data directory ${directory} has lost its ${layout.current} file. ${advice(directory)}`;
  return new MarketDataError("store_damaged", message, { directory });
}

/** The error for a snapshot with missing files. */
export function lostFiles(directory: string, snapshot: Snapshot, missing: readonly string[]): MarketDataError {
  const count = `${missing.length} of its ${snapshot.files.length} files are missing`;
  const message = `Snapshot ${snapshot.version} of the data directory is damaged: ${count}. ${advice(directory)}`;
  return new MarketDataError("store_damaged", message, { version: snapshot.version, missing: missing.slice(0, 10) });
}

/** Numbers of the snapshots in the directory, newest first; empty without a folder. */
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
 * @throws MarketDataError `store_damaged` when a newer release wrote it: a repair does not help then.
 * @throws Error when it cannot be read, is torn or of another form, or names a file that is not of our form.
 */
export async function readSnapshotFile(directory: string, version: number): Promise<Snapshot> {
  const bytes = await readFile(join(directory, layout.snapshots, snapshotFileName(version)));
  const text = isCompressed(bytes) ? await promisify(gunzip)(bytes) : bytes;
  const content: unknown = JSON.parse(text.toString("utf8"));
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

const ownPath = z.string().refine(isTableFilePath, "names a file that is not a table file");

/** Validates only what would lead to wrong rows or wrong files. */
export const snapshotForm = z.looseObject({
  format: z.literal(emptySnapshot.format),
  publishedAt: z.string(),
  files: z.array(
    z.looseObject({ namespace: z.string(), table: z.string(), month: z.string(), path: ownPath, rows: z.int() }),
  ),
  retired: z.array(z.looseObject({ path: ownPath, retiredAt: z.iso.datetime() })),
  runs: z.array(z.looseObject({ id: z.string(), namespace: z.string() })),
  firstDays: z.record(z.string(), z.iso.date()),
});

/**
 * Snapshots from so many bytes on are compressed: one is written every few seconds, and on a busy day each names a thousand
 * files. Small ones stay readable.
 */
const compressedFrom = 32_768;

/** Compressed files are told by their first bytes; JSON never begins so. */
function isCompressed(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Publishes a snapshot, durably: writes the snapshot, then renames the pointer, which is the moment of publication. */
export async function publishSnapshot(directory: string, snapshot: Snapshot): Promise<void> {
  await writeSnapshotFile(directory, snapshot);
  await writePointer(directory, snapshot.version);
}

/** Writes a snapshot, durably. It is not published by that. */
export async function writeSnapshotFile(directory: string, snapshot: Snapshot): Promise<void> {
  const path = join(directory, layout.snapshots, snapshotFileName(snapshot.version));
  const text = JSON.stringify(snapshot);
  await writeDurably(directory, path, text.length < compressedFrom ? text : await promisify(gzip)(text));
}

/** Sets the directory's pointer to the version, durably. */
export async function writePointer(directory: string, version: number): Promise<void> {
  await writeDurably(directory, join(directory, layout.current), `${version}\n`);
}

/** Whether an error means that nothing exists at the path. */
export function isMissing(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException | null)?.code === "ENOENT";
}
