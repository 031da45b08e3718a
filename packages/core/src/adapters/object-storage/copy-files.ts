import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { MarketDataError } from "../../errors.js";
import { layout, newStagedName } from "../duckdb/data-layout.js";
import { makeDirectory } from "../duckdb/durable-files.js";
import { isMissing } from "../duckdb/snapshot-files.js";
import type { ObjectStore } from "./object-store.js";
import { damaged, type FileMark } from "./published-objects.js";

/** Transfers under way at the same time. */
const AT_ONCE = 8;

/** Runs work over items, a few at a time. The first failure ends it, once the running ones have ended. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const item of left) {
      if (failures.length > 0) return;
      await work(item).catch((cause: unknown) => failures.push(cause));
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Size and SHA-256 of a file. */
export async function markOf(path: string): Promise<FileMark> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest("hex") };
}

/** Whether a file of this size is there. Files get their name only when they are whole, so the size is enough. */
export async function isThere(path: string, { size }: FileMark): Promise<boolean> {
  try {
    const found = await stat(path);
    return found.isFile() && found.size === size;
  } catch (cause) {
    if (isMissing(cause)) return false;
    throw cause;
  }
}

/**
 * Fetches an object into a data directory. It appears under its name only when its size and content are those that were
 * published; a transfer that broke off or went wrong is tried once more.
 *
 * @throws MarketDataError `engine_unavailable`; `store_damaged` when the object is lost or has other content.
 */
export async function fetchFile(
  store: ObjectStore,
  key: string,
  root: string,
  path: string,
  mark: FileMark,
): Promise<void> {
  const staged = join(root, layout.staging, newStagedName());
  await makeDirectory(dirname(staged));
  try {
    await copy(store, key, staged, mark).catch((cause: unknown) => {
      if (!(cause instanceof MarketDataError)) throw cause;
      return copy(store, key, staged, mark);
    });
    await makeDirectory(dirname(join(root, path)));
    await rename(staged, join(root, path));
  } finally {
    await rm(staged, { force: true }).catch(() => undefined);
  }
}

async function copy(store: ObjectStore, key: string, path: string, mark: FileMark): Promise<void> {
  const bytes = await store.read(key);
  if (bytes === null) throw damaged(store, `${key} is lost`);
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "w");
  try {
    for await (const chunk of received(store, key, bytes)) {
      size += chunk.length;
      hash.update(chunk);
      // More than was published does not become right by reading on.
      if (size > mark.size) break;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (size !== mark.size || hash.digest("hex") !== mark.sha256)
    throw damaged(store, `${key} has other content than was published`);
}

/** The bytes of an object; a connection that breaks says whose it was. */
async function* received(
  store: ObjectStore,
  key: string,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    throw new MarketDataError("engine_unavailable", `${store.name} broke off while it sent ${key}.`, {}, { cause });
  }
}
