import type { DuckDBConnection } from "@duckdb/node-api";
import { quoted, readRows } from "./instance.js";

/** A text column with more values than this is not kept. */
const mostTexts = 65_535;
/** With more values than this, a column of texts takes two bytes, and the engine numbers them by a type of its own. */
const fewTexts = 255;

/** A value as an answer has it. */
export type Plain = string | number | boolean | null;
/** The values of a column, as narrow as they allow. */
export type Numbers = Uint8Array | Uint16Array | Int32Array | Float64Array;

/** How a column is kept: one value for all rows, or numbers. */
export interface KeptColumn {
  /** The number of a value, as SQL; null where all rows have the same value. */
  readonly sql: string | null;
  readonly numbers: Numbers | null;
  readonly valueOf: (row: number) => Plain;
  /** Whether the numbers stand for texts. */
  readonly isText: boolean;
  /** A type of the engine that the SQL needs; none where it is left out. */
  readonly type?: string;
}

/** Chooses the least room that holds every value of a column. */
export async function columnOf(
  connection: DuckDBConnection,
  table: string,
  name: string,
  type: string,
  rows: number,
): Promise<KeptColumn | null> {
  if (type === "VARCHAR" || type === "BOOLEAN") return textColumn(connection, table, name, rows);
  const facts = `SELECT CAST(MIN(${name}) AS DOUBLE) AS least, CAST(MAX(${name}) AS DOUBLE) AS most, COUNT(${name}) AS known FROM ${table}`;
  const [found] = await readRows<{ least: number | null; most: number | null; known: number }>(connection, facts);
  const { least, most, known } = { least: found?.least ?? 0, most: found?.most ?? 0, known: found?.known ?? 0 };
  if (known < rows) return null;
  if (type === "DOUBLE") return numbersOf(name, "DOUBLE", new Float64Array(rows));
  if (type !== "BIGINT" && type !== "INTEGER") return null;
  if (least === most) return { sql: null, numbers: null, valueOf: () => least, isText: false };
  if (least >= 0 && most < 2 ** 8) return numbersOf(name, "UTINYINT", new Uint8Array(rows));
  if (least >= 0 && most < 2 ** 16) return numbersOf(name, "USMALLINT", new Uint16Array(rows));
  if (least >= -(2 ** 31) && most < 2 ** 31) return numbersOf(name, "INTEGER", new Int32Array(rows));
  return numbersOf(name, "DOUBLE", new Float64Array(rows));
}

function numbersOf(name: string, type: string, numbers: Numbers): KeptColumn {
  return { sql: `CAST(${name} AS ${type})`, numbers, valueOf: (row) => numbers[row] ?? null, isText: false };
}

/** Few different values, numbered. */
async function textColumn(
  connection: DuckDBConnection,
  table: string,
  name: string,
  rows: number,
): Promise<KeptColumn | null> {
  const found = await readRows<{ value: string | boolean | null }>(
    connection,
    `SELECT DISTINCT ${name} AS value FROM ${table} LIMIT ${mostTexts + 1}`,
  );
  if (found.length > mostTexts) return null;
  const values = found.map(({ value }) => value);
  if (values.length > fewTexts) return manyTexts(connection, table, name, rows);
  if (values.length <= 1) return { sql: null, numbers: null, valueOf: () => values[0] ?? null, isText: true };
  const cases = values.map((value, at) => {
    const condition =
      value === null ? `${name} IS NULL` : `${name} = ${typeof value === "string" ? quoted(value) : value}`;
    return `WHEN ${condition} THEN ${at}`;
  });
  const numbers = new Uint8Array(rows);
  const sql = `CAST(CASE ${cases.join(" ")} END AS UTINYINT)`;
  return { sql, numbers, valueOf: (row) => values[numbers[row] ?? 0] ?? null, isText: true };
}

/** Many different values, numbered in the order of their bytes. */
async function manyTexts(
  connection: DuckDBConnection,
  table: string,
  name: string,
  rows: number,
): Promise<KeptColumn | null> {
  const found = await readRows<{ value: string | boolean | null }>(
    connection,
    `SELECT DISTINCT ${name} AS value FROM ${table} ORDER BY value`,
  );
  const values = found.map(({ value }) => value);
  // A type of the engine has no number for what is missing.
  if (values.includes(null)) return null;
  const type = `${table}_${name}`;
  await connection.run(
    `CREATE OR REPLACE TYPE ${type} AS ENUM (SELECT DISTINCT ${name} FROM ${table} ORDER BY ${name})`,
  );
  const numbers = new Uint16Array(rows);
  const sql = `CAST(enum_code(CAST(${name} AS ${type})) AS USMALLINT)`;
  return { sql, numbers, valueOf: (row) => values[numbers[row] ?? 0] ?? null, isText: true, type };
}
