import type { ExtractedRecord } from "../../ingest/record.js";
import { csvRecords } from "./csv-records.js";
import { feedRecords } from "./feed-records.js";
import { jsonDocumentRecords } from "./json-document.js";
import { jsonLineRecords } from "./json-lines.js";
import { openContent, type OpenedFile } from "./open-file.js";
import { readLines } from "./read-lines.js";
import { recogniseFile } from "./recognise-file.js";
import { requireColumns } from "./require-columns.js";

/** Reads Parquet rows; passed in, because only they need the query engine. */
export type TableFileReader = (path: string) => AsyncIterable<Record<string, unknown>>;

/**
 * The records of files, one file after the other, in their order: the I/O half of every file connector. Files are
 * recognised before the first record is read, so that a wrong name among many costs nothing; so are the columns that every
 * file must have.
 *
 * @throws MarketDataError `invalid_parameters` for a column that a file does not have; `invalid_file` for a file that is missing, empty, binary or of no known form; `damaged_file`
 * (while it is read) for one that ends early or cannot be read to its end.
 */
export async function openRecords(
  paths: readonly string[],
  readTable: TableFileReader,
  requiredColumns: readonly string[] = [],
): Promise<{ readonly totalBytes: number; readonly records: AsyncIterable<ExtractedRecord> }> {
  const files: OpenedFile[] = [];
  for (const path of paths) files.push(await recogniseFile(path));
  for (const file of requiredColumns.length === 0 ? [] : files) {
    await requireColumns(file.path, recordsOf(file, readTable), requiredColumns);
  }
  return { totalBytes: files.reduce((sum, { bytes }) => sum + bytes, 0), records: allRecords(files, readTable) };
}

async function* allRecords(files: readonly OpenedFile[], readTable: TableFileReader): AsyncGenerator<ExtractedRecord> {
  let done = 0;
  for (const file of files) {
    for await (const record of recordsOf(file, readTable)) {
      yield record.bytesRead === null ? record : { ...record, bytesRead: done + record.bytesRead };
    }
    done += file.bytes;
  }
}

async function* recordsOf(file: OpenedFile, readTable: TableFileReader): AsyncGenerator<ExtractedRecord> {
  if (file.format === "parquet") {
    let line = 0;
    for await (const record of readTable(file.path)) {
      line += 1;
      yield { position: { file: file.path, line }, bytesRead: null, record };
    }
    return;
  }
  const content = openContent(file);
  if (file.format === "feed") yield* feedRecords(file.path, content);
  else if (file.format === "json_document") yield* jsonDocumentRecords(file.path, content);
  else {
    const lines = readLines(content.chunks);
    if (file.format === "csv") yield* csvRecords(file.path, lines, content.bytesRead);
    else yield* jsonLineRecords(file.path, lines, content.bytesRead);
  }
}
