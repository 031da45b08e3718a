import { readTableFile } from "../adapters/duckdb/read-table-file.js";
import { changeBesideTables } from "../adapters/object-storage/open-cache.js";
import { openRecords } from "../adapters/record-files/read-records.js";
import { importAssets, type ImportReport } from "../subjects/import-assets.js";
import { takeWriterPlace } from "../adapters/duckdb/writer-lock.js";
import { readReferenceGraph, shippedAssets, writeImported } from "./reference-files.js";

/** The table, and the data directory to import it into. */
export interface ImportReferenceOptions {
  readonly dataDirectory: string;
  /** CSV, JSON lines, a JSON list (each may be compressed) or Parquet. */
  readonly file: string;
  readonly assetsDirectory?: string;
}

/**
 * Adds a table of stocks and funds to the reference graph of a data directory. Where both know an asset, the shipped
 * graph takes precedence. Importing the same table twice changes nothing.
 *
 * @throws MarketDataError `invalid_file`; as `openWriter` where the directory cannot be written.
 */
export async function importReferenceFile(
  options: ImportReferenceOptions,
): Promise<ImportReport & { malformed: number }> {
  const { records } = await openRecords([options.file], readTableFile);
  const rows: Record<string, unknown>[] = [];
  let malformed = 0;
  for await (const extracted of records) {
    if ("fault" in extracted) malformed += 1;
    else rows.push(extracted.record);
  }
  const { root, leave } = await takeWriterPlace(options.dataDirectory);
  try {
    return await changeBesideTables(root, async () => {
      const graph = await readReferenceGraph(root, options.assetsDirectory ?? shippedAssets);
      const { stored, report } = importAssets(graph.stocks.all(), rows);
      const kept = graph.stocks.all().filter((asset) => asset.origin === "imported" || !graph.builtIn.includes(asset));
      const known = new Set(stored.map(({ key }) => key));
      await writeImported(root, [...kept.filter(({ key }) => !known.has(key)), ...stored]);
      return { ...report, malformed };
    });
  } finally {
    leave();
  }
}
