import { MarketDataError } from "../../errors.js";
import { readPointer } from "../duckdb/snapshot-files.js";
import { type CacheMarker, markAsCache, readMarker } from "./cache-marker.js";
import { parseObjectAddress } from "./object-address.js";
import type { ObjectStore } from "./object-store.js";
import { RemoteReader, type RemoteReaderOptions } from "./remote-reader.js";
import { RemoteWriter } from "./remote-writer.js";
import { openS3, type S3Settings } from "./s3-object-store.js";

/** Options of {@link openObjectCache}. */
export interface ObjectCacheOptions {
  /** Such as `s3://bucket/prefix`. */
  readonly address: string;
  /** Folder that holds copies of the newest state: an empty one, or the same as before. */
  readonly directory: string;
  /** Bytes that the newest state may have; any number when left out. */
  readonly maxBytes?: number;
  /** For how long a writer that died keeps others out, in milliseconds. Default half a minute. */
  readonly leaseMs?: number;
  readonly settings?: S3Settings;
  /**
   * Goes on without any state where the store cannot be reached: readers then fail with `engine_unavailable` until it can.
   * Without it, that is an error.
   */
  readonly mayBeAway?: boolean;
  /** Told when the store cannot be read though an earlier state is there, which then answers. */
  readonly onFault?: (error: Error) => void;
}

/**
 * Makes a folder the cache of a place in an object store and fetches its newest state. From then on the folder is a data directory
 * like any other, for every function that takes one: readers follow the store, and what a writer publishes is in the store
 * first.
 *
 * @throws MarketDataError `invalid_parameters` for a malformed address; `store_foreign` when the folder is something else;
 * `engine_unavailable` when the store cannot be read and there is no earlier state; `store_damaged`, `store_unwritable`.
 */
export async function openObjectCache(options: ObjectCacheOptions): Promise<void> {
  const { address, directory, maxBytes = null, leaseMs = 30_000, settings = {}, mayBeAway = false, onFault } = options;
  const marker = await markAsCache(directory, { address, settings, maxBytes, leaseMs });
  const reader = new RemoteReader(await storeOf(marker), directory, marker);
  try {
    await reader.refresh();
  } catch (cause) {
    const isThere = mayBeAway || ((await readPointer(directory).catch(() => 0)) ?? 0) > 0;
    if (!isThere || !(cause instanceof MarketDataError) || cause.code !== "engine_unavailable") throw cause;
    onFault?.(cause);
  } finally {
    await reader.close();
  }
}

/** Whether a data directory is the cache of a place in an object store. @throws MarketDataError `store_damaged`. */
export async function isObjectCache(directory: string): Promise<boolean> {
  return (await readMarker(directory)) !== null;
}

/** Follows the store that a directory is the cache of; null for an ordinary data directory. */
export async function followStore(
  directory: string,
  options: Pick<RemoteReaderOptions, "onFault" | "followsShown">,
): Promise<RemoteReader | null> {
  const marker = await readMarker(directory);
  if (marker === null) return null;
  const reader = new RemoteReader(await storeOf(marker), directory, { ...marker, ...options });
  await reader.follow();
  return reader;
}

/**
 * The writer of the store that a directory, whose lock is held, is the cache of; null for an ordinary data directory.
 *
 * @throws MarketDataError As {@link RemoteWriter.open}.
 */
export async function remoteWriterOf(directory: string): Promise<RemoteWriter | null> {
  const marker = await readMarker(directory);
  if (marker === null) return null;
  const store = await storeOf(marker);
  try {
    return await RemoteWriter.open(store, directory, marker);
  } catch (cause) {
    store.close();
    throw cause;
  }
}

/**
 * Changes files beside the tables of a directory whose lock is held: in a store that it is the cache of, too.
 *
 * @throws MarketDataError As {@link RemoteWriter.open}; whatever the change throws, and then the store is not changed.
 */
export async function changeBesideTables<Result>(directory: string, change: () => Promise<Result>): Promise<Result> {
  const remote = await remoteWriterOf(directory);
  try {
    const result = await change();
    await remote?.publishCompanions();
    await remote?.sendLogs();
    return result;
  } finally {
    await remote?.close();
  }
}

function storeOf({ address, settings }: CacheMarker): Promise<ObjectStore> {
  return openS3(parseObjectAddress(address), settings);
}
