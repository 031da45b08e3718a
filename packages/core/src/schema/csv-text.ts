import type { z } from "zod";
import { fieldOf, isRow, itemsOf, type ResultRow, rowColumns, rowsIn, valueAt } from "./result-shape.js";

/** Lists that are the point of their resource; the fields around them say only what was asked. */
const mainLists = ["stocks", "tokens", "results", "daily_trend"] as const;

/**
 * The main rows of a result as CSV (RFC 4180): a header line with the wire names, scalar columns in wire order, `CRLF`
 * after every line, nothing for null. A resource that is one object is one row.
 */
export function csvText(schema: z.ZodType, result: unknown): string {
  const { rowSchema, rows } = mainRows(schema, result);
  const columns = rowColumns(rowSchema).filter(({ list }) => !list);
  const lines = [
    columns.map(({ path }) => path.join(".")),
    ...rows.map((row) => columns.map(({ path }) => plain(valueAt(row, path)))),
  ];
  return lines.map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
}

/** Whether the main rows of a result are a list. */
export function hasRows(schema: z.ZodType): boolean {
  return itemsOf(schema) !== null || mainLists.some((name) => fieldOf(schema, name) !== null);
}

function mainRows(schema: z.ZodType, result: unknown): { rowSchema: z.ZodType; rows: ResultRow[] } {
  const items = itemsOf(schema);
  if (items !== null) return { rowSchema: items, rows: rowsIn(result) };
  for (const name of mainLists) {
    const list = fieldOf(schema, name);
    const listed = list === null ? null : itemsOf(list);
    if (listed !== null && isRow(result)) return { rowSchema: listed, rows: rowsIn(result[name]) };
  }
  return { rowSchema: schema, rows: isRow(result) ? [result] : [] };
}

function plain(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
