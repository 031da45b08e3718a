import {
  createLinker,
  type ExtractedRecord,
  ingestMarkets,
  type IngestReport,
  type NamespaceDefinition,
  NewsSourceDirectory,
  parseCommonWords,
  type RejectedRecord,
} from "@market-sentiment/core";
import { openWriter } from "@market-sentiment/core/node";
import { fewStocks, ingestRecords } from "./memory-ingest.js";

/** Ingests records into any namespace, of texts or of markets, and says what was kept aside. */
export async function ingestAny(
  dataDirectory: string,
  namespace: NamespaceDefinition,
  records: readonly object[],
): Promise<IngestReport & { readonly rejects: readonly RejectedRecord[] }> {
  const { own } = namespace;
  if (own === undefined) return ingestRecords(dataDirectory, namespace, records);
  const store = await openWriter(dataDirectory);
  const rejects: RejectedRecord[] = [];
  try {
    const report = await ingestMarkets({
      namespace,
      connector: own.connector,
      context: { sources: new NewsSourceDirectory([]), columnMap: {} },
      records: extracted(records),
      store,
      directory: fewStocks,
      linker: createLinker({ assets: fewStocks.all(), commonWords: parseCommonWords("") }),
      useHints: true,
      source: "test",
      now: () => new Date("2026-03-31T12:00:00Z"),
      reject: (record) => {
        rejects.push(record);
        return Promise.resolve();
      },
    });
    return { ...report, rejects };
  } finally {
    await store.close();
  }
}

async function* extracted(records: readonly object[]): AsyncGenerator<ExtractedRecord> {
  for (const [index, record] of records.entries()) {
    const position = { file: "test", line: index + 1 };
    yield await Promise.resolve({ position, bytesRead: index, record: record as Record<string, unknown> });
  }
}
