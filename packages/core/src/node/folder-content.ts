import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readSnapshot } from "../adapters/duckdb/snapshot-files.js";

/** Whose data a directory holds: `sample` where any of it is the invented sample, `own` where all of it is the user's. */
export type FolderContent = "nothing" | "sample" | "own";

/** File of a data directory that tells which sample data is loaded. Where it stands, data are invented. */
export const SAMPLE_MARK = "sample.json";

/** What an ingest run of the sample names as its source. */
export const SAMPLE_SOURCE = "sample";

/**
 * What a data directory holds, so that invented and own data are not mixed by accident. A sample whose loading was killed
 * counts as one.
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
