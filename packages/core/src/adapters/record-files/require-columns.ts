import { MarketDataError } from "../../errors.js";
import type { ExtractedRecord } from "../../ingest/record.js";

/** Records of a file to search for a column, because JSON records may omit some. */
const MAX_RECORDS = 10_000;
/** Columns that the message lists. */
const NAMED_COLUMNS = 20;

/**
 * Checks that each column occurs among the first ten thousand records of the file.
 *
 * @throws MarketDataError `invalid_parameters`, with the columns that exist; otherwise like reading the file.
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
