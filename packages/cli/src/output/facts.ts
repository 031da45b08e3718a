import type { Effects } from "../effects.js";
import { paintFor } from "./colour.js";
import { displayWidth } from "./display-width.js";
import { terminalText } from "./terminal-text.js";
import { valueText } from "./value-text.js";

/** Names and values, one pair a line; numbers stand under each other, right-aligned. */
export function factsText(facts: readonly (readonly [string, string | number])[], effects: Effects): string {
  const paint = paintFor(effects.stdout, effects.env);
  const cells = facts.map(([name, value]) => ({ name, text: cellText(value), right: typeof value === "number" }));
  const nameWidth = Math.max(0, ...cells.map(({ name }) => displayWidth(name)));
  const numberWidth = Math.max(0, ...cells.filter(({ right }) => right).map(({ text }) => text.length));
  return cells
    .map(({ name, text, right }) => {
      const space = " ".repeat(nameWidth - displayWidth(name));
      return `${paint("heading", name)}${space}  ${right ? text.padStart(numberWidth) : text}\n`;
    })
    .join("");
}

function cellText(value: string | number): string {
  return typeof value === "number" ? valueText("count", value) : terminalText(value);
}
