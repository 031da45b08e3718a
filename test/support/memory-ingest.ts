import {
  type Asset,
  AssetDirectory,
  createLinker,
  type DailyStore,
  type ExtractedRecord,
  ingestNamespace,
  type IngestProgress,
  type IngestReport,
  type NamespaceDefinition,
  namespaceOf,
  NewsSourceDirectory,
  parseCommonWords,
  type RejectedRecord,
  type TextModel,
  type TextNamespace,
} from "@market-sentiment/core";
import { openReader, openWriter } from "@market-sentiment/core/node";
import { wordModel } from "./word-model.js";

const asset = (key: string, name: string, type: Asset["type"] = "stock"): Asset => ({
  key,
  name,
  type,
  exchange: type === "token" ? null : "NASDAQ",
  sector: type === "token" ? null : "Information Technology",
  country: type === "token" ? null : "United States",
  aliases: [],
  primary: null,
  origin: "built_in",
});

/** A reference graph of a few assets: linking over it starts at once. */
export const fewStocks = new AssetDirectory([
  asset("AAPL", "Apple"),
  asset("GME", "GameStop"),
  asset("NVDA", "Nvidia"),
  asset("AMD", "Advanced Micro Devices"),
  asset("SPY", "SPDR S&P 500 ETF", "etf"),
]);
export const fewTokens = new AssetDirectory([asset("BTC", "Bitcoin", "token"), asset("ETH", "Ethereum", "token")]);

/** The namespace of the id. */
export function namespaceNamed(id: string): NamespaceDefinition {
  const namespace = namespaceOf(id);
  if (namespace === undefined) throw new Error(`There is no namespace ${id}.`);
  return namespace;
}

/** The namespace of the id, which is made of texts. */
export function textNamespaceNamed(id: string): TextNamespace {
  const namespace = namespaceNamed(id);
  if (namespace.kind !== "text") throw new Error(`${id} is not made of texts.`);
  return namespace;
}

/** Outcome of {@link ingestRecords}. */
export interface MemoryReport extends IngestReport {
  readonly rejects: readonly RejectedRecord[];
}

/** How records are ingested. */
export interface MemoryIngestOptions {
  readonly now?: string;
  readonly batchDocuments?: number;
  readonly waitingDocuments?: number;
  readonly textModel?: TextModel;
  readonly assets?: AssetDirectory;
  readonly signal?: AbortSignal;
  readonly history?: boolean;
  readonly historyDays?: number;
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Called when all records are read; the input then stays open without giving more. */
  readonly thenWaits?: () => void;
}

/** Ingests records in the given order and batches, over the few stocks, with the word model. */
export async function ingestRecords(
  dataDirectory: string,
  namespace: NamespaceDefinition,
  records: readonly object[],
  options: MemoryIngestOptions = {},
): Promise<MemoryReport> {
  const store = await openWriter(dataDirectory, { historyDays: options.historyDays });
  try {
    return await ingestInto(store, namespace, records, options);
  } finally {
    await store.close();
  }
}

/** The same into a store that is open, of texts or of markets. */
export async function ingestInto(
  store: DailyStore,
  namespace: NamespaceDefinition,
  records: readonly object[],
  options: MemoryIngestOptions = {},
): Promise<MemoryReport> {
  const directory = options.assets ?? (namespace.assetTypes.includes("token") ? fewTokens : fewStocks);
  const rejects: RejectedRecord[] = [];
  const parts = {
    namespace,
    context: { sources: new NewsSourceDirectory([]), columnMap: {} },
    records: extracted(records, options.thenWaits),
    store,
    directory,
    linker: createLinker({ assets: directory.all(), commonWords: parseCommonWords("") }),
    hintUse: "all" as const,
    source: "test",
    now: () => new Date(options.now ?? "2026-03-31T12:00:00Z"),
    reject: (record: RejectedRecord) => {
      rejects.push(record);
      return Promise.resolve();
    },
    signal: options.signal,
    history: options.history,
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    ...(options.batchDocuments === undefined ? {} : { batchDocuments: options.batchDocuments }),
    ...(options.waitingDocuments === undefined ? {} : { waitingDocuments: options.waitingDocuments }),
  };
  const report = await ingestNamespace({ ...parts, textModel: options.textModel ?? wordModel() });
  return { ...report, rejects };
}

async function* extracted(records: readonly object[], thenWaits?: () => void): AsyncGenerator<ExtractedRecord> {
  for (const [index, record] of records.entries()) {
    yield await Promise.resolve({
      position: { file: "test", line: index + 1 },
      bytesRead: index,
      record: record as Record<string, unknown>,
    });
  }
  if (thenWaits === undefined) return;
  setTimeout(thenWaits, 0);
  await new Promise(() => undefined);
}

/** Stored mention rows with the given columns, by document and asset. */
export async function storedRows<Row>(dataDirectory: string, namespace: string, columns: string): Promise<Row[]> {
  const store = await openReader(dataDirectory);
  try {
    const sql = `SELECT ${columns} FROM mentions ORDER BY document_id, subject`;
    return await (await store.view()).query<Row>(namespace, { sql, params: [] });
  } finally {
    await store.close();
  }
}
