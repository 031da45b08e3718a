import { MarketDataError } from "../../errors.js";
import { parseExactJson } from "../../ingest/exact-json.js";
import type { ExtractedRecord } from "../../ingest/record.js";
import { recordOf } from "./json-lines.js";
import { type FileContent, wholeContent } from "./open-file.js";

/**
 * Records of a file with one JSON value: an object is one record, a list has one per element. Positions count elements.
 *
 * @throws MarketDataError `invalid_file` when it is not JSON, not UTF-8, or too large to be read as a whole.
 */
export async function* jsonDocumentRecords(path: string, content: FileContent): AsyncGenerator<ExtractedRecord> {
  const value = valueOf(path, await wholeContent(path, content, "one JSON document"));
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const [index, item] of items.entries()) {
    yield { position: { file: path, line: index + 1 }, bytesRead: content.bytesRead(), ...recordOf(item, "element") };
  }
}

function valueOf(path: string, bytes: Buffer): unknown {
  try {
    return parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    // Do not pass on the parser's message: it quotes the user's text.
    const line = cause instanceof SyntaxError ? lineOf(cause, bytes) : null;
    const place = line === null ? "" : ` in line ${line}`;
    const why = cause instanceof SyntaxError ? `it breaks off or is damaged${place}` : "it is not valid UTF-8";
    const message = `${path} is neither JSON lines nor one whole JSON document: ${why}.`;
    throw new MarketDataError("invalid_file", message, { path }, { cause });
  }
}

/** 1-based line of a parser error; null where it names none. */
function lineOf(cause: SyntaxError, bytes: Buffer): number | null {
  const position = /position (\d+)/.exec(cause.message)?.[1];
  if (position === undefined) return null;
  return bytes.toString("utf8").slice(0, Number(position)).split("\n").length;
}
