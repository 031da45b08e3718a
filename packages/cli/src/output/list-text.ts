import type { Effects } from "../effects.js";
import { paintFor } from "./colour.js";
import { tableLines } from "./table.js";
import { terminalText } from "./terminal-text.js";

/** One column of a plain list. */
export interface ListColumn<Entry> {
  readonly title: string;
  readonly textOf: (entry: Entry) => string;
  /** Whether it gives way where the terminal is narrow. */
  readonly shrinks?: boolean;
}

/** Entries as a table, one a line, fitted to the terminal where there is one. */
export function listText<Entry>(
  entries: readonly Entry[],
  columns: readonly ListColumn<Entry>[],
  { stdout, env }: Pick<Effects, "stdout" | "env">,
): string {
  const filled = columns.map(({ title, textOf, shrinks = false }) => {
    const cells = entries.map((entry) => ({ text: terminalText(textOf(entry)), tone: "plain" as const }));
    return { title, align: "left" as const, shrinks, cells };
  });
  const width = stdout.isTerminal ? (stdout.columns ?? 80) : Infinity;
  return `${tableLines(filled, width, paintFor(stdout, env)).join("\n")}\n`;
}
