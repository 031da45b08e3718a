import type { Paint, Tone } from "./colour.js";
import { cutToWidth, displayWidth } from "./display-width.js";
import { wrapped } from "./wrap.js";

/** One cell: plain text, and what it means. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** One column with its cells from top to bottom. */
export interface TableColumn {
  readonly title: string;
  readonly align: "left" | "right";
  /** Least width to which cells may be cut in a narrow terminal; null for cells that are never cut, such as numbers. */
  readonly shrinksTo: number | null;
  /** Whether cells that are too long continue on the next line. Left out, they are cut. */
  readonly wraps?: boolean;
  /** Importance: lower values are dropped later. The first column always stays. */
  readonly rank: number;
  readonly cells: readonly Cell[];
}

interface Laid extends TableColumn {
  readonly heading: readonly string[];
  readonly width: number;
}

const GAP = "  ";

/**
 * Lines of an aligned table. If `maxWidth` is too narrow, headings are stacked, then long texts are cut, then the least
 * important columns are dropped, with a note in the last line. The first column always stays.
 */
export function tableLines(columns: readonly TableColumn[], maxWidth: number, paint: Paint): string[] {
  const { laid, leftOut } = layOut(columns, maxWidth);
  const rows = Math.max(0, ...laid.map(({ cells }) => cells.length));
  const headingRows = Math.max(0, ...laid.map(({ heading }) => heading.length));
  const headings = Array.from({ length: headingRows }, (_, row) =>
    line(laid, paint, ({ heading }) => ({ text: heading[row - headingRows + heading.length] ?? "", tone: "heading" })),
  );
  const body = Array.from({ length: rows }, (_, row) => bodyLines(laid, row, paint)).flat();
  const note = `(narrow terminal, left out: ${leftOut.join(", ")})`;
  return [...headings, ...body, ...(leftOut.length === 0 ? [] : [paint("quiet", cutToWidth(note, maxWidth))])];
}

/** One row: a line, or several where a cell wraps. */
function bodyLines(laid: readonly Laid[], row: number, paint: Paint): string[] {
  const parts = new Map(
    laid.map((column) => {
      const { text = "", tone = "plain" } = column.cells[row] ?? {};
      const texts = column.wraps === true ? wrapped(text, column.width) : [text];
      return [column, texts.map((part): Cell => ({ text: part, tone }))];
    }),
  );
  const height = Math.max(1, ...[...parts.values()].map(({ length }) => length));
  return Array.from({ length: height }, (_, index) =>
    line(laid, paint, (column) => parts.get(column)?.[index] ?? { text: "", tone: "plain" }),
  );
}

function line(laid: readonly Laid[], paint: Paint, cellOf: (column: Laid) => Cell): string {
  const last = laid.length - 1;
  return laid
    .map((column, index) => {
      const { text, tone } = cellOf(column);
      const shown = cutToWidth(text, column.width);
      const space = " ".repeat(column.width - displayWidth(shown));
      const painted = shown === "" ? "" : paint(tone, shown);
      if (column.align === "right") return space + painted;
      return index === last ? painted : painted + space;
    })
    .join(GAP)
    .trimEnd();
}

function layOut(columns: readonly TableColumn[], maxWidth: number): { laid: Laid[]; leftOut: string[] } {
  const unstacked = columns.map((column) => fitted(column, [column.title]));
  if (totalWidth(unstacked) <= maxWidth) return { laid: unstacked, leftOut: [] };
  let kept = columns.map((column) => fitted(column, column.title.split(" ")));
  const leftOut = new Set<string>();
  while (kept.length > 1 && leastTotal(kept) > maxWidth) {
    const least = kept.slice(1).reduce((a, b) => (b.rank >= a.rank ? b : a));
    leftOut.add(least.title);
    kept = kept.filter((column) => column !== least);
  }
  const titles = columns.map(({ title }) => title).filter((title) => leftOut.has(title));
  return { laid: shrunk(kept, maxWidth), leftOut: titles };
}

function fitted(column: TableColumn, heading: readonly string[]): Laid {
  const width = Math.max(...heading.map(displayWidth), ...column.cells.map(({ text }) => displayWidth(text)));
  return { ...column, heading, width };
}

function totalWidth(laid: readonly Laid[]): number {
  return laid.reduce((sum, { width }) => sum + width, GAP.length * (laid.length - 1));
}

/** Width of the table when every text is cut as far as it may be. */
function leastTotal(laid: readonly Laid[]): number {
  return totalWidth(laid.map((column) => ({ ...column, width: leastWidthOf(column) })));
}

function leastWidthOf({ width, shrinksTo }: Laid): number {
  return shrinksTo === null ? width : Math.min(width, shrinksTo);
}

/** Shortens the widest texts first. */
function shrunk(laid: readonly Laid[], maxWidth: number): Laid[] {
  const result = [...laid];
  for (let excess = totalWidth(result) - maxWidth; excess > 0; excess -= 1) {
    const widest = result
      .map((column, index) => ({ index, column }))
      .filter(({ column }) => column.width > leastWidthOf(column))
      .sort((a, b) => b.column.width - a.column.width)[0];
    if (widest === undefined) break;
    result[widest.index] = { ...widest.column, width: widest.column.width - 1 };
  }
  return result;
}
