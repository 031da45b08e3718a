import Papa from "papaparse";
import { MarketDataError } from "../../errors.js";
import type { ExtractedRecord } from "../../ingest/record.js";
import { unreadable } from "./json-lines.js";
import type { TextLine } from "./read-lines.js";

/** Lines over which a quoted field may run. Beyond that its opening quote is taken for a mistake of the first line. */
const MAX_RECORD_LINES = 500;

type ReadableLine = TextLine & { readonly text: string };

/**
 * Records of a CSV file with a header line (RFC 4180; `,`, `;`, tab or `|`). Line ends inside quotes belong to the field.
 * A record that does not fit the header, or whose quotes never close, is a fault of its first line, and reading goes on
 * with the next line.
 *
 * @throws MarketDataError `invalid_file` when the header names no column or one twice.
 */
export async function* csvRecords(
  file: string,
  lines: AsyncIterable<TextLine>,
  bytesRead: () => number,
): AsyncGenerator<ExtractedRecord> {
  let header: string[] | null = null;
  let delimiter = ",";
  // Lines that still have to be looked at: those of an open record come back here when it turns out to be broken.
  let pending: TextLine[] = [];
  const source = lines[Symbol.asyncIterator]();
  const nextLine = async (): Promise<TextLine | null> => {
    const queued = pending.shift();
    if (queued !== undefined) return queued;
    const next = await source.next();
    return next.done === true ? null : next.value;
  };
  for (;;) {
    const line = await nextLine();
    if (line === null) return;
    if (!isReadable(line)) {
      yield { position: { file, line: line.line }, bytesRead: bytesRead(), ...unreadable(line) };
      continue;
    }
    if (line.text.trim() === "") continue;
    if (header === null) {
      ({ header, delimiter } = readHeader(file, line.text));
      continue;
    }
    const taken: ReadableLine[] = [line];
    // A line that is no text ends an open record; it comes back as a fault of its own.
    let stopped: TextLine[] = [];
    let fields = fieldsOf(line.text, delimiter);
    while (fields === null && taken.length < MAX_RECORD_LINES) {
      const read = await nextLine();
      if (read === null) break;
      if (!isReadable(read)) {
        stopped = [read];
        break;
      }
      taken.push(read);
      // Parsing again is only worth while when the new line can close the quotes.
      if (read.text.includes('"')) fields = fieldsOf(taken.map(({ text }) => text).join("\n"), delimiter);
    }
    const position = { file, line: line.line };
    if (fields === null) {
      pending = [...taken.slice(1), ...stopped, ...pending];
      yield {
        position,
        bytesRead: bytesRead(),
        fault: "malformed_record",
        message: "A quoted field is never closed.",
        raw: line.text,
      };
    } else if (fields.length !== header.length) {
      const message = `The record has ${fields.length} fields, the header ${header.length}.`;
      const raw = taken.map(({ text }) => text).join("\n");
      yield { position, bytesRead: bytesRead(), fault: "malformed_record", message, raw };
    } else {
      const values = fields;
      yield {
        position,
        bytesRead: bytesRead(),
        record: Object.fromEntries(header.map((name, index) => [name, values[index] ?? ""])),
      };
    }
  }
}

function isReadable(line: TextLine): line is ReadableLine {
  return line.text !== null;
}

function readHeader(file: string, text: string): { header: string[]; delimiter: string } {
  const { data, meta } = Papa.parse<string[]>(text, { header: false, delimitersToGuess: [",", "\t", ";", "|"] });
  const header = (data[0] ?? []).map((name) => name.trim());
  const repeated = header.find((name, index) => header.indexOf(name) !== index);
  if (header.length < 2 || header.every((name) => name === "")) {
    const message = `${file} is neither JSON lines nor CSV with a header line, nor Parquet.`;
    throw new MarketDataError("invalid_file", message, { path: file });
  }
  if (repeated !== undefined) {
    throw new MarketDataError("invalid_file", `${file} names the column '${repeated}' twice.`, { path: file });
  }
  return { header, delimiter: meta.delimiter === "" ? "," : meta.delimiter };
}

/** Fields of one record; null while a quote is open, or where one closes in the middle of a field. */
function fieldsOf(text: string, delimiter: string): string[] | null {
  const { data, errors } = Papa.parse<string[]>(text, { header: false, delimiter, newline: "\n" });
  if (errors.some(({ type }) => type === "Quotes")) return null;
  return data[0] ?? [];
}
