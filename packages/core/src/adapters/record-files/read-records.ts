import type { ExtractedRecord } from "../../ingest/record.js";
import { MarketDataError } from "../../errors.js";
import { csvRecords } from "./csv-records.js";
import { jsonLineRecords } from "./json-lines.js";
import { damagedArchive, openBytes, type OpenedFile, recogniseFile } from "./open-file.js";
import { readLines } from "./read-lines.js";

/** Reads Parquet rows; passed in, because only they need the query engine. */
export type TableFileReader = (path: string) => AsyncIterable<Record<string, unknown>>;

/**
 * The records of files, one file after the other, in their order: the I/O half of every file connector. Files are
 * recognised before the first record is read, so that a wrong name among many costs nothing.
 *
 * @throws MarketDataError `invalid_file` for a file that is missing, empty, binary, or (while it is read) damaged.
 */
export async function openRecords(
  paths: readonly string[],
  readTable: TableFileReader,
): Promise<{ readonly totalBytes: number; readonly records: AsyncIterable<ExtractedRecord> }> {
  const files: OpenedFile[] = [];
  for (const path of paths) files.push(await recogniseFile(path));
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
  const { stream, bytesRead } = openBytes(file);
  const lines = readLines(stream);
  try {
    if (file.format === "csv") yield* csvRecords(file.path, lines, bytesRead);
    else yield* jsonLineRecords(file.path, lines, bytesRead);
  } catch (cause) {
    if (cause instanceof MarketDataError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    if (file.gzipped && code.startsWith("Z_")) throw damagedArchive(file.path, cause);
    throw new MarketDataError(
      "damaged_file",
      `${file.path} cannot be read to its end.`,
      { path: file.path },
      { cause },
    );
  } finally {
    stream.destroy();
  }
}
