import type { Effects } from "../effects.js";
import { paintFor } from "./colour.js";
import { leastWidth } from "./columns-wanted.js";
import { tableLines } from "./table.js";
import { terminalText } from "./terminal-text.js";
import { terminalWidth } from "./terminal-width.js";

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
  const filled = columns.map(({ title, textOf, shrinks = false }, rank) => {
    const cells = entries.map((entry) => ({ text: terminalText(textOf(entry)), tone: "plain" as const }));
    return { title, align: "left" as const, shrinksTo: shrinks ? leastWidth(title) : null, rank, cells };
  });
  return `${tableLines(filled, terminalWidth({ stdout }), paintFor(stdout, env)).join("\n")}\n`;
}
