import type { CitedMention, Evidence, Lean, Topic } from "./evidence.js";
import { counted, countText, dayText, listed, quoted } from "./sentence-parts.js";
import type { EvidenceWords, ExplanationWriter } from "./writer.js";

/** Name and version of the built-in writer. A change of wording needs a new version. */
export const BUILT_IN_MODEL = "evidence-writer-1.1";

/** Writes explanations by rules: every number, name and cause comes from the evidence. */
export function builtInWriter(): ExplanationWriter {
  return {
    model: BUILT_IN_MODEL,
    write: (evidence, { words }) =>
      Promise.resolve({ text: composeExplanation(evidence, words), model: BUILT_IN_MODEL, isStandIn: false }),
    close: () => Promise.resolve(),
  };
}

/** Two sentences: how much talk there is and over what; then which way it goes, what else is in it, and the other side. */
export function composeExplanation(evidence: Evidence, words: EvidenceWords): string {
  const lead = leadOf(evidence);
  return `${attentionSentence(evidence, words, lead)} ${directionSentence(evidence, words, lead)}`;
}

function leadOf({ cause, mentions }: Evidence): CitedMention | null {
  return cause === "none" ? null : (mentions.find(({ topic }) => topic === 0) ?? null);
}

function attentionSentence(evidence: Evidence, words: EvidenceWords, lead: CitedMention | null): string {
  const { asset, attention, to } = evidence;
  const named = asset.name === asset.key ? asset.key : `${asset.name} (${asset.key})`;
  const places =
    attention.places === null || words.places === null ? "" : ` in ${counted(attention.places, words.places)}`;
  const much = `${named} was named in ${counted(attention.items, words.items)}${speakers(attention, words)}${places} in the 7 days to ${dayText(to, true)}`;
  return `${much}${comparison(evidence)}${causeClause(evidence, words, lead)}.`;
}

/** Who speaks, as far as it was recorded; a few unknown ones among many known are not worth a clause. */
function speakers({ items, voices, unnamed }: Evidence["attention"], { voices: names }: EvidenceWords): string {
  if (unnamed * 2 <= items) return ` by ${counted(voices, names)}`;
  if (voices === 0) return ` by unrecorded ${names[1]}`;
  return ` by ${counted(voices, names)}, and others unrecorded,`;
}

function comparison({ attention }: Evidence): string {
  const { usualItems, timesUsual, pastDays } = attention;
  if (usualItems === null) return "";
  if (timesUsual === null) return `, after none in the ${pastDays} days before`;
  if (timesUsual >= 1.3) return `, ${timesText(timesUsual)} times its usual week`;
  if (timesUsual <= 0.7) return `, fewer than its usual ${usualItems}`;
  return ", about as many as in a usual week";
}

function timesText(times: number): string {
  return times >= 10 ? countText(Math.round(times)) : String(times);
}

function causeClause(evidence: Evidence, words: EvidenceWords, lead: CitedMention | null): string {
  const [topic] = evidence.topics;
  const noEvent = `; no single event stands out${inTheNews(evidence)}`;
  if (lead === null || topic === undefined) return `${noEvent}${examples(evidence, words)}`;
  const quote = quoted(lead, words);
  if (topic.phrase === null) return `; the story told most often is ${quote}`;
  const phrase =
    topic.borneOutBy.length === 0
      ? topic.phrase
      : `${topic.phrase}, which ${listed(topic.borneOutBy)} ${topic.borneOutBy.length === 1 ? "bears" : "bear"} out`;
  if (evidence.cause === "background") return `${noEvent}, and much of it is about ${phrase}: ${quote}`;
  return evidence.cause === "main"
    ? `, mainly over ${phrase}: ${quote}`
    : `; the clearest event in it is ${phrase}: ${quote}`;
}

/** What the news of the same days tells of, when the talk itself names no event. */
function inTheNews({ elsewhere }: Evidence): string {
  return elsewhere === null ? "" : `, though ${elsewhere.talk} of these days tells of ${elsewhere.phrase}`;
}

/** Without a cause: what the most noticed text says. */
function examples({ mentions }: Evidence, words: EvidenceWords): string {
  const [first] = mentions;
  return first === undefined ? "" : `, the most noticed text being ${quoted(first, words)}`;
}

const leanWords: Readonly<Record<Lean, string>> = {
  positive: "leans positive",
  negative: "leans negative",
  split: "is split",
  neutral: "is mostly neutral",
};

function directionSentence(evidence: Evidence, words: EvidenceWords, lead: CitedMention | null): string {
  const { direction, lean } = evidence;
  const { positivePct, negativePct, judged } = direction;
  if (judged === 0) return `Which way the ${words.talk} leans is not known.`;
  const shares =
    lean === "negative"
      ? `${negativePct}% negative, ${positivePct}% positive`
      : `${positivePct}% positive, ${negativePct}% negative`;
  return `The ${words.talk} ${leanWords[lean]} (${shares})${shift(evidence)}${alsoClause(evidence)}${secondQuote(evidence, words, lead)}.`;
}

/** Only a change of side is worth a clause. */
function shift({ lean, leanBefore }: Evidence): string {
  const opposite =
    (lean === "positive" && leanBefore === "negative") || (lean === "negative" && leanBefore === "positive");
  return opposite ? `, after leaning ${leanBefore} in the weeks before` : "";
}

/** Further events that are more than one text. */
function alsoClause({ topics, cause }: Evidence): string {
  const others = topics
    .slice(cause === "none" ? 0 : 1)
    .filter((topic) => topic.isEvent && topic.stories >= 2 && topic.voices >= 2);
  const phrases = others.flatMap(({ phrase }: Topic) => phrase ?? []).slice(0, 2);
  return phrases.length === 0 ? "" : `, with ${listed(phrases)} also in it`;
}

/**
 * A second quotation: from the other side if the first one speaks for the leading side, else from the leading side. A
 * side with less than a fifth of the opinions is not quoted.
 */
function secondQuote(evidence: Evidence, words: EvidenceWords, lead: CitedMention | null): string {
  const { lean, direction, mentions } = evidence;
  const shown = lead ?? mentions[0] ?? null;
  const leading =
    lean === "negative" || (lean !== "positive" && direction.negativePct > direction.positivePct)
      ? "negative"
      : "positive";
  const trailing = leading === "positive" ? "negative" : "positive";
  const isLeading = shown?.label === leading;
  const side = isLeading ? trailing : leading;
  const sharePct = side === "positive" ? direction.positivePct : direction.negativePct;
  const other = mentions.find((mention) => mention.label === side && mention !== shown);
  if (sharePct < 20 || other === undefined) return "";
  return isLeading ? `; against that stands ${quoted(other, words)}` : `, as in ${quoted(other, words)}`;
}
