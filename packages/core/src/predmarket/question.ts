import type { z } from "zod";
import type { marketTypeSchema } from "../schema/fields.js";

/** Kind of question as it is shown. */
export type MarketType = z.infer<typeof marketTypeSchema>;

/** What an outcome means for the share: 1 bullish, −1 bearish, 0 neither or unknown. */
export type Polarity = 1 | -1 | 0;

/**
 * Which no-view reference a question has.
 *
 * - `even`: 0.5 (up or down, earnings).
 * - `close`, `touch`, `range`: from the share's price, the strike and the time left.
 * - `drift`: its own opening price (one-off events with a direction: index changes, bankruptcy, all-time high).
 * - `none`: unclassified, counts as activity only.
 */
export type QuestionForm = "even" | "close" | "touch" | "range" | "drift" | "none";

/** The meaning of a question, read from its words alone. */
export interface QuestionReading {
  readonly type: MarketType;
  readonly form: QuestionForm;
  /** Of the first outcome; 0 for a range, whose direction depends on the share's price. */
  readonly polarity: Polarity;
  /** Side of a touch: 1 when the price has to rise to the strike, −1 when it has to fall; 0 for other forms. */
  readonly barrier: Polarity;
  /** Share price that the question names, USD; the lower one of a range. */
  readonly strike: number | null;
  readonly upperStrike: number | null;
}

/** The words of a market. */
export interface QuestionText {
  readonly question: string;
  /** As the source lists them; empty when unknown. */
  readonly outcomes: readonly string[];
  /** Rung of a ladder, such as `$170–$180` or `↓ $150`; empty without. */
  readonly rung: string;
}

const money = String.raw`\$?\s?(\d[\d,]*(?:\.\d+)?)(?!\s?%)\s?(k|m|b|bn|t|million|billion|trillion)?\b`;
const dollars = new RegExp(
  String.raw`\$\s?(\d[\d,]*(?:\.\d+)?)\s?(k|m|b|bn|t|million|billion|trillion)?(?![\w%])`,
  "i",
);
const rangeText = new RegExp(String.raw`between\s+${money}\s*(?:and|-|–|to)\s*${money}`, "i");
const rungRange = new RegExp(
  String.raw`^\s*\$\s?(\d[\d,]*(?:\.\d+)?)\s*(?:-|–|—|to)\s*\$?\s?(\d[\d,]*(?:\.\d+)?)\s*$`,
  "i",
);

const negation = /\b(?:not|n't|never|fail(?:s)? to|avoid(?:s)?)\b/;
const results = /\b(?:earnings|eps|estimates?|consensus|revenue|expectations|forecasts?|quarterly results)\b/;
const beats = /\b(?:beat|beats|exceeds?|tops?|surpass(?:es)?|outperforms?|above|over|more than|greater than)\b/;
const misses = /\b(?:miss|misses|below|under|less than|falls? short)\b/;
const spoken = /\b(?:say|says|mention|mentions|said)\b|\bearnings call\b/;
const closes =
  /\b(?:close|closes|closing|finish|finishes|end|ends|settle|settles|be|trade|trades|trading|open|opens)\b/;
const above = /\b(?:above|over|higher than|greater than|at or above|at least|more than)\b/;
const below = /\b(?:below|under|lower than|less than|at or below|at most)\b/;
const falls =
  /\b(?:dips?|falls?|drops?|sinks?|declines?|crash(?:es)?|plunges?|slides?|tumbles?)\s+(?:to|below|under)\b|\bhits?\s*\(low\)|↓/;
const rises =
  /\b(?:rises?|climbs?|jumps?|rally|rallies|gets?|goes?|moves?)\s+(?:to|above|over)\b|\b(?:hits?|reach(?:es)?|touch(?:es)?|surpass(?:es)?|cross(?:es)?|exceeds?|tops?)\b|↑/;
const good =
  /\ball[- ]time high\b|\brecord high\b|\b(?:largest|biggest|most valuable|#1) company\b|\b(?:be )?(?:added to|join|joins|included in)\b.{0,200}\b(?:index|s&p|nasdaq|dow|djia|russell|ftse)\b|\b(?:stock|share) split\b/;
const bad =
  /\bbankrupt(?:cy)?\b|\bchapter 11\b|\bdelist(?:ed|ing)?\b|\b(?:removed|dropped|deleted) from\b.{0,200}\b(?:index|s&p|nasdaq|dow|djia|russell|ftse)\b|\breverse (?:stock |share )?split\b/;

const unclassified: QuestionReading = {
  type: "other",
  form: "none",
  polarity: 0,
  barrier: 0,
  strike: null,
  upperStrike: null,
};

/**
 * Kind, direction and strike of a question. The first pattern that fits decides; what fits none is `other` without a
 * direction. A negated question ("fail to", "not") has the opposite direction.
 */
export function readQuestion({ question, outcomes, rung }: QuestionText): QuestionReading {
  const text = question.toLowerCase().replaceAll(/[‘’]/g, "'");
  const first = outcomes[0]?.trim().toLowerCase() ?? "yes";
  const yes: Polarity = first === "no" || first === "down" ? -1 : 1;
  const flip = negation.test(text) ? -1 : 1;
  const signed = (sign: 1 | -1): Polarity => (sign * yes * flip) as Polarity;

  const isUpDown =
    /\bup or down\b/.test(text) ||
    (outcomes.length === 2 && outcomes.every((name) => /^(?:up|down)$/i.test(name.trim())));
  if (isUpDown) return { ...unclassified, type: "up_down", form: "even", polarity: yes };
  if (results.test(text)) {
    if (spoken.test(text)) return unclassified;
    if (misses.test(text)) return { ...unclassified, type: "earnings", form: "even", polarity: signed(-1) };
    if (beats.test(text)) return { ...unclassified, type: "earnings", form: "even", polarity: signed(1) };
    return { ...unclassified, type: "earnings" };
  }
  if (bad.test(text)) return { ...unclassified, form: "drift", polarity: signed(-1) };
  if (good.test(text)) return { ...unclassified, form: "drift", polarity: signed(1) };
  const range = rangeOf(text, rung);
  if (range !== null)
    return flip === -1 || yes === -1
      ? { ...unclassified, type: "close_above" }
      : { ...unclassified, type: "close_above", form: "range", ...range };
  const strike = strikeOf(text, rung);
  if (!dollars.test(text) && strike === null) return unclassified;
  if (falls.test(text) || rung.includes("↓")) return touch(signed(-1), -1, strike);
  if (closes.test(text) && above.test(text))
    return { ...unclassified, type: "close_above", form: "close", polarity: signed(1), strike };
  if (closes.test(text) && below.test(text))
    return { ...unclassified, type: "close_above", form: "close", polarity: signed(-1), strike };
  if (rises.test(text) || rung.includes("↑")) return touch(signed(1), 1, strike);
  return unclassified;
}

function touch(polarity: Polarity, barrier: Polarity, strike: number | null): QuestionReading {
  return { ...unclassified, type: "hit_target", form: "touch", polarity, barrier, strike };
}

function rangeOf(text: string, rung: string): { strike: number; upperStrike: number } | null {
  const parts = rangeText.exec(text);
  const [low, high] =
    parts === null
      ? [rungRange.exec(rung)?.[1], rungRange.exec(rung)?.[2]]
      : [priceOf(parts[1], parts[2]), priceOf(parts[3], parts[4])];
  if (low == null || high == null) return null;
  const [strike, upperStrike] = [numberOf(String(low)), numberOf(String(high))];
  return strike > 0 && upperStrike > strike ? { strike, upperStrike } : null;
}

/** The share price in the words; a company's whole value ("$5T") is not one. */
function strikeOf(text: string, rung: string): number | null {
  for (const source of [text, rung]) {
    const found = dollars.exec(source);
    if (found === null) continue;
    const price = priceOf(found[1], found[2]);
    if (price !== null) return price;
  }
  return null;
}

function priceOf(digits: string | undefined, unit: string | undefined): number | null {
  if (digits === undefined || (unit !== undefined && unit.toLowerCase() !== "k")) return null;
  const value = numberOf(digits) * (unit === undefined ? 1 : 1000);
  return value > 0 ? value : null;
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(",", ""));
}
