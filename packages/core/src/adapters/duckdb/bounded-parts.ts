import type { DuckDBConnection } from "@duckdb/node-api";
import type { StoredFile } from "../../storage/snapshot.js";
import { identities } from "../../storage/table-store.js";
import { type TableName, tables } from "../../storage/tables.js";
import type { UtcDay } from "../../time/utc-day.js";
import { overlaps } from "./file-days.js";
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

/** Rows of some files that meet a condition. */
export interface Part {
  readonly files: readonly StoredFile[];
  readonly condition: string;
}

/** Like {@link identityParts} for files over many days, each part by as few of them as hold its days. */
export async function dayParts(
  table: TableName,
  files: readonly StoredFile[],
  read: { readonly connection: DuckDBConnection; readonly scan: (files: readonly StoredFile[]) => string },
): Promise<Part[]> {
  const whole = files.reduce((sum, { rows }) => sum + rows, 0);
  if (whole <= rowsInMemory || !("day" in tables[table]))
    return identityParts(table, whole).map((condition) => ({ files, condition }));
  const counted = await readRows<{ day: UtcDay; rows: number }>(
    read.connection,
    `SELECT CAST(day AS VARCHAR) AS day, CAST(count(*) AS DOUBLE) AS rows FROM ${read.scan(files)} GROUP BY day ORDER BY day`,
  );
  const spans: { from: UtcDay; to: UtcDay; rows: number }[] = [];
  for (const { day, rows } of counted) {
    const last = spans.at(-1);
    if (last === undefined || last.rows + rows > rowsInMemory) spans.push({ from: day, to: day, rows });
    else Object.assign(last, { to: day, rows: last.rows + rows });
  }
  return spans.flatMap(({ from, to, rows }) => {
    const holding = files.filter((file) => overlaps(file, { from, to }));
    return identityParts(table, rows).map((part) => ({
      files: holding,
      condition: `day BETWEEN DATE '${from}' AND DATE '${to}' AND ${part}`,
    }));
  });
}
