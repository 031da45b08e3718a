import type { Effects } from "../effects.js";
import { type Paint, paintFor, type Tone } from "./colour.js";
import { displayWidth } from "./display-width.js";
import { terminalText } from "./terminal-text.js";
import { valueText } from "./value-text.js";
import { terminalWidth } from "./terminal-width.js";
import { wrapped } from "./wrap.js";

/** A name and what is said under it, safe to show. */
export interface Fact {
  readonly name: string;
  readonly text: string;
  readonly tone: Tone;
}

/** Least columns beside the names for the texts to stand there. */
const LEAST_BESIDE = 16;

/**
 * Lists facts. A text that is too long continues on the next line, aligned with its start. If the names leave no room
 * beside them, texts go below them.
 */
export function factLines(facts: readonly Fact[], width: number, paint: Paint): string[] {
  const nameWidth = Math.max(0, ...facts.map(({ name }) => displayWidth(name)));
  const beside = width - nameWidth - 2;
  return facts.flatMap(({ name, text, tone }) => {
    const shown = (lines: readonly string[]) => lines.map((line) => (line === "" ? "" : paint(tone, line)));
    if (beside < LEAST_BESIDE)
      return [paint("heading", name), ...shown(wrapped(text, width - 2)).map((line) => `  ${line}`)];
    // A number stands under the others; wrapping would move it to the left.
    const indent = /^ */.exec(text)?.[0] ?? "";
    const [first = "", ...rest] = shown(wrapped(text, beside));
    const space = " ".repeat(nameWidth - displayWidth(name) + 2);
    return [
      `${paint("heading", name)}${space}${indent}${first}`,
      ...rest.map((line) => `${" ".repeat(nameWidth + 2)}${line}`),
    ].map((line) => line.trimEnd());
  });
}

/** Names and values, one pair a line; numbers stand under each other, right-aligned. */
export function factsText(facts: readonly (readonly [string, string | number])[], effects: Effects): string {
  const numbers = facts.map(([, value]) => (typeof value === "number" ? valueText("count", value) : ""));
  const numberWidth = Math.max(...numbers.map((text) => text.length), 0);
  const shown = facts.map(([name, value], index): Fact => {
    const text = typeof value === "number" ? (numbers[index] ?? "").padStart(numberWidth) : terminalText(value);
    return { name, text, tone: "plain" };
  });
  const lines = factLines(shown, terminalWidth(effects), paintFor(effects.stdout, effects.env));
  return lines.map((line) => `${line}\n`).join("");
}
