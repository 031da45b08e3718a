import type { ExtractedRecord } from "../../ingest/record.js";
import { MAX_LINE_BYTES, type TextLine } from "./read-lines.js";

/** Records of JSON lines: one object a line. Blank lines are passed over; anything else is a fault of its line. */
export async function* jsonLineRecords(
  file: string,
  lines: AsyncIterable<TextLine>,
  bytesRead: () => number,
): AsyncGenerator<ExtractedRecord> {
  for await (const line of lines) {
    const position = { file, line: line.line };
    if (line.text === null) yield { position, bytesRead: bytesRead(), ...unreadable(line) };
    else if (line.text.trim() !== "") yield { position, bytesRead: bytesRead(), ...parsed(line.text) };
  }
}

/** The fault of a line that could not be taken as text. */
export function unreadable(line: TextLine) {
  const message =
    line.problem === "record_too_long"
      ? `The line is longer than ${MAX_LINE_BYTES / 1024 / 1024} MiB.`
      : "The line is not valid UTF-8.";
  return { fault: line.problem ?? "malformed_record", message, raw: line.raw } as const;
}

function parsed(text: string) {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return { record: value as Record<string, unknown> };
    }
    return { fault: "malformed_record", message: "The line is JSON, but not an object.", raw: text } as const;
  } catch {
    return { fault: "malformed_record", message: "The line is not JSON.", raw: text } as const;
  }
}
