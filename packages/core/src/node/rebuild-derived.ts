import { openTables } from "../adapters/duckdb/writer.js";
import { assetsOf } from "../namespaces/assets-of.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { rebuild, type RebuildOptions, type RebuildReport } from "../rollup/rebuild.js";
import { readReferenceGraph, shippedAssets } from "./reference-files.js";

/** Data directory and tables to rebuild. */
export type RebuildDerivedOptions = Omit<RebuildOptions, "namespace" | "directory"> & {
  readonly dataDirectory: string;
  readonly namespaces: readonly NamespaceDefinition[];
  readonly assetsDirectory?: string;
  /** For how many days back `as_of` can be asked; for good when left out. See `HistoryOptions`. */
  readonly historyDays?: number | undefined;
};

/** Result for one namespace. */
export interface RebuiltNamespace extends RebuildReport {
  readonly namespace: NamespaceDefinition;
}

/**
 * Rebuilds the derived tables of a data directory, or only compares them; see `rebuild`.
 *
 * @throws MarketDataError `store_locked`, `store_damaged`, `engine_unavailable`.
 */
export async function rebuildDerived(options: RebuildDerivedOptions): Promise<RebuiltNamespace[]> {
  const { dataDirectory, namespaces, assetsDirectory, historyDays, ...rest } = options;
  const graph = await readReferenceGraph(dataDirectory, assetsDirectory ?? shippedAssets);
  const tables = await openTables(dataDirectory, { historyDays });
  try {
    const reports: RebuiltNamespace[] = [];
    for (const namespace of namespaces) {
      const directory = assetsOf(namespace, graph);
      reports.push({ namespace, ...(await rebuild(tables, { ...rest, namespace, directory })) });
    }
    return reports;
  } finally {
    await tables.close();
  }
}
