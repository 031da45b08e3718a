import { MarketDataError } from "../../errors.js";
import type { ExtractedRecord } from "../../ingest/record.js";
import { Papa } from "../../papaparse.js";
import { unreadable } from "./json-lines.js";
import { MAX_LINE_BYTES, type TextLine } from "./read-lines.js";

/** Most lines of a quoted field. Beyond that, its opening quote counts as a mistake in the first line. */
const MAX_RECORD_LINES = 500;
/** Most characters of a quoted field. */
const MAX_RECORD_CHARS = MAX_LINE_BYTES;
/** Most columns. A file with more is hardly a table, and each record would cost too much. */
const MAX_COLUMNS = 10_000;

type ReadableLine = TextLine & { readonly text: string };

/**
 * Records of a CSV file with a header line (RFC 4180; `,`, `;`, tab or `|`). Line ends inside quotes belong to the
 * field. A record that does not fit the header, or has an unclosed quote, is a fault of its first line; reading
 * continues with the next line.
 *
 * @throws MarketDataError `invalid_file` when the header is empty or names a column twice.
 */
export async function* csvRecords(
  file: string,
  lines: AsyncIterable<TextLine>,
  bytesRead: () => number,
): AsyncGenerator<ExtractedRecord> {
  let header: string[] | null = null;
  let delimiter = ",";
  // Lines to read next. The lines of an open record return here if it turns out to be broken.
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
    // An undecodable line ends an open record and returns as a fault of its own.
    let stopped: TextLine[] = [];
    let quotes = quoteStateAfter(line.text, "outside", delimiter);
    let length = line.text.length;
    while (quotes === "inside" && taken.length < MAX_RECORD_LINES && length < MAX_RECORD_CHARS) {
      const read = await nextLine();
      if (read === null) break;
      if (!isReadable(read)) {
        stopped = [read];
        break;
      }
      taken.push(read);
      length += read.text.length;
      quotes = quoteStateAfter(read.text, "inside", delimiter);
    }
    const text = taken.map((part) => part.text).join("\n");
    const fields = quotes === "outside" ? fieldsOf(text, delimiter) : null;
    const position = { file, line: line.line };
    if (fields === null) {
      pending = [...taken.slice(1), ...stopped, ...pending];
      yield {
        position,
        bytesRead: bytesRead(),
        fault: "malformed_record",
        message:
          quotes === "broken" ? "A quote stands in the middle of a quoted field." : "A quoted field is not closed.",
        raw: line.text,
      };
    } else if (fields.length !== header.length) {
      const message = `The record has ${fields.length} fields, the header ${header.length}.`;
      yield { position, bytesRead: bytesRead(), fault: "malformed_record", message, raw: text };
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
  if (header.length > MAX_COLUMNS) {
    const message = `${file} has ${header.length} columns; at most ${MAX_COLUMNS} are read.`;
    throw new MarketDataError("invalid_file", message, { path: file });
  }
  const seen = new Set<string>();
  const repeated = header.find((name) => seen.size === seen.add(name).size);
  if (header.length < 2 || header.every((name) => name === "")) {
    const message = `${file} is neither JSON lines nor CSV with a header line, nor Parquet.`;
    throw new MarketDataError("invalid_file", message, { path: file });
  }
  if (repeated !== undefined) {
    throw new MarketDataError("invalid_file", `${file} names the column '${repeated}' twice.`, { path: file });
  }
  return { header, delimiter: meta.delimiter === "" ? "," : meta.delimiter };
}

/** Fields of one record; null while a quote is open, or where it closes in the middle of a field. */
function fieldsOf(text: string, delimiter: string): string[] | null {
  const { data, errors } = Papa.parse<string[]>(text, { header: false, delimiter, newline: "\n" });
  if (errors.some(({ type }) => type === "Quotes")) return null;
  return data[0] ?? [];
}

/** Position in a CSV record: outside quotes, inside quotes, or broken by a quote in the wrong place. */
type QuoteState = "outside" | "inside" | "broken";

/**
 * The state after one line, given the state before it. A quote opens a field only at its very start, and closes it only
 * before a delimiter or the end of the line, with optional blanks between; a doubled quote is part of the field (RFC
 * 4180). Looks at each character once.
 */
function quoteStateAfter(line: string, state: "outside" | "inside", delimiter: string): QuoteState {
  let isInside = state === "inside";
  let at = 0;
  for (;;) {
    if (!isInside) {
      if (line[at] !== '"') {
        const next = line.indexOf(delimiter, at);
        if (next < 0) return "outside";
        at = next + 1;
        continue;
      }
      at += 1;
      isInside = true;
    }
    const quote = line.indexOf('"', at);
    if (quote < 0) return "inside";
    at = quote + 1;
    if (line[at] === '"') {
      at += 1;
      continue;
    }
    while (line[at] === " ") at += 1;
    if (at >= line.length) return "outside";
    if (line[at] !== delimiter) return "broken";
    at += 1;
    isInside = false;
  }
}
