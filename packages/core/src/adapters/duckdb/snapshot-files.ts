import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MarketDataError } from "../../errors.js";
import { emptySnapshot, type Snapshot } from "../../storage/snapshot.js";

/** Names inside a data directory. */
export const layout = {
  /** Holds the number of the newest snapshot; replaced by one rename. */
  current: "CURRENT",
  snapshots: "snapshots",
  files: "files",
  staging: "staging",
  rejected: "rejected",
  lock: "writer.lock",
} as const;

/** How many old snapshot files stay beside the newest, for a look back by hand. */
const keptSnapshots = 5;

const fileName = (version: number) => `${String(version).padStart(12, "0")}.json`;

/**
 * The newest published snapshot; {@link emptySnapshot} where nothing was ever published.
 *
 * @throws MarketDataError `store_damaged` when the pointer or its snapshot cannot be read.
 */
export async function readSnapshot(directory: string): Promise<Snapshot> {
  // The pointer may move on between the two reads and the old file may be pruned: then the next round finds the new one.
  for (let attempt = 0; ; attempt += 1) {
    const version = await readVersion(directory);
    if (version === 0) return emptySnapshot;
    try {
      return JSON.parse(await readFile(join(directory, layout.snapshots, fileName(version)), "utf8")) as Snapshot;
    } catch (cause) {
      if (attempt < 3) continue;
      const message = `Snapshot ${version} of the data directory cannot be read.`;
      throw new MarketDataError("store_damaged", message, { version }, { cause });
    }
  }
}

/** Number of the newest published snapshot, 0 when there is none. Costs one small read. */
export async function readVersion(directory: string): Promise<number> {
  let text: string;
  try {
    text = await readFile(join(directory, layout.current), "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw new MarketDataError("store_damaged", "The data directory cannot be read.", {}, { cause });
  }
  const version = Number(text.trim());
  if (Number.isSafeInteger(version) && version > 0) return version;
  throw new MarketDataError("store_damaged", "The data directory's CURRENT file does not hold a version number.");
}

/** Makes a snapshot the newest one: stage, fsync, rename, fsync the folder; first the snapshot, then the pointer. */
export async function publishSnapshot(directory: string, snapshot: Snapshot): Promise<void> {
  const path = join(directory, layout.snapshots, fileName(snapshot.version));
  await writeDurably(directory, path, JSON.stringify(snapshot));
  await writeDurably(directory, join(directory, layout.current), `${snapshot.version}\n`);
  const old = (await readdir(join(directory, layout.snapshots))).sort().slice(0, -keptSnapshots - 1);
  for (const name of old) await rm(join(directory, layout.snapshots, name), { force: true });
}

/** Writes a whole file so that after a crash either the old or the new content is there, never a part. */
export async function writeDurably(directory: string, path: string, content: string): Promise<void> {
  await mkdir(join(directory, layout.staging), { recursive: true });
  await mkdir(dirname(path), { recursive: true });
  const staged = join(directory, layout.staging, randomBytes(8).toString("hex"));
  const handle = await open(staged, "w");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(staged, path);
  await syncDirectory(dirname(path));
}

/** Moves a finished staged file to its place, durably. */
export async function moveDurably(staged: string, path: string): Promise<void> {
  const handle = await open(staged, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await mkdir(dirname(path), { recursive: true });
  await rename(staged, path);
  await syncDirectory(dirname(path));
}

/** Some systems cannot sync a directory (Windows): the rename is then as durable as they make it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (process.platform !== "win32") throw cause;
  }
}
