import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";
import { loadClient } from "./instance.js";

/** Column name to stored type, as in `storage/tables.ts`. */
export type Columns = Readonly<Record<string, string>>;

type Append = (appender: DuckDBAppender, value: unknown) => void;

const dayMs = 86_400_000;

/** The value before in its stored form. Days and instants come many times in a row, and their forms are objects. */
function remembering<Plain, Stored>(storedOf: (value: Plain) => Stored): (value: Plain) => Stored {
  let last: { readonly value: Plain; readonly stored: Stored } | null = null;
  return (value) => {
    if (last?.value !== value) last = { value, stored: storedOf(value) };
    return last.stored;
  };
}

/** How a column of a stored type appends its values. */
function appenderOf(type: string): Append | undefined {
  const { DuckDBDateValue, DuckDBTimestampValue } = loadClient();
  const dateOf = remembering((day: string) => new DuckDBDateValue(Date.parse(day) / dayMs));
  const instantOf = remembering((ms: number) => new DuckDBTimestampValue(BigInt(ms) * 1000n));
  const appenders: Readonly<Record<string, Append>> = {
    VARCHAR: (to, value) => to.appendVarchar(value as string),
    BIGINT: (to, value) => {
      // The engine widens small numbers itself; most counts are small, and a `bigint` of each is garbage.
      if ((value as number) === ((value as number) | 0)) to.appendInteger(value as number);
      else to.appendBigInt(BigInt(value as number));
    },
    INTEGER: (to, value) => to.appendInteger(value as number),
    DOUBLE: (to, value) => to.appendDouble(value as number),
    BLOB: (to, value) => to.appendBlob(value as Uint8Array),
    BOOLEAN: (to, value) => to.appendBoolean(value as boolean),
    DATE: (to, value) => to.appendDate(dateOf(value as string)),
    TIMESTAMP: (to, value) => to.appendTimestamp(instantOf(value as number)),
  };
  return appenders[type];
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
  const specs = Object.entries(columns).map(([name, type]) => {
    const append = appenderOf(type);
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

/** A column in the form of the appender: instants in ms since the epoch, days as text. */
export function plainColumn(name: string, type: string): string {
  if (type === "TIMESTAMP") return `epoch_ms(r.${name}) AS ${name}`;
  return type === "DATE" ? `CAST(r.${name} AS VARCHAR) AS ${name}` : `r.${name}`;
}
