import type { DuckDBConnection } from "@duckdb/node-api";
import { CHUNK_ROWS, ColumnFiller, type FilledType, loadVectorBinding } from "./column-filler.js";
import { loadClient } from "./load-client.js";

/** Column name to stored type, as in `storage/tables.ts`. */
export type Columns = Readonly<Record<string, string>>;

/** The engine's type of a stored column. */
function typeOf(type: string) {
  const { BIGINT, BLOB, BOOLEAN, DATE, DOUBLE, INTEGER, TIMESTAMP, VARCHAR } = loadClient();
  const types = { BIGINT, BLOB, BOOLEAN, DATE, DOUBLE, INTEGER, TIMESTAMP, VARCHAR };
  if (!Object.hasOwn(types, type)) throw new RangeError(`No way to load a column of type ${type}.`);
  return types[type as FilledType];
}

/**
 * Appends rows to a table, column by column. Days are `YYYY-MM-DD`, instants milliseconds since the epoch. Half a million
 * rows per second; single inserts a thousand.
 */
export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  columns: Columns,
  rows: readonly object[],
): Promise<void> {
  const types = Object.values(columns).map(typeOf);
  const binding = loadVectorBinding();
  const atOnce = Math.min(rows.length, CHUNK_ROWS);
  const fillers = Object.entries(columns).map(
    ([name, type]) => new ColumnFiller(name, type as FilledType, atOnce, binding),
  );
  const chunk = loadClient().DuckDBDataChunk.create(types);
  const appender = await connection.createAppender(table);
  for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
    const end = Math.min(rows.length, start + CHUNK_ROWS);
    chunk.reset();
    chunk.rowCount = end - start;
    for (const [at, filler] of fillers.entries())
      filler.fill(binding.data_chunk_get_vector(chunk.chunk, at), rows, start, end);
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

/** Loads rows into a temporary table with the stored types. Replaces an existing one of the name. */
export async function loadRows(
  connection: DuckDBConnection,
  table: string,
  columns: Columns,
  rows: readonly object[],
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${columnList(columns)})`);
  await appendRows(connection, table, columns, rows);
}

/** Column list for CREATE TABLE. */
export function columnList(columns: Columns): string {
  return Object.entries(columns)
    .map(([name, type]) => `${name} ${type}`)
    .join(", ");
}

/** A column in the form of the appender: instants in ms since the epoch, days as text. */
export function plainColumn(name: string, type: string): string {
  if (type === "TIMESTAMP") return `epoch_ms(r.${name}) AS ${name}`;
  return type === "DATE" ? `CAST(r.${name} AS VARCHAR) AS ${name}` : `r.${name}`;
}
