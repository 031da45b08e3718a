import type { Effects } from "../effects.js";

/** Width of a terminal that does not say how wide it is. */
const usualColumns = 80;

/** How many columns a text on stdout may have. Infinity where stdout is not a terminal: nothing is cut there. */
export function terminalWidth({ stdout }: Pick<Effects, "stdout">): number {
  return stdout.isTerminal ? (stdout.columns ?? usualColumns) : Infinity;
}
