import { join } from "node:path";
import { openReader, type ReaderOptions } from "../adapters/duckdb/reader.js";
import { type Dataset, openDataset } from "../dataset.js";
import type { TextModel } from "../sentiment/text-model.js";
import type { UtcDay } from "../time/utc-day.js";
import { lazyTextModel } from "./lazy-text-model.js";
import { readReferenceGraph, shippedAssets } from "./reference-files.js";

/** How to open a data directory for queries. */
export interface LocalDatasetOptions {
  readonly dataDirectory: string;
  /** `open` loads the shipped model when it is first needed; `none` leaves text analysis out. */
  readonly textModel: "open" | "none" | TextModel;
  /** Worker threads of the model. */
  readonly modelWorkers?: number;
  /** Folder with `reference`, `linking` and `models`; the shipped one when left out. */
  readonly assetsDirectory?: string;
  readonly availableSince?: Readonly<Record<string, UtcDay>>;
  readonly reader?: ReaderOptions;
}

/**
 * A data directory, the reference graph and the shipped model as one dataset. A directory that does not exist is an
 * empty one.
 *
 * @throws MarketDataError `engine_unavailable`, `store_damaged`, `invalid_file`.
 */
export async function openLocalDataset(options: LocalDatasetOptions): Promise<Dataset> {
  const assets = options.assetsDirectory ?? shippedAssets;
  const [graph, store] = await Promise.all([
    readReferenceGraph(options.dataDirectory, assets),
    openReader(options.dataDirectory, options.reader),
  ]);
  return openDataset({
    store,
    stocks: graph.stocks,
    tokens: graph.tokens,
    sources: graph.sources,
    textModel: modelOf(options, assets),
    ...(options.availableSince === undefined ? {} : { availableSince: options.availableSince }),
  });
}

function modelOf(options: LocalDatasetOptions, assets: string): TextModel | null {
  if (options.textModel === "none") return null;
  if (options.textModel !== "open") return options.textModel;
  return lazyTextModel(join(assets, "models"), options.modelWorkers);
}
