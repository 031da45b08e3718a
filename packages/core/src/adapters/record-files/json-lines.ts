import { parseExactJson } from "../../ingest/exact-json.js";
import { rawText } from "../../ingest/raw-text.js";
import type { ExtractedRecord } from "../../ingest/record.js";
import { MAX_LINE_BYTES, type TextLine } from "./read-lines.js";

/**
 * Records of JSON lines: one object per line, or a list of objects (an API answer kept as one line). Blank lines are
 * skipped; anything else is a fault of its line.
 */
export async function* jsonLineRecords(
  file: string,
  lines: AsyncIterable<TextLine>,
  bytesRead: () => number,
): AsyncGenerator<ExtractedRecord> {
  for await (const line of lines) {
    const position = { file, line: line.line };
    if (line.text === null) yield { position, bytesRead: bytesRead(), ...unreadable(line) };
    else if (line.text.trim() !== "") {
      for (const record of parsed(line.text)) yield { position, bytesRead: bytesRead(), ...record };
    }
  }
}

/**
 * Whether a JSON text has one value per line, not one value over several lines: at least half of the sampled lines are
 * values by themselves. A few damaged lines make no difference, even at the start.
 */
export function isJsonLines(beginning: string, whole: boolean): boolean {
  const lines = beginning.split("\n");
  // The last line may be cut off.
  if (!whole) lines.pop();
  const filled = lines.filter((line) => line.trim() !== "");
  const values = filled.filter((line) => isStructure(parseJson(line)));
  return values.length > 0 && values.length * 2 >= filled.length;
}

/** The fault of a line that is not readable text. */
export function unreadable(line: TextLine) {
  const message =
    line.problem === "record_too_long"
      ? `The line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`
      : "The line is not valid UTF-8.";
  return { fault: line.problem ?? "malformed_record", message, raw: line.raw } as const;
}

/** One record of a JSON text, or a fault. */
export type JsonRecord =
  | { readonly record: Readonly<Record<string, unknown>>; readonly raw?: string }
  | { readonly fault: "malformed_record"; readonly message: string; readonly raw: string };

/** A value as a record; `whole` names the expected unit in the message. */
export function recordOf(value: unknown, whole: string): JsonRecord {
  if (isStructure(value) && !Array.isArray(value)) return { record: value as Record<string, unknown> };
  return { fault: "malformed_record", message: `The ${whole} is JSON, but not an object.`, raw: rawText(value) };
}

function parsed(text: string): JsonRecord[] {
  const value = parseJson(text);
  if (value === undefined) return [{ fault: "malformed_record", message: "The line is not JSON.", raw: text }];
  const isPage = Array.isArray(value) && value.every((item) => isStructure(item) && !Array.isArray(item));
  return isPage ? value.map((item) => recordOf(item, "line")) : [{ ...recordOf(value, "line"), raw: text }];
}

/** The value of a JSON text; undefined when it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

const isStructure = (value: unknown): value is object => typeof value === "object" && value !== null;
