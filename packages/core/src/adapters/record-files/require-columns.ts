import { MarketDataError } from "../../errors.js";
import type { ExtractedRecord } from "../../ingest/record.js";

/** Most records of a file that are looked at for a column: JSON records need not have all of theirs. */
const MAX_RECORDS = 10_000;
/** Columns of the file that the message names. */
const NAMED_COLUMNS = 20;

/**
 * Makes sure that each of the columns is in a record of the file, among the first ten thousand.
 *
 * @throws MarketDataError `invalid_parameters`, with the columns that are there; otherwise as the reading of the file does.
 */
export async function requireColumns(
  path: string,
  records: AsyncIterable<ExtractedRecord>,
  columns: readonly string[],
): Promise<void> {
  const missing = new Set(columns);
  const found = new Set<string>();
  let looked = 0;
  for await (const extracted of records) {
    if ("record" in extracted) {
      for (const column of Object.keys(extracted.record)) {
        missing.delete(column);
        if (found.size < NAMED_COLUMNS) found.add(column);
      }
    }
    looked += 1;
    if (missing.size === 0 || looked >= MAX_RECORDS) break;
  }
  if (missing.size === 0) return;
  const [first] = missing;
  const message = `There is no column '${String(first)}' in ${path}. It has: ${[...found].join(", ")}.`;
  throw new MarketDataError("invalid_parameters", message, {
    issues: [...missing].map((column) => ({
      loc: ["query", "map"],
      msg: `There is no column '${column}' in ${path}. It has: ${[...found].join(", ")}.`,
      type: "unknown_column",
      input: column,
    })),
  });
}
