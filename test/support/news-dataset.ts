import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type CallContext,
  type Dataset,
  type HintUse,
  namespaceOf,
  type NamespaceDefinition,
  utcDay,
} from "@market-sentiment/core";
import { ingestFiles, openLocalDataset } from "@market-sentiment/core/node";
import type { NewsRecord } from "./news-records.js";
import { wordModel } from "./word-model.js";

/** The news namespace. */
export function news(): NamespaceDefinition {
  const namespace = namespaceOf("news");
  if (namespace === undefined) throw new Error("The news namespace is missing.");
  return namespace;
}

/** Ingests the records as JSON lines with the word model, as of `now`. */
export async function ingestNews(
  dataDirectory: string,
  records: readonly object[],
  options: { readonly now?: string; readonly hints?: HintUse; readonly batchDocuments?: number } = {},
) {
  const file = join(dataDirectory, "..", `news-${String(Math.random()).slice(2)}.jsonl`);
  await writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  return ingestFiles({
    dataDirectory,
    namespace: news(),
    files: [file],
    now: () => new Date(options.now ?? "2026-03-31T12:00:00Z"),
    textModel: wordModel(),
    ...(options.hints === undefined ? {} : { hints: options.hints }),
    ...(options.batchDocuments === undefined ? {} : { batchDocuments: options.batchDocuments }),
  });
}

/** A dataset over the records, with the word model. */
export async function newsDataset(
  dataDirectory: string,
  records: readonly NewsRecord[],
  now?: string,
): Promise<Dataset> {
  await ingestNews(dataDirectory, records, now === undefined ? {} : { now });
  return openLocalDataset({ dataDirectory, textModel: wordModel() });
}

/** A call as of the end of the day, without account limits. */
export function callOn(day: string, at = `${day}T23:59:59.999Z`): CallContext {
  return { today: utcDay(day), now: new Date(at), lookbackDays: null, accountType: null };
}
