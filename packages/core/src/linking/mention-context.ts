import type { AssetLink } from "./asset-link.js";
import type { StyleRules } from "./news-rules.js";
import { lookAround } from "./surroundings.js";
import type { TextProfile } from "./text-profile.js";
import type { Token } from "./tokenize.js";

/** A spelling that may name a company, where the rules and its surroundings leave a doubt. */
export interface DoubtfulSite {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  readonly profile: TextProfile;
  readonly kind: AssetLink["evidence"][number]["kind"];
  /** What the rules say, 0 to 1. */
  readonly score: number;
  readonly style: StyleRules["name"];
  /** How many other companies the text names surely. */
  readonly others: number;
}

/** What a context model knows of a doubtful spelling: names of facts, each true. */
export type ContextFacts = readonly string[];

/** Words on either side that count with their place, and words in a wider reach that count without it. */
const PLACES = 2;
const REACH = 6;
/** Steps of the rules' score. */
const SCORE_STEPS = 20;

/**
 * The facts by which a context model weighs a doubtful spelling: what the rules say, how it is written, the words beside it and
 * near it, and signs of a trade. Never the spelling itself, so that what is learned of one name holds for others.
 */
export function contextFacts(site: DoubtfulSite): ContextFacts {
  const { text, tokens, from, to, profile, kind, style } = site;
  const first = tokens[from];
  const facts = [
    style,
    `${style} ${kind}`,
    `${kind} score ${Math.round(site.score * SCORE_STEPS)}`,
    `${style} ${first?.casing ?? ""}${first?.opens === true ? " opens" : ""}${shapeOf(profile)}`,
    `others ${Math.min(site.others, 2)}`,
    `words ${to - from > 1 ? "several" : "one"}`,
  ];
  if (tokens[to - 1]?.possessive === true) facts.push("possessive");
  if (profile.hasContextNear(from)) facts.push("context");
  for (const [sign, isThere] of Object.entries(lookAround(text, tokens, from, to))) if (isThere) facts.push(sign);
  for (let step = 1; step <= PLACES; step += 1) {
    facts.push(`-${step} ${wordAt(tokens, from - step)}`, `+${step} ${wordAt(tokens, to + step - 1)}`);
  }
  facts.push(`gap ${first?.gap ?? ""}`, `gap after ${tokens[to]?.gap ?? "end"}`);
  facts.push(`-1 ${casingAt(tokens, from - 1)}`, `+1 ${casingAt(tokens, to)}`);
  for (let at = Math.max(0, from - REACH); at < Math.min(tokens.length, to + REACH); at += 1)
    if (at < from || at >= to) facts.push(`near ${wordAt(tokens, at)}`);
  return facts;
}

function shapeOf({ titleCase, allCaps }: TextProfile): string {
  return allCaps ? " in capitals" : titleCase ? " in title case" : "";
}

/** The word of a token, numbers as one; empty beyond the text. */
function wordAt(tokens: readonly Token[], at: number): string {
  const word = tokens[at]?.word ?? "";
  return /^\d/.test(word) ? (/[a-z]$/.test(word) ? "0x" : "0") : word;
}

function casingAt(tokens: readonly Token[], at: number): string {
  return `is ${tokens[at]?.casing ?? "nothing"}`;
}
