import type { DuckDBConnection } from "@duckdb/node-api";
import { identities } from "../../storage/table-store.js";
import { type TableName, tables } from "../../storage/tables.js";
import type { UtcDay } from "../../time/utc-day.js";
import { readRows } from "./instance.js";
import { type FileScan, scan } from "./table-source.js";

/**
 * Rows that a writer's engine sorts or groups at once. Of 700,000 rows of contributors it wrote 128 MB to disk to make a file of 7 MB, and
 * of 750,000 it had no memory left; a quarter of a million needs neither.
 */
export const rowsInMemory = 250_000;

/**
 * Conditions that part the rows of a table, so that each part fits into a writer's memory. All versions of a row are in one part.
 *
 * @param rows How many there are at most.
 */
export function identityParts(table: TableName, rows: number): readonly string[] {
  const count = Math.ceil(rows / rowsInMemory);
  if (count <= 1) return ["true"];
  return Array.from({ length: count }, (_, nth) => `hash(${identities[table].join(", ")}) % ${count} = ${nth}`);
}

/** Reads the rows that meet a condition. */
export function scanOf(condition: string, options = ""): FileScan {
  if (condition === "true") return (files) => scan(files, options);
  return (files) => `(SELECT * FROM ${scan(files, options)} WHERE ${condition}) AS part`;
}

/** Some days of a table's rows. */
export interface DayPart {
  /** Rows that meet it are in this part. */
  readonly condition: string;
  /** Its first and last day; null if rows are not parted by day. */
  readonly days: readonly [UtcDay, UtcDay] | null;
}

/**
 * Like {@link identityParts} for rows of many days: whole days together, as many as fit into memory, so that few files hold a day.
 *
 * @param rows A relation in SQL.
 * @param count How many rows it has at most.
 */
export async function dayParts(
  table: TableName,
  rows: string,
  count: number,
  connection: DuckDBConnection,
): Promise<DayPart[]> {
  if (count <= rowsInMemory || !("day" in tables[table]))
    return identityParts(table, count).map((condition) => ({ condition, days: null }));
  const counted = await readRows<{ day: UtcDay; rows: number }>(
    connection,
    `SELECT CAST(day AS VARCHAR) AS day, CAST(count(*) AS DOUBLE) AS rows FROM ${rows} AS r GROUP BY day ORDER BY day`,
  );
  const spans: { from: UtcDay; to: UtcDay; rows: number }[] = [];
  for (const { day, rows: ofDay } of counted) {
    const last = spans.at(-1);
    if (last === undefined || last.rows + ofDay > rowsInMemory) spans.push({ from: day, to: day, rows: ofDay });
    else Object.assign(last, { to: day, rows: last.rows + ofDay });
  }
  return spans.flatMap(({ from, to, rows: inSpan }) =>
    identityParts(table, inSpan).map((part) => ({
      condition: `day BETWEEN DATE '${from}' AND DATE '${to}' AND ${part}`,
      days: [from, to] as const,
    })),
  );
}
