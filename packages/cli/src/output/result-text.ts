import {
  fieldOf,
  isRow,
  itemsOf,
  objectOf,
  type Operation,
  type ResultColumn,
  type ResultRow,
  rowColumns,
  rowsIn,
  valueAt,
} from "@market-sentiment/core";
import { type Paint, toneOf } from "./colour.js";
import { leastWidth, wantedRank } from "./columns-wanted.js";
import { type Fact, factLines } from "./facts.js";
import { type TableColumn, tableLines } from "./table.js";
import { valueText } from "./value-text.js";

/** Where text is shown. */
export interface Sheet {
  /** Columns of the terminal; Infinity where nothing is cut. */
  readonly width: number;
  readonly paint: Paint;
  /** What a field's name alone does not say, behind its value: `on the busiest day`. Empty for most. */
  readonly remarks: ReadonlyMap<string, string>;
}

/**
 * A result for people: a list is a table; an object is its scalars as name and value, then one titled table for each
 * list in it. Deprecated fields, and columns that no row has a value for, are left out. Ends in a line end.
 */
export function resultText(schema: Operation["result"], result: unknown, sheet: Sheet): string {
  const items = itemsOf(schema);
  const lines =
    items === null ? objectLines(schema, isRow(result) ? result : {}, sheet) : listLines(items, rowsIn(result), sheet);
  return `${lines.join("\n")}\n`;
}

function listLines(schema: Operation["result"], rows: readonly ResultRow[], sheet: Sheet): string[] {
  if (rows.length === 0) return [sheet.paint("quiet", "(none)")];
  const used = shownColumns(schema).filter(({ path }) => rows.some((row) => valueAt(row, path) !== null));
  const columns = used.map((column, place) => tableColumn(column, place, rows));
  return tableLines(columns, sheet.width, sheet.paint);
}

function shownColumns(schema: Operation["result"]): ResultColumn[] {
  return rowColumns(schema).filter(({ deprecated }) => !deprecated);
}

function tableColumn(column: ResultColumn, place: number, rows: readonly ResultRow[]): TableColumn {
  const values = rows.map((row) => valueAt(row, column.path));
  const isText = !column.numeric && !isHistory(values);
  return {
    title: titleOf(column.name),
    align: column.numeric ? "right" : "left",
    shrinksTo: isText ? leastWidth(column.name) : null,
    rank: wantedRank(column.name, place),
    cells: values.map((value) => ({ text: valueText(column.name, value), tone: toneOf(column.name, value) })),
  };
}

/** A sparkline that is cut would show another course than the numbers have. */
function isHistory(values: readonly unknown[]): boolean {
  return values.some((value) => Array.isArray(value) && typeof value[0] === "number");
}

function objectLines(schema: Operation["result"], object: ResultRow, sheet: Sheet): string[] {
  const facts = scalarLines(shownColumns(schema), object, sheet);
  const lists = Object.keys(objectOf(schema)?.shape ?? {}).flatMap((name) => {
    const field = fieldOf(schema, name);
    const items = field === null ? null : itemsOf(field);
    if (items === null || objectOf(items) === null) return [];
    return ["", sheet.paint("heading", titleOf(name)), ...listLines(items, rowsIn(object[name]), sheet)];
  });
  return [...facts, ...lists];
}

function scalarLines(columns: readonly ResultColumn[], object: ResultRow, sheet: Sheet): string[] {
  const facts = columns.filter(isFirstOfItsObject(object)).map(({ path, name }): Fact => {
    const shown = isAbsent(object, path) ? path.slice(0, -1) : path;
    const value = valueAt(object, path);
    return {
      name: shown.map(titleOf).join(" "),
      text: [valueText(name, value), sheet.remarks.get(name) ?? ""].join(" ").trimEnd(),
      tone: toneOf(name, value),
    };
  });
  return factLines(facts, sheet.width, sheet.paint);
}

/** Whether the object that holds the value is itself null. */
function isAbsent(object: ResultRow, path: readonly string[]): boolean {
  return path.length > 1 && valueAt(object, path.slice(0, -1)) === null;
}

/** Passes one column for each absent object inside, and every other column. */
function isFirstOfItsObject(object: ResultRow): (column: ResultColumn) => boolean {
  const seen = new Set<string>();
  return ({ path }) => {
    if (!isAbsent(object, path)) return true;
    const holder = path.slice(0, -1).join(".");
    const isFirst = !seen.has(holder);
    seen.add(holder);
    return isFirst;
  };
}

/** Heading of a wire field: `sentiment_score` is `sentiment`, `bullish_pct` is `bullish %`. */
function titleOf(name: string): string {
  return name
    .replace(/_score$/, "")
    .replace(/_pct$/, " %")
    .replaceAll("_", " ");
}
