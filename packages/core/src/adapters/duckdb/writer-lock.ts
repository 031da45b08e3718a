import { access, constants, link, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { DuckDBInstance } from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";
import { isDataDirectory } from "./check-directory.js";
import { layout, newStagedName } from "./data-layout.js";
import { diskFaultOf, unwritable } from "./disk-fault.js";
import { makeDirectory } from "./durable-files.js";
import { loadClient } from "./instance.js";
import { isMissing, writePointer } from "./snapshot-files.js";

/** Directories that this process writes: the operating system's lock does not keep a process from itself. */
const held = new Set<string>();

/** How the engine says that another process has the lock (POSIX, Windows). */
const isTaken = /Conflicting lock is held|being used by another process/i;

/** The writer's place of a directory. */
export interface WriterPlace {
  /** Absolute, links resolved: the one name by which a process knows the directory. */
  readonly root: string;
  /** Whether a lock file that was none was put aside for this. */
  readonly lockReplaced: boolean;
  /** Gives the place back. */
  readonly leave: () => void;
}

/**
 * Takes the one writer's place of a data directory, which is made where it is missing. The lock is the operating system's
 * own on a DuckDB file, so it goes with the process that holds it, however that ends.
 *
 * @param options.replaceTorn Puts a lock file aside that is none, as an older release left one when it was killed.
 * @throws MarketDataError `store_locked` while another writer has it, `store_unwritable` when the system does not let this
 * process write, `store_damaged` when the lock file is none.
 */
export async function lockForWriting(
  directory: string,
  options: { readonly replaceTorn?: boolean } = {},
): Promise<WriterPlace> {
  const root = await madeDirectory(resolve(directory));
  const busy = "Another process is writing to this data directory. Wait until it has finished, then try again.";
  if (held.has(root)) throw new MarketDataError("store_locked", busy, { directory: root });
  held.add(root);
  try {
    const { instance, lockReplaced } = await openLock(root, options.replaceTorn ?? false);
    const leave = () => {
      instance.closeSync();
      held.delete(root);
    };
    return { root, lockReplaced, leave };
  } catch (cause) {
    held.delete(root);
    if (cause instanceof MarketDataError) throw cause;
    if (cause instanceof Error && isTaken.test(cause.message)) {
      throw new MarketDataError("store_locked", busy, { directory: root }, { cause });
    }
    throw unwritable(root, cause);
  }
}

/**
 * Takes the writer's place of a directory that is ours, or is to become ours: a new one gets its pointer first of all, so
 * that data without a pointer always means that the pointer was lost.
 *
 * @throws MarketDataError As {@link lockForWriting}; `store_foreign` for somebody else's folder, in which nothing is
 * written; `store_damaged` for a directory that has lost its pointer.
 */
export async function takeWriterPlace(directory: string): Promise<WriterPlace> {
  // Before the lock, which is a file already.
  await isDataDirectory(resolve(directory));
  const place = await lockForWriting(directory);
  try {
    if (!(await isDataDirectory(place.root))) await writePointer(place.root, 0);
    return place;
  } catch (cause) {
    place.leave();
    throw cause instanceof MarketDataError ? cause : unwritable(place.root, cause);
  }
}

async function madeDirectory(directory: string): Promise<string> {
  try {
    await makeDirectory(directory);
    return await realpath(directory);
  } catch (cause) {
    throw unwritable(directory, cause);
  }
}

async function openLock(
  root: string,
  replaceTorn: boolean,
): Promise<{ readonly instance: DuckDBInstance; readonly lockReplaced: boolean }> {
  const { DuckDBInstance: Instance } = loadClient();
  const path = join(root, layout.lock);
  await access(root, constants.W_OK);
  if (!(await exists(path))) await createLockFile(root, path);
  await access(path, constants.R_OK | constants.W_OK);
  try {
    return { instance: await Instance.create(path), lockReplaced: false };
  } catch (cause) {
    if (!(cause instanceof Error) || isTaken.test(cause.message) || diskFaultOf(cause) !== null) throw cause;
    if (!replaceTorn) {
      const message = `${path} is no lock file of ours: ${cause.message} Run: sentiment repair --data ${root}`;
      throw new MarketDataError("store_damaged", message, { directory: root }, { cause });
    }
    await makeDirectory(join(root, layout.setAside));
    await rename(path, join(root, layout.setAside, `${basename(path)}-${newStagedName()}`));
    await createLockFile(root, path);
    return { instance: await Instance.create(path), lockReplaced: true };
  }
}

/**
 * Makes the lock file whole or not at all: the engine writes it in pieces, and a torn one would lock everybody out. Of two
 * processes that make it at once, one has its own and the other takes that too.
 */
async function createLockFile(root: string, path: string): Promise<void> {
  const { DuckDBInstance: Instance } = loadClient();
  const staged = join(root, layout.staging, newStagedName());
  await makeDirectory(dirname(staged));
  try {
    (await Instance.create(staged)).closeSync();
    await link(staged, path);
  } catch (cause) {
    // Another process was first: it made the lock, or emptied the staging folder once it had it.
    if (await exists(path)) return;
    // There are disks without links.
    if (["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes((cause as NodeJS.ErrnoException).code ?? "")) {
      await rename(staged, path);
      return;
    }
    throw cause;
  } finally {
    await rm(staged, { force: true }).catch(() => undefined);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}
