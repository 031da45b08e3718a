import { MarketDataError } from "../errors.js";
import { findMentions } from "./find-mentions.js";
import type { PreparedText } from "./model-input.js";
import { type NormalisedText, normalisedSpans, normaliseText } from "./normalise-text.js";
import type { SentimentTarget, TextSpan, TextToJudge } from "./text-model.js";

/**
 * Normalises a text, finds its target and carries the other companies' places over. @throws MarketDataError `invalid_text` when the text, or the target's name, holds
 * nothing printable; `details.index` is the given index.
 */
export function prepareText({ text, target }: TextToJudge, index: number): PreparedText {
  const normalised = normaliseText(text);
  if (normalised.text === "") throw new MarketDataError("invalid_text", "The text is empty.", { index, field: "text" });
  if (target === undefined) return { text: normalised.text, name: null, mentions: [], others: [] };

  const name = normaliseText(target.name).text;
  if (name === "") throw new MarketDataError("invalid_text", "The target is empty.", { index, field: "target" });
  const mentions = mentionsOf(normalised, name, target);
  const others = normalisedSpans(normalised, target.others ?? []).filter((other) =>
    mentions.every(({ start, end }) => other.end <= start || other.start >= end),
  );
  return { text: normalised.text, name, mentions, others };
}

function mentionsOf(normalised: NormalisedText, name: string, target: SentimentTarget): TextSpan[] {
  const linked = normalisedSpans(normalised, target.spans ?? []);
  if (linked.length > 0) return linked;
  const names = [name, ...(target.aliases ?? []).map((alias) => normaliseText(alias).text)];
  // A target given as a cashtag is found with and without its `$`.
  return findMentions(
    normalised.text,
    names.map((n) => n.replace(/^\$(?=.)/, "")),
  );
}
