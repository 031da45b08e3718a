import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { loadClient } from "./instance.js";

/** Column name to stored type, as in `storage/tables.ts`. */
export type Columns = Readonly<Record<string, string>>;

type Append = (appender: DuckDBAppender, value: unknown) => void;

const dayMs = 86_400_000;

/** Appends a value of each stored type. */
function appendersByType(): Readonly<Record<string, Append>> {
  const { DuckDBDateValue, DuckDBTimestampValue } = loadClient();
  return {
    VARCHAR: (to, value) => to.appendVarchar(value as string),
    BIGINT: (to, value) => to.appendBigInt(BigInt(value as number)),
    INTEGER: (to, value) => to.appendInteger(value as number),
    DOUBLE: (to, value) => to.appendDouble(value as number),
    BLOB: (to, value) => to.appendBlob(value as Uint8Array),
    BOOLEAN: (to, value) => to.appendBoolean(value as boolean),
    DATE: (to, value) => to.appendDate(new DuckDBDateValue(Date.parse(value as string) / dayMs)),
    TIMESTAMP: (to, value) => to.appendTimestamp(new DuckDBTimestampValue(BigInt(value as number) * 1000n)),
  };
}

/**
 * Appends rows to a table. Days are `YYYY-MM-DD`, instants milliseconds since the epoch. The appender takes a million
 * rows per second, single inserts a thousand.
 */
export async function appendRows(
  connection: DuckDBConnection,
  table: string,
  columns: Columns,
  rows: readonly object[],
): Promise<void> {
  const byType = appendersByType();
  const specs = Object.entries(columns).map(([name, type]) => {
    const append = byType[type];
    if (append === undefined) throw new RangeError(`No way to load a column of type ${type}.`);
    return { name, append };
  });
  const appender = await connection.createAppender(table);
  for (const row of rows) {
    for (const { name, append } of specs) {
      const value = (row as Record<string, unknown>)[name];
      if (value === null || value === undefined) appender.appendNull();
      else append(appender, value);
    }
    appender.endRow();
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
