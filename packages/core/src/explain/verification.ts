import type { ExplainRules } from "../namespaces/define.js";
import { foldedKey, rootTicker } from "../subjects/asset-key.js";
import type { Asset } from "../subjects/asset.js";
import type { AssetDirectory } from "../subjects/directory.js";

/** Knows which other assets a written ticker may mean. */
export interface RivalReadings {
  /** Keys of other companies or tokens that share the ticker, in key order. */
  of(asset: Asset): readonly string[];
}

/**
 * Rival readings over the reference graph. Other listings of the same company are no rivals; imported rows are not either:
 * lists of exchanges hold every three letters there are.
 */
export function rivalReadings(stocks: AssetDirectory, tokens: AssetDirectory): RivalReadings {
  const byTicker = new Map<string, Asset[]>();
  const all = [...stocks.all().filter(({ origin }) => origin === "built_in"), ...tokens.all()];
  for (const asset of all) {
    const ticker = rootTicker(asset.key);
    const known = byTicker.get(ticker);
    if (known === undefined) byTicker.set(ticker, [asset]);
    else known.push(asset);
  }
  const company = (asset: Asset) => foldedKey(asset.primary ?? asset.key);
  return {
    of: (asset) =>
      (byTicker.get(rootTicker(asset.key)) ?? [])
        .filter((other) => (other.type === "token") !== (asset.type === "token") || company(other) !== company(asset))
        .map(({ key }) => key)
        .sort(),
  };
}

/**
 * SQL condition on a mention row: its own text shows that it is about the asset. What only the thread or the feed says
 * is not shown by the text; a ticker with a rival reading is no proof, the company's name is.
 */
export function verifiedCondition(rules: ExplainRules, rivals: readonly string[]): string {
  const named = ["name", "alias", "exchange_ticker"].map((kind) => `evidence LIKE '%${kind}%'`).join(" OR ");
  const conditions = ["NOT inherited", "mention_at IS NOT NULL", `relevance >= ${rules.leastRelevance}`];
  if (rules.namedWhenAmbiguous && rivals.length > 0) conditions.push(`(${named})`);
  return conditions.join(" AND ");
}

/** Words addressed to a machine that reads the text, not to people. */
const orders = [
  /\b(?:ignore|disregard|forget|override) (?:all |any |the |your |these |those )*(?:previous|prior|above|earlier|preceding|other) (?:\w+ )?(?:instructions?|prompts?|rules?|directions?|text|evidence|context)/,
  /\b(?:system|developer) (?:prompt|message)\b/,
  /\byou are (?:now )?(?:an? )?(?:\w+ )?(?:assistant|language model|chat ?bot|llm|ai model)\b/,
  /\b(?:respond|reply|answer|output|write|say|print) (?:only |exactly |just )*(?:with|that|this|the following)\b.{0,40}[:"'“]/,
  /<\|?\/?(?:system|assistant|user|im_start|im_end|inst)\b|\[\/?inst\]|```|^\s*(?:system|assistant|user)\s*:/,
  /\b(?:new|updated|real) (?:instructions?|task)\b\s*:/,
  /\b(?:do not|don't) (?:use|mention|cite|follow) the (?:evidence|instructions|data)\b/,
];

/** Paid and promotional texts, which are not anyone's view of the company. */
const promotions = [
  /\b(?:shareholder|investor) (?:alert|notice|reminder)\b/,
  /\b(?:law firm|rights firm|rosen law|pomerantz|levi & korsinsky|bragar|hagens berman)\b/,
  /\bencouraged to (?:contact|inquire)\b|\blead plaintiff\b|\blosses (?:over|in excess of)\b/,
  /\bsponsored\b\s*:|\bpaid promotion\b|\bcommission-free\b|\bfree (?:newsletter|alerts?)\b|\blink in bio\b|\bjoin (?:my|our|before)\b|\bmy subscribers\b/,
  /\bmarket to reach\b.{0,200}\bby 20\d\d\b|\bbest workplaces\b/,
  /\bi am a bot\b|\bautomated signal\b|\bunusual volume alert\b|\bbest .{1,30} (?:calls|picks) on this app\b/,
];

/** A text with at least this many different cashtags is a list and about none of them. */
const LISTED_CASHTAGS = 5;

/** Why a text is not counted as an opinion; null when it is. */
export type Unfitness = "instruction" | "promotion" | null;

/** Recognises advertisements, and texts that instruct a reading machine. */
export function unfitness(text: string): Unfitness {
  const lower = text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
  if (orders.some((pattern) => pattern.test(lower))) return "instruction";
  if (new Set(lower.match(/\$[a-z][a-z.-]{0,6}\b/g)).size >= LISTED_CASHTAGS) return "promotion";
  return promotions.some((pattern) => pattern.test(lower)) ? "promotion" : null;
}
