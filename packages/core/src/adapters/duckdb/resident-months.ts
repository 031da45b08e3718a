import type { DuckDBConnection } from "@duckdb/node-api";
import type { DailyRead, ReadOrder } from "../../engine.js";
import { type TableName, tables } from "../../storage/tables.js";
import { quoted, readRows } from "./instance.js";
import { dayNumber, ResidentKeys } from "./resident-keys.js";
import { type FileSource, scan } from "./table-source.js";

/** Whole months of one table in the engine's memory, copied from files that never change. */
export interface ResidentMonths {
  /** Files of one namespace and table with the same columns. */
  readonly group: string;
  /** Paths of the files that each month was copied from. */
  readonly months: ReadonlyMap<string, readonly string[]>;
  /** Name in the engine. In the order of days where there is a second copy, of keys where only few keys are read, else of the files. */
  readonly table: string;
  /** The same rows in the order of keys; null where the table is not kept twice in the engine. */
  readonly byKey: string | null;
  /** The same rows by key and outside the engine; null where the table is not kept so. */
  readonly keyed: ResidentKeys | null;
}

/** Tables whose rows are asked for by key: these are kept once in the engine and once outside. */
const keptOutside: Partial<Record<TableName, KeptOutside>> = {
  subject_daily: { byDay: "day, key", columns: null },
  subject_contributor_daily: {
    byDay: null,
    columns: ["contributor", "mentions", "sentiment_sum", "sentiment_weight", "evidence", "people", "places"],
  },
};

interface KeptOutside {
  /** The order in the engine; null where another list says it. */
  readonly byDay: string | null;
  /** What is kept outside, beside key and day; null for every column. */
  readonly columns: readonly string[] | null;
}

/** Tables that are kept twice, with their key first in one copy and the day first in the other: both orders are read. */
const keptTwice: Partial<Record<TableName, { readonly byDay: string; readonly byKey: string }>> = {
  traded_daily: { byDay: "day, scope, key", byKey: "key, scope, day" },
};

/** Tables of which only the rows of few keys are read. Their months share one order. */
const sortedByKey: Partial<Record<TableName, { readonly key: string; readonly order: string; readonly rows: number }>> =
  {
    subject_contributor_daily: { key: "key", order: "key, day, contributor", rows: 500_000 },
    mentions: { key: "subject", order: "subject, day, created_utc, document_id", rows: 50_000 },
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

/** How often the rows of a table are kept in the engine. */
export function copiesOf(table: TableName): number {
  return keptTwice[table] === undefined ? 1 : 2;
}

/** The columns of a table that are kept outside the engine. */
export function columnsOutside(table: TableName): readonly string[] {
  return keptOutside[table] === undefined ? [] : (keptOutside[table].columns ?? Object.keys(tables[table]));
}

const daysOfMonth = 31;

/** Rows that are sorted at once: what is sorted takes memory beside the copies. With 150,000, lists of keys were read ten times slower from what came out. */
const mostSorted = 500_000;

/** The same for rows that are kept outside the engine, where it does not matter in how many parts they came. */
const mostSortedOutside = 150_000;

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
  const twice = keptTwice[table];
  const byKey = twice === undefined ? null : `${name}_by_key`;
  const outside = keptOutside[table];
  const byDay = (twice ?? outside)?.byDay ?? undefined;
  const paths = [...months].sort(([a], [b]) => (a < b ? -1 : 1));
  const alone = sortedByKey[table];
  if (alone !== undefined) {
    const source = scan(paths.flatMap(([, files]) => files));
    await connection.run(`CREATE TABLE ${name} AS SELECT * FROM ${source} LIMIT 0`);
    const ranges = await keyRanges(connection, source, Math.min(alone.rows, sortedRows), alone.key);
    for (const keys of [...ranges, `${alone.key} IS NULL`])
      await connection.run(`INSERT INTO ${name} SELECT * FROM ${source} WHERE ${keys} ORDER BY ${alone.order}`);
  }
  for (const [at, [, files]] of alone === undefined ? paths.entries() : []) {
    const source = scan(files);
    if (at === 0) await connection.run(`CREATE TABLE ${name} AS SELECT * FROM ${source} LIMIT 0`);
    // Files are in the order of their keys already.
    if (byDay === undefined) await connection.run(`INSERT INTO ${name} SELECT * FROM ${source}`);
    else {
      for (const days of await dayRanges(connection, source, sortedRows))
        await connection.run(`INSERT INTO ${name} SELECT * FROM ${source} WHERE ${days} ORDER BY ${byDay}`);
    }
  }
  if (twice !== undefined && byKey !== null) {
    await connection.run(`CREATE TABLE ${byKey} AS SELECT * FROM ${name} LIMIT 0`);
    for (const keys of await keyRanges(connection, name, sortedRows))
      await connection.run(`INSERT INTO ${byKey} SELECT * FROM ${name} WHERE ${keys} ORDER BY ${twice.byKey}`);
  }
  const keyed =
    outside !== undefined
      ? await ResidentKeys.read(
          connection,
          name,
          await keyRanges(connection, name, Math.min(mostSortedOutside, sortedRows)),
          outside.columns,
        )
      : null;
  return { group, months: new Map(paths.map(([month, files]) => [month, pathsOf(files)])), table: name, byKey, keyed };
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

/**
 * Conditions that divide the rows by their keys into parts that can be sorted at once, in the order of keys: each has at most so
 * many rows, or those of one more key. Rows without a key are in none.
 */
async function keyRanges(
  connection: DuckDBConnection,
  source: string,
  sortedRows: number,
  key = "key",
): Promise<string[]> {
  const counted = `SELECT ${key} AS key, COUNT(*) AS rows FROM ${source} WHERE ${key} IS NOT NULL GROUP BY ${key}`;
  const numbered = `SELECT key, SUM(rows) OVER (ORDER BY key) // ${sortedRows} AS part FROM (${counted})`;
  const firsts = await readRows<{ first: string }>(
    connection,
    `SELECT min(key) AS first FROM (${numbered}) GROUP BY part ORDER BY first`,
  );
  return firsts.map(({ first }, at) => {
    const next = firsts[at + 1];
    return next === undefined
      ? `${key} >= ${quoted(first)}`
      : `${key} >= ${quoted(first)} AND ${key} < ${quoted(next.first)}`;
  });
}

/** Drops the tables of the months. */
export async function dropMonths(
  connection: DuckDBConnection,
  { table, byKey }: Pick<ResidentMonths, "table" | "byKey">,
): Promise<void> {
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

/**
 * A `SELECT` of columns over some of the months.
 *
 * @param window The days that are read of it at most; null for all.
 */
export function selectMonths(
  { months, table, byKey }: ResidentMonths,
  held: readonly string[],
  columns: string,
  order: ReadOrder | null,
  window: DaysRead | null = null,
): string {
  const others = [...months.keys()].filter((month) => !held.includes(month) && isIn(month, window)).map(outside);
  const where = others.length === 0 ? "" : ` WHERE ${others.join(" AND ")}`;
  return `SELECT ${columns} FROM ${order === "key" && byKey !== null ? byKey : table}${where}`;
}

/** Days that a query reads. */
export type DaysRead = Pick<DailyRead, "from" | "to">;

/** Whether a month has days of a window; null is all days. */
export function isIn(month: string, window: DaysRead | null): boolean {
  return window === null || (month >= window.from.slice(0, 7) && month <= window.to.slice(0, 7));
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

/** Whether a day (as a number since 1970) is in a month of the copy that is not among these. */
export function outsideDays({ months }: ResidentMonths, held: readonly string[]): (day: number) => boolean {
  const others = [...months.keys()].filter((month) => !held.includes(month));
  if (others.length === 0) return () => false;
  const spans = others.map((month) => [dayNumber(`${month}-01`), dayNumber(`${nextMonth(month)}-01`)] as const);
  return (day) => spans.some(([first, end]) => day >= first && day < end);
}

function nextMonth(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + 1);
  return first.toISOString().slice(0, 7);
}
