import type { ExtractedRecord } from "../ingest/record.js";
import { rawText } from "../ingest/raw-text.js";
import { MarketDataError } from "../errors.js";

/** Records passed in by a program. */
export type GivenRecords = Iterable<object> | AsyncIterable<object>;

/** File name in positions of records that come from no file. */
const GIVEN = "records";

/**
 * Records of a program, each in its JSON form: dates as ISO 8601, 64-bit integers with all digits. A value that is not
 * an object, or has no JSON form, is a bad record like any other.
 *
 * @throws MarketDataError `damaged_file` when the source of the records throws; the records before that are used.
 */
export async function* givenRecords(records: GivenRecords): AsyncGenerator<ExtractedRecord> {
  let line = 0;
  try {
    for await (const record of records) {
      line += 1;
      yield { position: { file: GIVEN, line }, bytesRead: null, ...asJson(record) };
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    const message = `Reading the records failed after ${line}: ${reason}`;
    throw new MarketDataError("damaged_file", message, { records: line }, { cause });
  }
}

type Content =
  | { readonly record: Readonly<Record<string, unknown>>; readonly raw: string }
  | { readonly fault: "malformed_record"; readonly message: string; readonly raw: string };

function asJson(given: unknown): Content {
  const fault = (message: string, raw: string): Content => ({ fault: "malformed_record", message, raw });
  if (typeof given !== "object" || given === null) return fault("A record is an object", rawText(given));
  try {
    const digits = (_name: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
    const raw = JSON.stringify(given, digits);
    const record: unknown = JSON.parse(raw);
    if (typeof record !== "object" || record === null || Array.isArray(record))
      return fault("A record is an object", raw);
    return { record: record as Readonly<Record<string, unknown>>, raw };
  } catch {
    return fault("The record cannot be written as JSON", Object.keys(given).join(", "));
  }
}
