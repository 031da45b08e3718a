import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readSnapshot } from "../adapters/duckdb/snapshot-files.js";

/** Whose data a directory holds: `sample` where any of it is the invented sample, `own` where all of it is the user's. */
export type FolderContent = "nothing" | "sample" | "own";

/** File of a data directory that records which sample data is loaded. If it exists, the directory has invented data. */
export const SAMPLE_MARK = "sample.json";

/** Source name of the sample's ingest runs. */
export const SAMPLE_SOURCE = "sample";

/**
 * Tells whose data a directory contains, so that invented data and the user's own are not mixed by accident. A sample
 * whose loading was killed counts as a sample.
 *
 * @throws MarketDataError `store_damaged` when the newest snapshot cannot be read.
 */
export async function folderContent(dataDirectory: string): Promise<FolderContent> {
  const root = resolve(dataDirectory);
  if ((await stat(join(root, SAMPLE_MARK)).catch(() => null)) !== null) return "sample";
  const { version, runs } = await readSnapshot(root);
  if (runs.some(({ source }) => source === SAMPLE_SOURCE)) return "sample";
  return version === 0 ? "nothing" : "own";
}
