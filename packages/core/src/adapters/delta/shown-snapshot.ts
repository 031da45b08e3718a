import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { MarketDataError } from "../../errors.js";
import type { Snapshot } from "../../storage/snapshot.js";
import { layout, snapshotFileName } from "../duckdb/data-layout.js";
import { writeDurably } from "../duckdb/durable-files.js";
import { isMissing, readSnapshotFile } from "../duckdb/snapshot-files.js";

/** Name, in a data directory, of the file that says which snapshot the logs show. */
const SHOWN_FILE = "open-tables-shown.json";

/** Form of a {@link ShownSnapshot}. */
export const shownForm = z.strictObject({
  snapshot: z.int().min(0),
  versions: z.record(z.string(), z.int().min(0)),
});

/** A snapshot that all logs show, and the version of each log that does. */
export interface ShownSnapshot {
  /** Number of the snapshot. */
  readonly snapshot: number;
  /** Versions by `<namespace>/<table>`. A table that is not named here has never had a row. */
  readonly versions: Readonly<Record<string, number>>;
}

/**
 * What the logs of a data directory show; null where none are kept. Written once all logs are there, so the tables of these
 * versions are always those of one snapshot.
 *
 * @throws MarketDataError `store_damaged` when the file cannot be understood.
 */
export async function readShown(root: string): Promise<ShownSnapshot | null> {
  const path = join(root, SHOWN_FILE);
  try {
    return shownForm.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (cause) {
    if (isMissing(cause)) return null;
    const message = `${path} cannot be used. Write it again: sentiment tables --delta on`;
    throw new MarketDataError("store_damaged", message, {}, { cause });
  }
}

/** Says which snapshot all logs show, durably. */
export async function writeShown(root: string, shown: ShownSnapshot): Promise<void> {
  await writeDurably(root, join(root, SHOWN_FILE), `${JSON.stringify(shown)}\n`);
}

/** Nothing is shown from now on. */
export async function removeShown(root: string): Promise<void> {
  await rm(join(root, SHOWN_FILE), { force: true });
}

/** What readers of a shown snapshot need of the data directory: paths below it. */
export function neededPaths({ version, files }: Snapshot): ReadonlySet<string> {
  return new Set([`${layout.snapshots}/${snapshotFileName(version)}`, ...files.map(({ path }) => path)]);
}

/** {@link neededPaths} of the snapshot that the logs show; empty where that cannot be told. */
export async function pathsOfShown(root: string): Promise<ReadonlySet<string>> {
  try {
    const shown = await readShown(root);
    return shown === null || shown.snapshot === 0
      ? new Set()
      : neededPaths(await readSnapshotFile(root, shown.snapshot));
  } catch {
    return new Set();
  }
}
