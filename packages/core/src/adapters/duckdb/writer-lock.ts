import { access, constants, link, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { DuckDBInstance } from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";
import { isDataDirectory } from "./check-directory.js";
import { layout, newStagedName } from "./data-layout.js";
import { diskFaultOf, unwritable } from "./disk-fault.js";
import { makeDirectory } from "./durable-files.js";
import { loadClient } from "./load-client.js";
import { isMissing, writePointer } from "./snapshot-files.js";

/** Directories that this process writes. The system's lock does not exclude the process that holds it. */
const held = new Set<string>();

/** The engine's message when another process has the lock (POSIX, Windows). */
const isTaken = /Conflicting lock is held|being used by another process/i;

/** Exclusive right to write a directory. */
export interface WriterPlace {
  /** Absolute path with links resolved, so that each directory has one name within the process. */
  readonly root: string;
  /** Whether an invalid lock file was moved aside. */
  readonly lockReplaced: boolean;
  /** Releases the lock. */
  readonly leave: () => void;
}

/**
 * Locks a data directory for writing, and creates it if missing. The operating system holds the lock on a DuckDB file,
 * so it ends with the process, however that ends.
 *
 * @param options.replaceTorn Moves an invalid lock file aside, such as one left by a killed older release.
 * @throws MarketDataError `store_locked` while another writer has it, `store_unwritable` when the system does not let
 * this process write, `store_damaged` when the lock file is invalid.
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
 * Locks a directory that is ours, or will be: a new directory gets its pointer first, so that data without a pointer
 * always means a lost pointer.
 *
 * @throws MarketDataError As {@link lockForWriting}; `store_foreign` for a folder of something else, in which nothing
 * is written; `store_damaged` for a directory that has lost its pointer.
 */
export async function takeWriterPlace(directory: string): Promise<WriterPlace> {
  // Check before locking, because the lock creates a file.
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
      const message = `${path} is not a lock file of this program: ${cause.message} Run: sentiment repair --data ${root}`;
      throw new MarketDataError("store_damaged", message, { directory: root }, { cause });
    }
    await makeDirectory(join(root, layout.setAside));
    await rename(path, join(root, layout.setAside, `${basename(path)}-${newStagedName()}`));
    await createLockFile(root, path);
    return { instance: await Instance.create(path), lockReplaced: true };
  }
}

/**
 * Creates the lock file atomically: the engine writes it in pieces, and a torn one would lock everybody out. If two
 * processes create it at once, one wins and the other uses that file too.
 */
async function createLockFile(root: string, path: string): Promise<void> {
  const { DuckDBInstance: Instance } = loadClient();
  const staged = join(root, layout.staging, newStagedName());
  await makeDirectory(dirname(staged));
  try {
    (await Instance.create(staged)).closeSync();
    await link(staged, path);
  } catch (cause) {
    // Another process was faster: it created the lock, or emptied the staging folder after taking it.
    if (await exists(path)) return;
    // Some file systems have no hard links.
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
