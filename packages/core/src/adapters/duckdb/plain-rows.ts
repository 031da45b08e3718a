import type { DuckDBDataChunk, DuckDBVector } from "@duckdb/node-api";
import { loadClient } from "./load-client.js";

/**
 * The rows of an answer as plain objects: 64-bit integers as numbers (our counts stay far below 2^53), instants as ISO text,
 * anything else as the client gives it. Column by column, because the client's own way, value by value, takes ten times as
 * long as the query for an answer of some thousand rows.
 */
export function plainRows(chunks: readonly DuckDBDataChunk[], names: readonly string[]): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (const chunk of chunks) {
    const added = Array.from({ length: chunk.rowCount }, (): Record<string, unknown> => ({}));
    for (const [at, name] of names.entries()) fill(added, name, chunk.getColumnVector(at));
    for (const row of added) rows.push(row);
  }
  return rows;
}

/** Types whose values need no conversion. */
const plainTypes = /^(?:VARCHAR|DOUBLE|FLOAT|BOOLEAN|U?(?:TINYINT|SMALLINT|INTEGER))$/;

function fill(rows: readonly Record<string, unknown>[], name: string, values: DuckDBVector): void {
  const type = String(values.type);
  if (plainTypes.test(type)) {
    for (const [at, row] of rows.entries()) row[name] = values.getItem(at);
    return;
  }
  if (type === "BIGINT") {
    const integers = values as DuckDBVector<bigint>;
    for (const [at, row] of rows.entries()) {
      const value = integers.getItem(at);
      row[name] = value === null ? null : Number(value);
    }
    return;
  }
  const { JSDuckDBValueConverter: converted } = loadClient();
  for (const [at, row] of rows.entries()) {
    const value = converted(values.getItem(at), values.type, converted);
    row[name] = typeof value === "bigint" ? Number(value) : value instanceof Date ? value.toISOString() : value;
  }
}
