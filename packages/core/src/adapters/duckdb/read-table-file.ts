import { dirname, resolve } from "node:path";
import { MarketDataError } from "../../errors.js";
import { openInstance, quoted } from "./instance.js";

/**
 * Rows of a Parquet file as plain objects, streamed. Instants become ISO text, 64-bit integers numbers.
 *
 * @throws MarketDataError `invalid_file` when it is no readable Parquet file.
 */
export async function* readTableFile(path: string): AsyncGenerator<Record<string, unknown>> {
  const absolute = resolve(path);
  const instance = await openInstance([dirname(absolute)], 1);
  try {
    const connection = await instance.connect();
    const result = await connection.stream(`SELECT * FROM read_parquet(${quoted(absolute)})`);
    for await (const rows of result.yieldRowObjectJs()) for (const row of rows) yield plainValues(row);
  } catch (cause) {
    if (cause instanceof MarketDataError) throw cause;
    throw new MarketDataError("invalid_file", `${path} is not a readable Parquet file.`, { path }, { cause });
  } finally {
    instance.closeSync();
  }
}

function plainValues(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "bigint") row[name] = Number(value);
    else if (value instanceof Date) row[name] = value.toISOString();
  }
  return row;
}
