import type { DuckDBConnection } from "@duckdb/node-api";
import type { ReadOrder } from "../../engine.js";
import type { TableName } from "../../storage/tables.js";
import { quoted, readRows } from "./instance.js";
import { type FileSource, scan } from "./table-source.js";

/** Whole months of one table in the engine's memory, copied from files that never change. */
export interface ResidentMonths {
  /** Files of one namespace and table with the same columns. */
  readonly group: string;
  /** Paths of the files that each month was copied from. */
  readonly months: ReadonlyMap<string, readonly string[]>;
  /** Name in the engine. In the order of days where there is a second copy, else month by month in the order of the files. */
  readonly table: string;
  /** The same rows in the order of keys; null where the table is kept once. */
  readonly byKey: string | null;
}

/** Tables that are kept twice, with their key first in one copy and the day first in the other: both orders are read. */
const keptTwice: Partial<Record<TableName, { readonly byDay: string; readonly byKey: string }>> = {
  subject_daily: { byDay: "day, key", byKey: "key, day" },
  traded_daily: { byDay: "day, scope, key", byKey: "key, scope, day" },
};

const keptTwiceAfterFrom = new RegExp(`\\bFROM (${Object.keys(keptTwice).join("|")})\\b`, "g");

/** Ends the name of the view over the copies in the order of keys. */
const byKeySuffix = "_by_key";

/** The view of a table over its copies in the order of keys; null where it is kept once. */
export function viewByKey(table: TableName): string | null {
  return keptTwice[table] === undefined ? null : `${table}${byKeySuffix}`;
}

/** The text of a query that reads daily tables by their views in an order. */
export function textInOrder(sql: string, order: ReadOrder | undefined): string {
  return order === "key" ? sql.replaceAll(keptTwiceAfterFrom, `FROM $1${byKeySuffix}`) : sql;
}

/** How often the rows of a table are kept. */
export function copiesOf(table: TableName): number {
  return keptTwice[table] === undefined ? 1 : 2;
}

const daysOfMonth = 31;

/** Rows that are sorted at once: what is sorted takes memory beside the copies. With 150,000, lists of keys were read ten times slower from what came out. */
const mostSorted = 500_000;

/**
 * Copies the months, the oldest first.
 *
 * @param sortedRows How many rows are sorted at once.
 */
export async function copyMonths(
  connection: DuckDBConnection,
  name: string,
  { group, table, months }: { readonly group: string; readonly table: TableName; readonly months: MonthFiles },
  sortedRows = mostSorted,
): Promise<ResidentMonths> {
  const orders = keptTwice[table];
  const byKey = orders === undefined ? null : `${name}_by_key`;
  const paths = [...months].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [at, [, files]] of paths.entries()) {
    const source = scan(files);
    if (at === 0) await connection.run(`CREATE TABLE ${name} AS SELECT * FROM ${source} LIMIT 0`);
    // Files are in the order of their keys already.
    if (orders === undefined) await connection.run(`INSERT INTO ${name} SELECT * FROM ${source}`);
    else {
      for (const days of await dayRanges(connection, source, sortedRows))
        await connection.run(`INSERT INTO ${name} SELECT * FROM ${source} WHERE ${days} ORDER BY ${orders.byDay}`);
    }
  }
  if (orders !== undefined && byKey !== null) {
    await connection.run(`CREATE TABLE ${byKey} AS SELECT * FROM ${name} LIMIT 0`);
    for (const keys of await keyRanges(connection, name, sortedRows))
      await connection.run(`INSERT INTO ${byKey} SELECT * FROM ${name} WHERE ${keys} ORDER BY ${orders.byKey}`);
  }
  return { group, months: new Map(paths.map(([month, files]) => [month, pathsOf(files)])), table: name, byKey };
}

/** The files of some months. */
export type MonthFiles = ReadonlyMap<string, readonly FileSource[]>;

/** How many parts of so many rows a source has. */
async function partsOf(connection: DuckDBConnection, source: string, rows: number): Promise<number> {
  const [counted] = await readRows<{ rows: number }>(connection, `SELECT COUNT(*) AS rows FROM ${source}`);
  return Math.max(1, Math.ceil((counted?.rows ?? 0) / rows));
}

/** Conditions that divide the rows of a month by their days into parts that can be sorted at once, in the order of days. */
async function dayRanges(connection: DuckDBConnection, source: string, sortedRows: number): Promise<string[]> {
  const parts = Math.min(daysOfMonth, await partsOf(connection, source, sortedRows));
  const last = (part: number) => Math.floor((daysOfMonth * part) / parts);
  return Array.from({ length: parts }, (_, at) => `dayofmonth(day) BETWEEN ${last(at) + 1} AND ${last(at + 1)}`);
}

/** Conditions that divide the rows by their keys into parts that can be sorted at once, in the order of keys. */
async function keyRanges(connection: DuckDBConnection, table: string, sortedRows: number): Promise<string[]> {
  const parts = await partsOf(connection, table, sortedRows);
  const numbered = `SELECT key, ntile(${parts}) OVER (ORDER BY key) AS part FROM (SELECT DISTINCT key FROM ${table})`;
  const firsts = await readRows<{ first: string }>(
    connection,
    `SELECT min(key) AS first FROM (${numbered}) GROUP BY part ORDER BY first`,
  );
  return firsts.map(({ first }, at) => {
    const next = firsts[at + 1];
    return next === undefined ? `key >= ${quoted(first)}` : `key >= ${quoted(first)} AND key < ${quoted(next.first)}`;
  });
}

/** Drops the tables of the months. */
export async function dropMonths(connection: DuckDBConnection, { table, byKey }: ResidentMonths): Promise<void> {
  await connection.run(`DROP TABLE IF EXISTS ${table}`);
  if (byKey !== null) await connection.run(`DROP TABLE IF EXISTS ${byKey}`);
}

/** Which of the months hold exactly the rows of these files. */
export function heldMonths(resident: ResidentMonths, files: MonthFiles): string[] {
  return [...resident.months].flatMap(([month, copied]) => {
    const wanted = files.get(month);
    if (wanted?.length !== copied.length) return [];
    return pathsOf(wanted).every((path, at) => path === copied[at]) ? [month] : [];
  });
}

/** A `SELECT` of columns over some of the months. */
export function selectMonths(
  { months, table, byKey }: ResidentMonths,
  held: readonly string[],
  columns: string,
  order: ReadOrder | null,
): string {
  const others = [...months.keys()].filter((month) => !held.includes(month)).map(outside);
  const where = others.length === 0 ? "" : ` WHERE ${others.join(" AND ")}`;
  return `SELECT ${columns} FROM ${order === "key" && byKey !== null ? byKey : table}${where}`;
}

/** Files by month. */
export function byMonth<File extends FileSource>(files: readonly File[]): Map<string, File[]> {
  const months = new Map<string, File[]>();
  for (const file of files) {
    const month = file.month ?? "";
    const group = months.get(month);
    if (group === undefined) months.set(month, [file]);
    else group.push(file);
  }
  return months;
}

function pathsOf(files: readonly FileSource[]): string[] {
  return files.map(({ path }) => path).sort();
}

/** Days outside a month. */
function outside(month: string): string {
  const first = `DATE '${month}-01'`;
  return `(day < ${first} OR day >= ${first} + INTERVAL 1 MONTH)`;
}
