import type { Paint, Tone } from "./colour.js";
import { cutToWidth, displayWidth } from "./display-width.js";

/** One cell: plain text, and what it means. */
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

/** One column with its cells from top to bottom. */
export interface TableColumn {
  readonly title: string;
  readonly align: "left" | "right";
  /** Whether long cells may be cut where the terminal is narrow; numbers never are. */
  readonly shrinks: boolean;
  readonly cells: readonly Cell[];
}

interface Laid extends TableColumn {
  readonly heading: readonly string[];
  readonly width: number;
}

const GAP = "  ";
/** Columns that cut cells keep at least. */
const SHORTEST_CELL = 10;

/**
 * Lines of an aligned table. Where `maxWidth` is too narrow, headings are stacked, then long texts cut, then columns
 * left out from the right, which a last line says; the first column always stays.
 */
export function tableLines(columns: readonly TableColumn[], maxWidth: number, paint: Paint): string[] {
  const { laid, leftOut } = layOut(columns, maxWidth);
  const rows = Math.max(0, ...laid.map(({ cells }) => cells.length));
  const headingRows = Math.max(0, ...laid.map(({ heading }) => heading.length));
  const headings = Array.from({ length: headingRows }, (_, row) =>
    line(laid, paint, ({ heading }) => ({ text: heading[row - headingRows + heading.length] ?? "", tone: "heading" })),
  );
  const body = Array.from({ length: rows }, (_, row) =>
    line(laid, paint, ({ cells }) => cells[row] ?? { text: "", tone: "plain" }),
  );
  const note = `(narrow terminal, left out: ${leftOut.join(", ")})`;
  return [...headings, ...body, ...(leftOut.length === 0 ? [] : [paint("quiet", cutToWidth(note, maxWidth))])];
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
  let laid = columns.map((column) => fitted(column, [column.title]));
  if (totalWidth(laid) > maxWidth) laid = columns.map((column) => fitted(column, column.title.split(" ")));
  laid = shrunk(laid, maxWidth);
  const leftOut: string[] = [];
  while (laid.length > 1 && totalWidth(laid) > maxWidth) {
    leftOut.unshift(laid.at(-1)?.title ?? "");
    laid = laid.slice(0, -1);
  }
  return { laid, leftOut };
}

function fitted(column: TableColumn, heading: readonly string[]): Laid {
  const width = Math.max(...heading.map(displayWidth), ...column.cells.map(({ text }) => displayWidth(text)));
  return { ...column, heading, width };
}

function totalWidth(laid: readonly Laid[]): number {
  return laid.reduce((sum, { width }) => sum + width, GAP.length * (laid.length - 1));
}

/** Takes what is too much from the widest texts first. */
function shrunk(laid: readonly Laid[], maxWidth: number): Laid[] {
  const result = [...laid];
  for (let excess = totalWidth(result) - maxWidth; excess > 0; excess -= 1) {
    const widest = result
      .map((column, index) => ({ index, column }))
      .filter(({ column }) => column.shrinks && column.width > SHORTEST_CELL)
      .sort((a, b) => b.column.width - a.column.width)[0];
    if (widest === undefined) break;
    result[widest.index] = { ...widest.column, width: widest.column.width - 1 };
  }
  return result;
}
