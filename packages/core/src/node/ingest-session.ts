import { openWriter } from "../adapters/duckdb/writer.js";
import { ingestNamespace, type NamespaceIngestParts } from "../ingest/ingest-namespace.js";
import type { IngestReport } from "../ingest/run-ledger.js";
import { createLinker, type Linker } from "../linking/link.js";
import { assetsOf, graphOf } from "../namespaces/assets-of.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { TextJudge } from "../sentiment/text-model.js";
import type { AssetDirectory } from "../subjects/directory.js";
import type { MentionStore } from "../storage/mention-store.js";
import { storeInTurns } from "../storage/store-in-turns.js";
import { lazyTextModel } from "./lazy-text-model.js";
import { readLinkingData, readReferenceGraph, shippedAssets } from "./reference-files.js";

/** Data directory and parts of a session. */
export interface IngestSessionOptions {
  readonly dataDirectory: string;
  /** A model to use instead of the shipped one; it is not closed. */
  readonly textModel?: TextJudge;
  readonly modelWorkers?: number;
  readonly assetsDirectory?: string;
  /** Time between two publications of a long run, in milliseconds; 0 publishes every batch. 15 s when left out. */
  readonly publishEveryMs?: number;
  /** For how many days back `as_of` can be asked; for good when left out. See `HistoryOptions`. */
  readonly historyDays?: number | undefined;
  /** See `RollUpOptions`. */
  readonly rollUpLater?: boolean | undefined;
}

/** Parts that each run adds. */
export type SessionRun = Pick<
  NamespaceIngestParts,
  | "records"
  | "source"
  | "hintUse"
  | "now"
  | "reject"
  | "onProgress"
  | "signal"
  | "batchDocuments"
  | "history"
  | "runId"
  | "readAtMs"
  | "sources"
> & {
  readonly namespace: NamespaceDefinition;
  readonly columnMap?: Readonly<Record<string, string>>;
};

/**
 * Opens a data directory for writing, with the reference graph, the linker and the model, and calls `work` with a
 * function that runs one ingest. Several runs may run concurrently. Closes everything when `work` ends.
 *
 * @throws MarketDataError As `openWriter`; `invalid_file`, and whatever the runs throw.
 */
export async function withIngestSession<Result>(
  options: IngestSessionOptions,
  work: (
    run: (run: SessionRun) => Promise<IngestReport>,
    stored: Pick<MentionStore, "sources" | "openHistory">,
  ) => Promise<Result>,
): Promise<Result> {
  const assets = options.assetsDirectory ?? shippedAssets;
  const { publishEveryMs, historyDays, rollUpLater } = options;
  // Lock first: until then, an import may still change the graph.
  const writer = await openWriter(options.dataDirectory, {
    historyDays,
    rollUpLater,
    ...(publishEveryMs === undefined ? {} : { publishEveryMs }),
  });
  const store = storeInTurns(writer);
  const ownModel = lazyTextModel(options.assetsDirectory, options.modelWorkers);
  const textModel = options.textModel ?? ownModel;
  try {
    const [graph, linking] = await Promise.all([
      readReferenceGraph(options.dataDirectory, assets),
      readLinkingData(assets),
    ]);
    const linkers = new Map<AssetDirectory, Linker>();
    const run = ({ columnMap, ...wanted }: SessionRun) => {
      const all = graphOf(wanted.namespace, graph);
      // Link every listing: one that the namespace does not show counts for the one that it shows.
      const linker = linkers.get(all) ?? createLinker({ assets: all.all(), ...linking });
      linkers.set(all, linker);
      const directory = assetsOf(wanted.namespace, graph);
      const context = { sources: graph.sources, columnMap: columnMap ?? {} };
      return ingestNamespace({ ...wanted, context, store, directory, linker, textModel });
    };
    return await work(run, store);
  } finally {
    await ownModel.close();
    await store.close();
  }
}
