import { readTableFile } from "../adapters/duckdb/read-table-file.js";
import { jsonLineRecords } from "../adapters/record-files/json-lines.js";
import { readLines } from "../adapters/record-files/read-lines.js";
import { openRecords } from "../adapters/record-files/read-records.js";
import { RejectFile } from "../adapters/record-files/reject-file.js";
import type { StreamInput } from "../adapters/record-files/stream-input.js";
import { annotate } from "../annotate/annotate.js";
import type { AnnotatedLine } from "../annotate/annotated-document.js";
import { annotatedConnector } from "../annotate/annotated-connector.js";
import { RecordedAnswers } from "../annotate/recorded-answers.js";
import type { HintUse } from "../ingest/hint-use.js";
import { recordFieldsOf } from "../ingest/ingest-namespace.js";
import type { ExtractedRecord } from "../ingest/record.js";
import { createLinker } from "../linking/link.js";
import { assetsOf, graphOf } from "../namespaces/assets-of.js";
import type { TextNamespace } from "../namespaces/define.js";
import { VERDICT_VERSION, type TextJudge } from "../sentiment/text-model.js";
import { filesWithContent } from "./files-with-content.js";
import { type FileIngestReport, ingestFiles, type IngestFilesOptions, refuseUnknownFields } from "./ingest-files.js";
import { lazyTextModel } from "./lazy-text-model.js";
import { readLinkingData, readReferenceGraph, shippedAssets } from "./reference-files.js";

/** Options of {@link annotateFiles}. */
export interface AnnotateFilesOptions {
  readonly namespace: TextNamespace;
  /** Paths of files, which are read first and in order, and streams of JSON lines such as standard input. */
  readonly files: readonly (string | StreamInput)[];
  /** Column by field, for files with other column names. */
  readonly columnMap?: Readonly<Record<string, string>>;
  readonly hints?: HintUse;
  /** Its imported reference tables are used; nothing is written into it, and it need not exist. */
  readonly dataDirectory: string;
  /** The clock. */
  readonly now: () => Date;
  /** File for records that cannot be read, as JSON lines; null to keep none. */
  readonly rejectedFile: string | null;
  /** A model to use instead of the shipped one; it is not closed. */
  readonly textModel?: TextJudge;
  readonly modelWorkers?: number;
  readonly assetsDirectory?: string;
  readonly signal?: AbortSignal;
}

/** Outcome of {@link annotateFiles}. */
export interface AnnotateReport {
  /** Lines that were written. */
  readonly lines: number;
  /** Records, and parts of records, that cannot be read. */
  readonly rejected: number;
  /** The file that holds them; null without any. */
  readonly rejectedFile: string | null;
}

/**
 * Turns raw records into annotated lines, each handed to `write` in order, without a store.
 *
 * @throws MarketDataError `invalid_file`, `damaged_file`, `invalid_parameters` as `ingestFiles`; `model_unavailable`; the
 * signal's reason; whatever `write` throws.
 */
export async function annotateFiles(
  options: AnnotateFilesOptions,
  write: (line: AnnotatedLine) => Promise<void>,
): Promise<AnnotateReport> {
  const { namespace, columnMap = {}, rejectedFile, signal } = options;
  refuseUnknownFields(
    columnMap,
    recordFieldsOf(namespace).map(({ name }) => name),
  );
  const assets = options.assetsDirectory ?? shippedAssets;
  const [graph, linking] = await Promise.all([
    readReferenceGraph(options.dataDirectory, assets),
    readLinkingData(assets),
  ]);
  const records = await recordsOf(options.files, Object.values(columnMap));
  const rejects = rejectedFile === null ? null : new RejectFile(rejectedFile);
  const ownModel = lazyTextModel(options.assetsDirectory, options.modelWorkers);
  let [lines, rejected] = [0, 0];
  try {
    const annotated = annotate({
      namespace,
      context: { sources: graph.sources, columnMap, nowMs: options.now().getTime() },
      records,
      linker: createLinker({ assets: graphOf(namespace, graph).all(), ...linking }),
      directory: assetsOf(namespace, graph),
      textModel: options.textModel ?? ownModel,
      engineVersion: VERDICT_VERSION,
      hintUse: options.hints ?? "supported",
      reject: async (record) => {
        rejected += 1;
        await rejects?.add(record);
      },
      signal,
    });
    for await (const line of annotated) {
      await write(line);
      lines += 1;
    }
    return { lines, rejected, rejectedFile: (await rejects?.finish()) ?? null };
  } finally {
    await rejects?.finish();
    await ownModel.close();
  }
}

/**
 * The records of files, as in {@link ingestFiles}. A stream is JSON lines, whatever it begins with: it may be any part of a dump,
 * and an empty one at that.
 */
async function recordsOf(
  inputs: readonly (string | StreamInput)[],
  columns: readonly string[],
): Promise<AsyncIterable<ExtractedRecord>> {
  const files = inputs.filter((input) => typeof input === "string");
  const read = files.length === 0 ? null : await openRecords(files, readTableFile, columns);
  async function* all(): AsyncGenerator<ExtractedRecord> {
    if (read !== null) yield* read.records;
    for (const input of inputs)
      if (typeof input !== "string") yield* jsonLineRecords(input.name, readLines(buffers(input.chunks)), () => 0);
  }
  return all();
}

async function* buffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const { buffer, byteOffset, byteLength } of chunks) yield Buffer.from(buffer, byteOffset, byteLength);
}

/** Outcome of {@link publishAnnotated}. */
export interface PublishReport extends FileIngestReport {
  /** Questions that the lines did not answer, and the model was asked. */
  readonly asked: number;
}

/** Options of {@link publishAnnotated}. */
export interface PublishOptions extends Omit<IngestFilesOptions, "files" | "columnMap"> {
  readonly namespace: TextNamespace;
  /** Folder of files with annotated lines, as an engine writes them: names that begin with `_` or `.` are passed over. */
  readonly from: string;
  /**
   * Only stores the mentions: their days wait until they are rolled up, by `publishRolled` or by the next run of any kind. False when
   * left out.
   */
  readonly mentionsOnly?: boolean;
}

/**
 * Stores what {@link annotateFiles} wrote, file by file in the order of their names, as {@link ingestFiles} would have stored
 * the raw records, and publishes it in one snapshot. The model is asked only what the lines do not answer.
 *
 * @throws MarketDataError `invalid_file` for a folder without such files; as {@link ingestFiles}.
 */
export async function publishAnnotated({ from, mentionsOnly, ...options }: PublishOptions): Promise<PublishReport> {
  const files = await filesWithContent(from, "annotated");
  const ownModel = lazyTextModel(options.assetsDirectory, options.modelWorkers);
  const answers = new RecordedAnswers(options.textModel ?? ownModel, VERDICT_VERSION);
  const connectors = [annotatedConnector(options.namespace.id, (line) => answers.remember(line))];
  try {
    const namespace = { ...options.namespace, connectors };
    const report = await ingestFiles({
      ...options,
      namespace,
      files,
      textModel: answers,
      publishEveryMs: Infinity,
      rollUpLater: mentionsOnly,
    });
    return { ...report, asked: answers.asked };
  } finally {
    await ownModel.close();
  }
}
