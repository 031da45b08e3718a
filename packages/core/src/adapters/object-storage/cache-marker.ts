import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { MarketDataError } from "../../errors.js";
import { isDataDirectory } from "../duckdb/check-directory.js";
import { unwritable } from "../duckdb/disk-fault.js";
import { makeDirectory, writeDurably } from "../duckdb/durable-files.js";
import { isMissing } from "../duckdb/snapshot-files.js";
import { formatObjectAddress, parseObjectAddress } from "./object-address.js";
import type { S3Settings } from "./s3-object-store.js";

/** Name of the file that makes a data directory the cache of a place in an object store. */
export const MARKER_FILE = "object-storage.json";

/** What a data directory is the cache of. */
export interface CacheMarker {
  /** As `s3://bucket/prefix`. */
  readonly address: string;
  readonly settings: S3Settings;
  /** Names the writers of this directory, of which the system lets only one run. */
  readonly owner: string;
  /** Bytes of the newest state that it may hold; null for any number. */
  readonly maxBytes: number | null;
  /** For how long a writer that died keeps others out, in milliseconds. */
  readonly leaseMs: number;
}

const form = z.object({
  address: z.string(),
  endpoint: z.string().optional(),
  region: z.string().optional(),
  silentMs: z.int().min(1).optional(),
  owner: z.string(),
  maxBytes: z.int().min(1).nullable(),
  leaseMs: z.int().min(1),
});

/**
 * What the directory is the cache of; null for an ordinary data directory.
 *
 * @throws MarketDataError `store_damaged` when the file cannot be understood.
 */
export async function readMarker(directory: string): Promise<CacheMarker | null> {
  const path = join(resolve(directory), MARKER_FILE);
  try {
    const { endpoint, region, silentMs, ...marker } = form.parse(JSON.parse(await readFile(path, "utf8")));
    return { ...marker, settings: { endpoint, region, ...(silentMs === undefined ? {} : { silentMs }) } };
  } catch (cause) {
    if (isMissing(cause) || (cause as NodeJS.ErrnoException | null)?.code === "ENOTDIR") return null;
    const message = `${path} cannot be used. The folder is a cache: delete it, and it is made again.`;
    throw new MarketDataError("store_damaged", message, {}, { cause });
  }
}

/**
 * Makes a directory the cache of an address, or checks that it is.
 *
 * @throws MarketDataError `invalid_parameters` for a malformed address; `store_foreign` for a folder with anything else in it,
 * another cache and data of its own included; `store_unwritable`.
 */
export async function markAsCache(directory: string, wanted: Omit<CacheMarker, "owner">): Promise<CacheMarker> {
  const root = resolve(directory);
  const address = formatObjectAddress(parseObjectAddress(wanted.address));
  const known = await readMarker(root);
  if (known === null && (await isDataDirectory(root))) throw foreign(root, "has data of its own");
  if (known !== null && (known.address !== address || known.settings.endpoint !== wanted.settings.endpoint))
    throw foreign(root, `is the cache of ${known.address}`);
  const marker = { ...wanted, address, owner: known?.owner ?? randomUUID() };
  if (known !== null && isDeepStrictEqual(known, marker)) return marker;
  try {
    await makeDirectory(root);
    const { settings, ...rest } = marker;
    await writeDurably(root, join(root, MARKER_FILE), `${JSON.stringify({ ...rest, ...settings })}\n`);
  } catch (cause) {
    throw unwritable(root, cause);
  }
  return marker;
}

function foreign(root: string, reason: string): MarketDataError {
  const message = `${root} cannot be the cache of object storage: it ${reason}. Name another folder, or an empty one.`;
  return new MarketDataError("store_foreign", message, { directory: root });
}
