import { type AssetDirectory, type NamespaceDefinition, rebuild, type RebuildReport } from "@market-sentiment/core";
import { openTables } from "@market-sentiment/core/node";
import { fewStocks } from "./memory-ingest.js";

/** Declares the history of a data directory complete: closes past days, as `sentiment rebuild --references` does. */
export async function completeHistory(
  dataDirectory: string,
  namespace: NamespaceDefinition,
  options: { readonly now?: string; readonly assets?: AssetDirectory } = {},
): Promise<RebuildReport> {
  const tables = await openTables(dataDirectory);
  try {
    return await rebuild(tables, {
      namespace,
      directory: options.assets ?? fewStocks,
      now: () => new Date(options.now ?? "2026-03-31T12:00:00Z"),
      check: false,
      references: true,
    });
  } finally {
    await tables.close();
  }
}
