import type { HintUse } from "../ingest/hint-use.js";
import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import { readTableFile } from "../adapters/duckdb/read-table-file.js";
import { openRecords } from "../adapters/record-files/read-records.js";
import type { StreamInput } from "../adapters/record-files/stream-input.js";
import { RejectFile, rejectPath } from "../adapters/record-files/reject-file.js";
import { MarketDataError } from "../errors.js";
import { recordFieldsOf } from "../ingest/ingest-namespace.js";
import type { ExtractedRecord } from "../ingest/record.js";
import type { IngestProgress, IngestReport } from "../ingest/run-ledger.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { UtcDay } from "../time/utc-day.js";
import { type GivenRecords, givenRecords } from "./given-records.js";
import { type IngestSessionOptions, withIngestSession } from "./ingest-session.js";

/** Options of reading an input. */
export interface IngestInputOptions extends IngestSessionOptions {
  readonly namespace: NamespaceDefinition;
  /** Column by field, for files with other column names. */
  readonly columnMap?: Readonly<Record<string, string>>;
  /** How the tickers that records name beside their text are used; `supported` when left out. */
  readonly hints?: HintUse;
  /** The clock. */
  readonly now: () => Date;
  readonly onProgress?: (progress: FileProgress) => void;
  readonly signal?: AbortSignal;
  readonly batchDocuments?: number;
  /**
   * True while loading history: the run closes no day. Days that are first seen long after they were over are treated
   * so in any case.
   */
  readonly history?: boolean;
}

/** The input, and the data directory to read it into. */
export interface IngestFilesOptions extends IngestInputOptions {
  /** Paths of files, and streams such as standard input, in the order in which they are read. */
  readonly files: readonly (string | StreamInput)[];
}

/** Progress with the total size, for showing a share. */
export interface FileProgress extends IngestProgress {
  /** Null if one of them is a stream, whose size is unknown. */
  readonly totalBytes: number | null;
}

/** Outcome of {@link ingestFiles}. */
export interface FileIngestReport extends IngestReport {
  /** File with the rejected records and their reasons; null without any. */
  readonly rejectedFile: string | null;
  /**
   * Days of the namespace that were loaded as history and are still open, in order. Their references change until the
   * history is declared complete (`rebuild` with `references`).
   */
  readonly openHistory: readonly UtcDay[];
}

/**
 * Reads files and streams into a data directory: JSON lines, a JSON document, CSV, a feed (each may be compressed with gzip or
 * Zstandard) or, from files alone, Parquet.
 *
 * @throws MarketDataError `invalid_file`, `damaged_file` (what came before the damage is stored), `invalid_parameters` for a
 * column map that names no field, or a column that a file does not have, `store_locked`, `model_unavailable`.
 */
export async function ingestFiles(options: IngestFilesOptions): Promise<FileIngestReport> {
  const { namespace, files, columnMap = {} } = options;
  refuseUnknownFields(
    columnMap,
    recordFieldsOf(namespace).map(({ name }) => name),
  );
  const names = files.map((file) => (typeof file === "string" ? file : file.name));
  const { totalBytes, records } = await openRecords(files, readTableFile, Object.values(columnMap));
  const source = names.map((name) => basename(name)).join(", ");
  return ingestInput({ ...options, records, totalBytes, source, rejectNames: names });
}

/**
 * Reads records of a program into a data directory, each in its JSON form.
 *
 * @throws MarketDataError `damaged_file` when the source of the records throws (the records before are stored), and as
 * {@link ingestFiles}.
 */
export async function ingestRecords(
  options: IngestInputOptions & {
    readonly records: GivenRecords;
    /** Name of the run in the log. */
    readonly source: string;
  },
): Promise<FileIngestReport> {
  refuseUnknownFields(
    options.columnMap ?? {},
    recordFieldsOf(options.namespace).map(({ name }) => name),
  );
  // Records from a program have no name, so the next run could not tell which kept records to replace.
  const rejectNames = ["records", randomUUID()];
  return ingestInput({ ...options, records: givenRecords(options.records), totalBytes: null, rejectNames });
}

/** A run over records, with a file for rejected ones. */
async function ingestInput(
  options: IngestInputOptions & {
    readonly records: AsyncIterable<ExtractedRecord>;
    readonly totalBytes: number | null;
    readonly source: string;
    readonly rejectNames: readonly string[];
  },
): Promise<FileIngestReport> {
  const { namespace, dataDirectory, records, totalBytes, source } = options;
  return withIngestSession(options, async (run, stored) => {
    const rejects = new RejectFile(rejectPath(dataDirectory, namespace.id, options.rejectNames));
    try {
      const report = await run({
        namespace,
        columnMap: options.columnMap ?? {},
        records,
        hintUse: options.hints ?? "supported",
        source,
        now: options.now,
        reject: (record) => rejects.add(record),
        onProgress: (progress) => options.onProgress?.({ ...progress, totalBytes }),
        signal: options.signal,
        history: options.history,
        ...(options.batchDocuments === undefined ? {} : { batchDocuments: options.batchDocuments }),
      });
      return { ...report, rejectedFile: await rejects.finish(), openHistory: await stored.openHistory(namespace) };
    } finally {
      await rejects.finish();
    }
  });
}

/** @throws MarketDataError `invalid_parameters` for a field that does not exist. */
export function refuseUnknownFields(columnMap: Readonly<Record<string, string>>, fields: readonly string[]): void {
  const unknown = Object.keys(columnMap).find((name) => !fields.includes(name));
  if (unknown === undefined) return;
  const message = `There is no field '${unknown}'. The fields are: ${fields.join(", ")}.`;
  throw new MarketDataError("invalid_parameters", message, {
    issues: [{ loc: ["query", "map"], msg: message, type: "unknown_field", input: unknown }],
  });
}
