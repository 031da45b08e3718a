/** Words by which a text speaks to a machine that reads it, not to people. */
const orders = [
  /\b(?:ignore|disregard|forget|override) (?:all |any |the |your |these |those )*(?:previous|prior|above|earlier|preceding|other) (?:\w+ )?(?:instructions?|prompts?|rules?|directions?|text|evidence|context)/,
  /\b(?:system|developer) (?:prompt|message)\b/,
  /\byou are (?:now )?(?:an? )?(?:\w+ )?(?:assistant|language model|chat ?bot|llm|ai model)\b/,
  /\b(?:respond|reply|answer|output|write|say|print) (?:only |exactly |just )*(?:with|that|this|the following)\b.{0,40}[:"'“]/,
  /<\|?\/?(?:system|assistant|user|im_start|im_end|inst)\b|\[\/?inst\]|```|^\s*(?:system|assistant|user)\s*:/,
  /\b(?:new|updated|real) (?:instructions?|task)\b\s*:/,
  /\b(?:do not|don't) (?:use|mention|cite|follow) the (?:evidence|instructions|data)\b/,
];

/** Paid and promotional texts: nobody's view of the company. */
const promotions = [
  /\b(?:shareholder|investor) (?:alert|notice|reminder)\b/,
  /\b(?:law firm|rights firm|rosen law|pomerantz|levi & korsinsky|bragar|hagens berman)\b/,
  /\bencouraged to (?:contact|inquire)\b|\blead plaintiff\b|\blosses (?:over|in excess of)\b/,
  /\bsponsored\b\s*:|\bpaid promotion\b|\bcommission-free\b|\bfree (?:newsletter|alerts?)\b|\blink in bio\b|\bjoin (?:my|our|before)\b|\bmy subscribers\b/,
  /\bmarket to reach\b.{0,200}\bby 20\d\d\b|\bbest workplaces\b/,
  /\bi am a bot\b|\bautomated signal\b|\bunusual volume alert\b|\bbest .{1,30} (?:calls|picks) on this app\b/,
];

/** From so many different cashtags on, a text is a list, not about any of them. */
const LISTED_CASHTAGS = 5;

/** Why a text cannot stand for what people say; null when it can. */
export type Unfitness = "instruction" | "promotion" | null;

/** Tells texts that give orders to a reading machine, and advertisements, from the rest. */
export function unfitness(text: string): Unfitness {
  const lower = text
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "")
    .toLowerCase();
  if (orders.some((pattern) => pattern.test(lower))) return "instruction";
  if (new Set(lower.match(/\$[a-z][a-z.-]{0,6}\b/g)).size >= LISTED_CASHTAGS) return "promotion";
  return promotions.some((pattern) => pattern.test(lower)) ? "promotion" : null;
}
