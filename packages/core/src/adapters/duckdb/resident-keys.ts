import type { DuckDBConnection } from "@duckdb/node-api";
import type { UtcDay } from "../../time/utc-day.js";
import { readRows } from "./instance.js";
import { columnOf, type KeptColumn, type Numbers, type Plain } from "./kept-columns.js";

const dayMs = 86_400_000;

/** An estimate of what an index entry of a key takes, in bytes. */
const bytesPerKey = 120;

/** Bytes of a value by its stored type, before the values are known. */
const expectedWidth: Readonly<Record<string, number>> = { VARCHAR: 1, BOOLEAN: 1, DATE: 2, BIGINT: 2, INTEGER: 2 };

/** Of a row in the order of days: where it is, and which key it has. */
const bytesByDay = 8;

/** With more rows for each key than these, a read of some days goes through the rows in the order of keys, as they lie in memory; with fewer, finding them by key would be most of the work. */
export const MANY_ROWS_PER_KEY = 2;

/** What values of single days take for a row, in bytes: three measures. */
const dayBytesPerRow = 3 * Float64Array.BYTES_PER_ELEMENT;

/** An estimate for the rows of a table, in bytes. */
export function expectedKeyedBytes(rows: number, types: readonly string[]): number {
  return rows * types.reduce((sum, type) => sum + (expectedWidth[type] ?? 8), bytesByDay);
}

/** Rows in the order of days. */
export interface RowsByDay {
  /** Rows, as they are numbered in the order of keys. */
  readonly rows: Uint32Array;
  /** The number of the key of each. */
  readonly keys: Uint32Array;
  /** The day of the first row, as a number since 1970. */
  readonly firstDay: number;
  /** Where the rows of each day begin, from the first day on, and where those of the last end. */
  readonly starts: Uint32Array;
}

/** Rows that are asked for. */
export interface WantedRows {
  readonly keys: readonly string[];
  readonly from: UtcDay;
  readonly to: UtcDay;
  /** Beside the key and the day. */
  readonly columns: readonly string[];
}

/** A row with the columns that were asked for. */
export type KeyedRow = Readonly<Record<string, Plain>> & { readonly key: string; readonly day: string };

/**
 * Rows of a daily table by key and day, kept as plain numbers outside the engine. A statement for the days of some keys costs the
 * engine some milliseconds, most of them to plan it and to compare keys; here it costs some microseconds.
 */
export class ResidentKeys {
  readonly #first: ReadonlyMap<string, number>;
  /** The day of each row in the order of keys, as a number since 1970. */
  readonly days: Uint16Array;
  /** Where the rows of each key end. */
  readonly ends: Uint32Array;
  readonly #columns: ReadonlyMap<string, KeptColumn>;
  /** The keys, in the order of their bytes. */
  readonly keys: readonly string[];
  #byDay: RowsByDay | null = null;
  /** What values of single days may take beside the rows, in bytes: room for the longest window that is read by day. */
  readonly dayBytes: number;
  /** Memory of the rows and of {@link dayBytes}, in bytes. */
  readonly bytes: number;

  private constructor(
    keys: readonly { key: string; rows: number }[],
    days: Uint16Array,
    columns: Map<string, KeptColumn>,
  ) {
    const first = new Map<string, number>();
    const ends = new Uint32Array(keys.length);
    let at = 0;
    for (const [number, { key, rows }] of keys.entries()) {
      ends[number] = at += rows;
      first.set(key, number);
    }
    this.#first = first;
    this.ends = ends;
    this.days = days;
    this.#columns = columns;
    const numbers = [...columns.values()].reduce((sum, column) => sum + (column.numbers?.byteLength ?? 0), 0);
    this.keys = keys.map(({ key }) => key);
    const rows = numbers + days.byteLength + days.length * bytesByDay + keys.length * bytesPerKey;
    this.dayBytes = Math.min(days.length, MANY_ROWS_PER_KEY * keys.length) * dayBytesPerRow;
    this.bytes = rows + this.dayBytes;
  }

  /**
   * Reads a table of the engine.
   *
   * @param ranges Conditions that divide its rows by their keys, in the order of keys; rows of each are sorted at once.
   * @param only The columns that are kept beside the key and the day; null for all.
   * @returns Null where a column has values that are not kept: nulls in place of numbers, or very many texts.
   */
  static async read(
    connection: DuckDBConnection,
    table: string,
    ranges: readonly string[],
    only: readonly string[] | null = null,
  ): Promise<ResidentKeys | null> {
    const keys = await readRows<{ key: string; rows: number }>(
      connection,
      `SELECT key, COUNT(*) AS rows FROM ${table} GROUP BY key ORDER BY key`,
    );
    const count = keys.reduce((sum, { rows }) => sum + rows, 0);
    const types = await readRows<{ name: string; type: string }>(
      connection,
      `SELECT column_name AS name, column_type AS type FROM (DESCRIBE ${table}) WHERE column_name NOT IN ('key', 'day')`,
    );
    const kept = new Map<string, KeptColumn>();
    try {
      for (const { name, type } of types) {
        if (only !== null && !only.includes(name)) continue;
        const column = await columnOf(connection, table, name, type, count);
        if (column === null) return null;
        kept.set(name, column);
      }
      const daysSql = `CAST(day - DATE '1970-01-01' AS USMALLINT)`;
      const days = new Uint16Array(count);
      const filled = [{ sql: daysSql, numbers: days as Numbers }];
      for (const { sql, numbers } of kept.values()) if (sql !== null && numbers !== null) filled.push({ sql, numbers });
      const select = `SELECT ${filled.map(({ sql }) => sql).join(", ")} FROM ${table}`;
      let at = 0;
      for (const range of ranges) {
        const result = await connection.stream(`${select} WHERE ${range} ORDER BY key, day`);
        for (
          let chunk = await result.fetchChunk();
          chunk !== null && chunk.rowCount > 0;
          chunk = await result.fetchChunk()
        ) {
          const { rowCount } = chunk;
          for (const [index, { numbers }] of filled.entries()) {
            const vector = chunk.getColumnVector(index);
            for (let row = 0; row < rowCount; row += 1) {
              const value = vector.getItem(row);
              if (typeof value !== "number") throw new Error(`A value of ${table} cannot be kept by key.`);
              numbers[at + row] = value;
            }
          }
          at += rowCount;
        }
      }
      if (at !== count) throw new Error(`${table} has ${count} rows, but ${at} of them are in its keys.`);
      return new ResidentKeys(keys, days, kept);
    } finally {
      for (const { type } of kept.values()) if (type !== undefined) await connection.run(`DROP TYPE IF EXISTS ${type}`);
    }
  }

  /** The rows in the order of days, those of a day in the order of keys. Made when it is first asked for. */
  get byDay(): RowsByDay {
    return (this.#byDay ??= rowsByDay(this.days, this.ends));
  }

  /** Where the rows of a key from one day to another begin and end. @param from A number since 1970, as `to`. */
  rangeOf(key: string, from: number, to: number): readonly [start: number, end: number] {
    const number = this.#first.get(key);
    if (number === undefined) return [0, 0];
    const end = this.ends[number] ?? 0;
    const start = firstAt(this.days, number === 0 ? 0 : (this.ends[number - 1] ?? 0), end, from);
    return [start, firstAt(this.days, start, end, to + 1)];
  }

  /** The number of a key in {@link keys}; undefined where it is not among them. */
  indexOf(key: string): number | undefined {
    return this.#first.get(key);
  }

  /** The numbers of a column, by row; a number where all rows have the same; null where it is not one of numbers. */
  numbersOf(name: string): Numbers | number | null {
    const column = this.#columns.get(name);
    if (column === undefined || column.isText) return null;
    const value = column.numbers ?? column.valueOf(0);
    return typeof value === "object" || typeof value === "number" ? value : null;
  }

  /** The value of a column in a row. */
  valueIn(name: string): (row: number) => Plain {
    return this.#columns.get(name)?.valueOf ?? noValue;
  }

  /** Whether these columns are kept. */
  has(columns: readonly string[]): boolean {
    return columns.every((name) => this.#columns.has(name));
  }

  /**
   * Rows of a key in some days, oldest first, as plain objects with the key, the day and the columns.
   *
   * @param isOut Days that are left out, as numbers since 1970.
   */
  rowsOf(key: string, { from, to, columns }: Omit<WantedRows, "keys">, isOut: (day: number) => boolean): KeyedRow[] {
    const [start, end] = this.rangeOf(key, dayNumber(from), dayNumber(to));
    const read = columns.map((name) => [name, this.#columns.get(name)?.valueOf ?? noValue] as const);
    const rows: KeyedRow[] = [];
    for (let row = start; row < end; row += 1) {
      const day = this.days[row] ?? 0;
      if (isOut(day)) continue;
      const made: Record<string, Plain> & KeyedRow = { key, day: dayText(day) };
      for (const [name, valueOf] of read) made[name] = valueOf(row);
      rows.push(made);
    }
    return rows;
  }
}

/** Days since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(day) / dayMs;
}

const dayTexts = new Map<number, string>();

function dayText(day: number): string {
  let text = dayTexts.get(day);
  if (text === undefined) dayTexts.set(day, (text = new Date(day * dayMs).toISOString().slice(0, 10)));
  return text;
}

const noValue = (): Plain => null;

/**
 * Sorts rows by their days, by counting.
 *
 * @param days The day of each row, in the order of keys.
 * @param ends Where the rows of each key end.
 */
function rowsByDay(days: Uint16Array, ends: Uint32Array): RowsByDay {
  let [firstDay, lastDay] = [Infinity, -Infinity];
  for (const day of days) {
    if (day < firstDay) firstDay = day;
    if (day > lastDay) lastDay = day;
  }
  if (days.length === 0) firstDay = lastDay = 0;
  const starts = new Uint32Array(lastDay - firstDay + 2);
  for (const day of days) bump(starts, day - firstDay + 1);
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const [rows, keys] = [new Uint32Array(days.length), new Uint32Array(days.length)];
  const next = starts.slice();
  let row = 0;
  for (let key = 0; key < ends.length; key += 1) {
    for (const end = ends[key] ?? 0; row < end; row += 1) {
      const at = bump(next, (days[row] ?? 0) - firstDay);
      rows[at] = row;
      keys[at] = key;
    }
  }
  return { rows, keys, firstDay, starts };
}

/** Adds one. @returns What was there before. */
function bump(counts: Uint32Array, at: number): number {
  const before = counts[at] ?? 0;
  counts[at] = before + 1;
  return before;
}

/** The first row of a key on a day or later; its rows are in the order of days. */
export function firstAt(days: Uint16Array, start: number, end: number, day: number): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
