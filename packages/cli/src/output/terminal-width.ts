import type { Effects } from "../effects.js";

/** Width of a terminal that does not say how wide it is. */
const usualColumns = 80;

/** Columns that there are for a text on stdout: Infinity where it is no terminal, since nothing is cut there. */
export function terminalWidth({ stdout }: Pick<Effects, "stdout">): number {
  return stdout.isTerminal ? (stdout.columns ?? usualColumns) : Infinity;
}
