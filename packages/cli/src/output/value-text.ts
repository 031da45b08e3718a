import { sparkline } from "./sparkline.js";
import { terminalText } from "./terminal-text.js";

/** Shown where there is no value. */
export const NOTHING = "–";

/** Scores with a direction, whose sign matters. */
const directed = /^(?:sentiment|model)_score$/;
/** An instant on the wire; minutes are enough for people. */
const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/;

/** A wire value as a person reads it; the name of its field decides how many decimals it has. */
export function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  if (typeof value === "number") return numberText(name, value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return terminalText(value.replace(instant, "$1 $2Z"));
  if (!Array.isArray(value)) return NOTHING;
  if (value.length === 0) return NOTHING;
  if (value.every((item) => typeof item === "number")) return sparkline(value);
  return terminalText(value.map(String).join(", "));
}

function numberText(name: string, value: number): string {
  if (name === "buzz_score") return value.toFixed(1);
  if (directed.test(name)) return `${value > 0 ? "+" : ""}${value.toFixed(3)}`;
  if (name.endsWith("_score")) return value.toFixed(3);
  if (/price|liquidity|volume|_usd$/.test(name)) return grouped(value.toFixed(2));
  return Number.isInteger(value) ? grouped(String(value)) : String(value);
}

/** Thousands apart, the same in every locale. */
function grouped(digits: string): string {
  return digits.replaceAll(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}
