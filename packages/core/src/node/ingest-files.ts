import { basename } from "node:path";
import { readTableFile } from "../adapters/duckdb/read-table-file.js";
import { openRecords } from "../adapters/record-files/read-records.js";
import type { StreamInput } from "../adapters/record-files/stream-input.js";
import { RejectFile } from "../adapters/record-files/reject-file.js";
import { MarketDataError } from "../errors.js";
import type { IngestProgress, IngestReport } from "../ingest/run-ledger.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { type IngestSessionOptions, withIngestSession } from "./ingest-session.js";

/** What to read, and into which data directory. */
export interface IngestFilesOptions extends IngestSessionOptions {
  readonly namespace: NamespaceDefinition;
  /** Paths of files, and streams such as standard input, in the order in which they are read. */
  readonly files: readonly (string | StreamInput)[];
  /** Field to column, for files with other column names. */
  readonly columnMap?: Readonly<Record<string, string>>;
  /** Whether tickers in the records count as evidence; true when left out. */
  readonly useHints?: boolean;
  /** The clock. */
  readonly now: () => Date;
  readonly onProgress?: (progress: FileProgress) => void;
  readonly signal?: AbortSignal;
  readonly batchDocuments?: number;
  /** Past days are history that is being filled in: the run closes no day. Days of long ago are taken so in any case. */
  readonly history?: boolean;
}

/** Progress with the size of all files, so that a share can be shown. */
export interface FileProgress extends IngestProgress {
  /** Null where a stream is among them, whose size nobody knows. */
  readonly totalBytes: number | null;
}

/** Outcome of {@link ingestFiles}. */
export interface FileIngestReport extends IngestReport {
  /** Where rejected records are kept, whole and with their reason; null when there were none. */
  readonly rejectedFile: string | null;
}

/**
 * Reads files and streams into a data directory: JSON lines, a JSON document, CSV, a feed (each may be compressed with gzip or
 * Zstandard) or, from files alone, Parquet.
 *
 * @throws MarketDataError `invalid_file`, `damaged_file` (what came before the damage is stored), `invalid_parameters` for a
 * column map that names no field, or a column that a file does not have, `store_locked`, `model_unavailable`.
 */
export async function ingestFiles(options: IngestFilesOptions): Promise<FileIngestReport> {
  const { namespace, files, dataDirectory } = options;
  const connectors = namespace.own === undefined ? namespace.connectors : [namespace.own.connector];
  if (connectors.length === 0) throw new MarketDataError("invalid_file", `${namespace.title} reads no files.`);
  const columnMap = options.columnMap ?? {};
  refuseUnknownFields(
    columnMap,
    connectors.flatMap(({ fields }) => fields.map(({ name }) => name)),
  );
  const names = files.map((file) => (typeof file === "string" ? file : file.name));
  const { totalBytes, records } = await openRecords(files, readTableFile, Object.values(columnMap));
  return withIngestSession(options, async (run) => {
    const rejects = new RejectFile(dataDirectory, namespace.id, names);
    try {
      const report = await run({
        namespace,
        columnMap,
        records,
        useHints: options.useHints ?? true,
        source: names.map((name) => basename(name)).join(", "),
        now: options.now,
        reject: (record) => rejects.add(record),
        onProgress: (progress) => options.onProgress?.({ ...progress, totalBytes }),
        signal: options.signal,
        history: options.history,
        ...(options.batchDocuments === undefined ? {} : { batchDocuments: options.batchDocuments }),
      });
      return { ...report, rejectedFile: await rejects.finish() };
    } finally {
      await rejects.finish();
    }
  });
}

function refuseUnknownFields(columnMap: Readonly<Record<string, string>>, fields: readonly string[]): void {
  const unknown = Object.keys(columnMap).find((name) => !fields.includes(name));
  if (unknown === undefined) return;
  const message = `There is no field '${unknown}'. The fields are: ${fields.join(", ")}.`;
  throw new MarketDataError("invalid_parameters", message, {
    issues: [{ loc: ["query", "map"], msg: message, type: "unknown_field", input: unknown }],
  });
}
