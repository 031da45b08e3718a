import type { Operation } from "@market-sentiment/core";
import type { Effects } from "../effects.js";
import { paintFor } from "./colour.js";
import { csvText } from "./csv.js";
import { resultText } from "./result-text.js";

/** How a result is written: `json` is the body of the HTTP answer and a line end. */
export type OutputFormat = "table" | "json" | "csv";

/** Width of a terminal that does not say how wide it is. */
const usualColumns = 80;

/** The result of an operation in the format. */
export function render(operation: Operation, result: unknown, format: OutputFormat, effects: Effects): string {
  if (format === "json") return `${JSON.stringify(result)}\n`;
  if (format === "csv") return csvText(operation.result, result);
  const { stdout, env } = effects;
  const width = stdout.isTerminal ? (stdout.columns ?? usualColumns) : Infinity;
  return resultText(operation.result, result, { width, paint: paintFor(stdout, env) });
}
