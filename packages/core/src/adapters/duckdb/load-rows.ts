import type { DuckDBAppender, DuckDBConnection } from "@duckdb/node-api";

/** Column name to stored type, as in `storage/tables.ts`. */
export type Columns = Readonly<Record<string, string>>;

/** How a value of each stored type is appended, and how the appended form becomes the stored one. */
const kinds: Readonly<
  Record<
    string,
    { loaded: string; append: (appender: DuckDBAppender, value: unknown) => void; cast: (name: string) => string }
  >
> = {
  VARCHAR: { loaded: "VARCHAR", append: (to, value) => to.appendVarchar(value as string), cast: (name) => name },
  BIGINT: { loaded: "BIGINT", append: (to, value) => to.appendBigInt(BigInt(value as number)), cast: (name) => name },
  INTEGER: { loaded: "INTEGER", append: (to, value) => to.appendInteger(value as number), cast: (name) => name },
  DOUBLE: { loaded: "DOUBLE", append: (to, value) => to.appendDouble(value as number), cast: (name) => name },
  BLOB: { loaded: "BLOB", append: (to, value) => to.appendBlob(value as Uint8Array), cast: (name) => name },
  BOOLEAN: { loaded: "BOOLEAN", append: (to, value) => to.appendBoolean(value as boolean), cast: (name) => name },
  DATE: {
    loaded: "VARCHAR",
    append: (to, value) => to.appendVarchar(value as string),
    cast: (name) => `CAST(${name} AS DATE)`,
  },
  TIMESTAMP: {
    loaded: "BIGINT",
    append: (to, value) => to.appendBigInt(BigInt(value as number)),
    cast: (name) => `epoch_ms(${name})`,
  },
};

/**
 * Loads rows into a temporary table with the stored types; an existing one of the name is replaced. Days are given as
 * `YYYY-MM-DD`, instants in milliseconds since the epoch. The appender takes a million rows a second where single
 * inserts take a thousand.
 */
export async function loadRows(
  connection: DuckDBConnection,
  table: string,
  columns: Columns,
  rows: readonly object[],
): Promise<void> {
  const specs = Object.entries(columns).map(([name, type]) => {
    const kind = kinds[type];
    if (kind === undefined) throw new RangeError(`No way to load a column of type ${type}.`);
    return { name, kind };
  });
  const loaded = specs.map(({ name, kind }) => `${name} ${kind.loaded}`).join(", ");
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table}_loading (${loaded})`);
  const appender = await connection.createAppender(`${table}_loading`);
  for (const row of rows) {
    for (const { name, kind } of specs) {
      const value = (row as Record<string, unknown>)[name];
      if (value === null || value === undefined) appender.appendNull();
      else kind.append(appender, value);
    }
    appender.endRow();
  }
  appender.closeSync();
  const stored = specs.map(({ name, kind }) => `${kind.cast(name)} AS ${name}`).join(", ");
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS SELECT ${stored} FROM ${table}_loading`);
  await connection.run(`DROP TABLE ${table}_loading`);
}
