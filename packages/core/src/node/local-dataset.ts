import { openReader, type ReaderOptions } from "../adapters/duckdb/reader.js";
import type { TrinoOptions } from "../adapters/trino/options.js";
import { openTrinoReader } from "../adapters/trino/reader.js";
import { type Dataset, openDataset } from "../dataset.js";
import type { Explainer } from "../explain/explainer.js";
import type { TextModel } from "../sentiment/text-model.js";
import type { UtcDay } from "../time/utc-day.js";
import { lazyTextModel } from "./lazy-text-model.js";
import { type LanguageModelOptions, localExplainer } from "./local-explainer.js";
import { readLinkingData, readReferenceGraph, type ReferenceGraph, shippedAssets } from "./reference-files.js";
import { createLinker, type Linker, type LinkingData } from "../linking/link.js";
import type { Asset } from "../subjects/asset.js";

/** How to open a data directory for queries. */
export interface LocalDatasetOptions {
  readonly dataDirectory: string;
  /** `open` loads the shipped model on first use; `none` disables text analysis. */
  readonly textModel: "open" | "none" | TextModel;
  /** Worker threads of the model. */
  readonly modelWorkers?: number;
  /** Folder with `reference`, `linking` and `models`; when left out, the shipped ones, the model from its own package. */
  readonly assetsDirectory?: string;
  readonly availableSince?: Readonly<Record<string, UtcDay>>;
  /** The built-in writer when left out; a language model if given; `none` disables explanations. */
  readonly explainer?: LanguageModelOptions | "none";
  readonly reader?: ReaderOptions;
  /** Reads rows by a Trino; by DuckDB from the directory's files when left out. Writers always use DuckDB. */
  readonly trino?: TrinoOptions;
}

/**
 * Opens a data directory, the reference graph and the shipped model as one dataset. A missing directory counts as an
 * empty one.
 *
 * @throws MarketDataError `engine_unavailable`, `store_damaged`, `invalid_file`.
 */
export async function openLocalDataset(options: LocalDatasetOptions): Promise<Dataset> {
  const assets = options.assetsDirectory ?? shippedAssets;
  const [graph, linking, store] = await Promise.all([
    readReferenceGraph(options.dataDirectory, assets),
    // Only text analysis links texts, and it needs a model.
    options.textModel === "none" ? null : readLinkingData(assets),
    options.trino === undefined
      ? openReader(options.dataDirectory, options.reader)
      : openTrinoReader(options.dataDirectory, options.trino, options.reader),
  ]);
  return openDataset({
    store,
    stocks: graph.stocks,
    tokens: graph.tokens,
    sources: graph.sources,
    textModel: modelOf(options),
    linker: linking === null ? null : lazyLinker(graph.stocks.all(), linking),
    explainer: explainerOf(options, graph),
    ...(options.availableSince === undefined ? {} : { availableSince: options.availableSince }),
  });
}

function explainerOf(options: LocalDatasetOptions, graph: ReferenceGraph): Explainer | null {
  const { explainer, dataDirectory, assetsDirectory } = options;
  return explainer === "none"
    ? null
    : localExplainer({ dataDirectory, graph, languageModel: explainer, assetsDirectory });
}

function modelOf(options: LocalDatasetOptions): TextModel | null {
  if (options.textModel === "none") return null;
  if (options.textModel !== "open") return options.textModel;
  return lazyTextModel(options.assetsDirectory, options.modelWorkers);
}

/** A linker that builds its index on first use: 0.3 s for the shipped graph, 2 s with 60,000 imported assets. */
function lazyLinker(assets: readonly Asset[], linking: LinkingData): Linker {
  let linker: Linker | null = null;
  return {
    link: (text, options) => (linker ??= createLinker({ assets, ...linking })).link(text, options),
  };
}
