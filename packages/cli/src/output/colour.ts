import pico from "picocolors";
import type { TextOutput } from "../effects.js";

/** What a cell means, for its colour. */
export type Tone = "plain" | "heading" | "good" | "bad" | "quiet";

/** Colours a text by its tone. */
export type Paint = (tone: Tone, text: string) => string;

/** Paints only on a terminal, and not where `NO_COLOR` is set or the terminal is `dumb`. */
export function paintFor(output: TextOutput, env: Readonly<Record<string, string | undefined>>): Paint {
  const wanted = output.isTerminal && (env.NO_COLOR ?? "") === "" && env.TERM !== "dumb";
  const colours = pico.createColors(wanted);
  const paints: Record<Tone, (text: string) => string> = {
    plain: (text) => text,
    heading: colours.bold,
    good: colours.green,
    bad: colours.red,
    quiet: colours.dim,
  };
  return (tone, text) => paints[tone](text);
}

const goodWords = new Set(["rising", "positive", "healthy"]);
const badWords = new Set(["falling", "negative", "unhealthy"]);

/** The tone of a wire value: direction of sentiment and of trend, nothing else. */
export function toneOf(name: string, value: unknown): Tone {
  if (value === null || value === undefined) return "quiet";
  if (typeof value === "string") return goodWords.has(value) ? "good" : badWords.has(value) ? "bad" : "plain";
  if (typeof value !== "number" || !name.endsWith("sentiment_score")) return "plain";
  return value > 0 ? "good" : value < 0 ? "bad" : "plain";
}
