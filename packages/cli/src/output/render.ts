import { csvText, type Operation } from "@market-sentiment/core";
import type { CallTime } from "../call-time.js";
import type { Effects } from "../effects.js";
import { paintFor } from "./colour.js";
import { periodText, type ShownWindow } from "./period-text.js";
import { resultText } from "./result-text.js";
import { terminalWidth } from "./terminal-width.js";
import { wrapped } from "./wrap.js";

/** How a result is written: `json` is the body of the HTTP answer and a line end. */
export type OutputFormat = "table" | "json" | "csv";

/** The days that a result is about, and the day on which it was asked for. */
export interface ResultPeriod extends Pick<CallTime, "today"> {
  readonly window: ShownWindow;
  /** The state of knowledge that was asked for, as it was written; null for the newest. */
  readonly asOf: string | null;
}

/** The result of an operation in the format. A table stands below the period that it is about, where it has one. */
export function render(
  operation: Operation,
  result: unknown,
  format: OutputFormat,
  effects: Effects,
  period: ResultPeriod | null = null,
): string {
  if (format === "json") return `${JSON.stringify(result)}\n`;
  if (format === "csv") return csvText(operation.result, result);
  const paint = paintFor(effects.stdout, effects.env);
  const width = terminalWidth(effects);
  const text = resultText(operation.result, result, { width, paint, remarks: remarksOf(operation, period) });
  if (period === null) return text;
  const heading = `${operation.namespace?.shortName ?? operation.name}: ${periodText(period.window, period.today)}${period.asOf === null ? "" : `, as known ${period.asOf}`}`;
  const lines = wrapped(heading, width).map((line) => `${paint("quiet", line)}\n`);
  return `${lines.join("")}\n${text}`;
}

/** Marks figures that are not sums over the days. */
function remarksOf({ busiestDayFields }: Operation, period: ResultPeriod | null): ReadonlyMap<string, string> {
  const isSum = period === null || period.window.from === period.window.to;
  return new Map(isSum ? [] : [...busiestDayFields].map((field) => [field, "on the busiest day"]));
}
