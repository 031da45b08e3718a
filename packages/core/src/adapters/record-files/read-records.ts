import type { ExtractedRecord } from "../../ingest/record.js";
import { csvRecords } from "./csv-records.js";
import { feedRecords } from "./feed-records.js";
import { jsonDocumentRecords } from "./json-document.js";
import { jsonLineRecords } from "./json-lines.js";
import { type FileContent, openContent, type OpenedFile } from "./open-file.js";
import { readLines } from "./read-lines.js";
import { recogniseFile } from "./recognise-file.js";
import { requireColumns } from "./require-columns.js";
import { openStream, type StreamInput } from "./stream-input.js";

/** Reads Parquet rows. Passed in, because only Parquet needs the query engine. */
export type TableFileReader = (path: string) => AsyncIterable<Record<string, unknown>>;

/** An input and the ways to read its records. */
interface Input {
  readonly name: string;
  /** Null where it is not known. */
  readonly bytes: number | null;
  /** Records from the start, for inspecting some of them. */
  readonly look: () => AsyncIterable<ExtractedRecord>;
  /** All records; call it once, after all looks. */
  readonly all: () => AsyncIterable<ExtractedRecord>;
}

/**
 * The records of files and streams, one input after the other, in order: the I/O half of every file connector. All
 * inputs are recognised, and required columns checked, before the first record is read, so that a wrong name among many
 * costs nothing. `totalBytes` is null if one of them is a stream.
 *
 * @throws MarketDataError `invalid_parameters` for a missing column; `invalid_file` for an input that is missing,
 * empty, binary or of unknown form; `damaged_file` (during reading) for one that is truncated or unreadable.
 */
export async function openRecords(
  inputs: readonly (string | StreamInput)[],
  readTable: TableFileReader,
  requiredColumns: readonly string[] = [],
): Promise<{ readonly totalBytes: number | null; readonly records: AsyncIterable<ExtractedRecord> }> {
  const opened: Input[] = [];
  for (const input of inputs) {
    opened.push(
      typeof input === "string" ? fileInput(await recogniseFile(input), readTable) : await streamInput(input),
    );
  }
  for (const { name, look } of requiredColumns.length === 0 ? [] : opened) {
    await requireColumns(name, look(), requiredColumns);
  }
  const sizes = opened.map(({ bytes }) => bytes).filter((bytes) => bytes !== null);
  const totalBytes = sizes.length < opened.length ? null : sizes.reduce((sum, bytes) => sum + bytes, 0);
  return { totalBytes, records: allRecords(opened) };
}

function fileInput(file: OpenedFile, readTable: TableFileReader): Input {
  const records = () =>
    file.format === "parquet" ? tableRecords(file, readTable) : recordsOf(file, openContent(file));
  return { name: file.path, bytes: file.bytes, look: records, all: records };
}

/** A stream cannot be read twice, so inspected records are kept for the reading. */
async function streamInput(input: StreamInput): Promise<Input> {
  const { file, content } = await openStream(input);
  const records = recordsOf(file, content);
  const seen: ExtractedRecord[] = [];
  async function* look(): AsyncGenerator<ExtractedRecord> {
    for (let next = await records.next(); next.done !== true; next = await records.next()) {
      seen.push(next.value);
      yield next.value;
    }
  }
  async function* all(): AsyncGenerator<ExtractedRecord> {
    yield* seen.splice(0);
    yield* records;
  }
  return { name: input.name, bytes: null, look, all };
}

async function* allRecords(inputs: readonly Input[]): AsyncGenerator<ExtractedRecord> {
  let done = 0;
  for (const { bytes, all } of inputs) {
    for await (const record of all()) {
      yield record.bytesRead === null ? record : { ...record, bytesRead: done + record.bytesRead };
    }
    done += bytes ?? 0;
  }
}

async function* tableRecords({ path }: OpenedFile, readTable: TableFileReader): AsyncGenerator<ExtractedRecord> {
  let line = 0;
  for await (const record of readTable(path)) {
    line += 1;
    yield { position: { file: path, line }, bytesRead: null, record };
  }
}

async function* recordsOf({ path, format }: OpenedFile, content: FileContent): AsyncGenerator<ExtractedRecord> {
  if (format === "feed") yield* feedRecords(path, content);
  else if (format === "json_document") yield* jsonDocumentRecords(path, content);
  else {
    const lines = readLines(content.chunks);
    if (format === "csv") yield* csvRecords(path, lines, content.bytesRead);
    else yield* jsonLineRecords(path, lines, content.bytesRead);
  }
}
