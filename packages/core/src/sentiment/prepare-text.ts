import { MarketDataError } from "../errors.js";
import type { PreparedText } from "./model-input.js";
import { normalisedSpans, type NormalisedText, normaliseText } from "./normalise-text.js";
import type { SentimentTarget, TextSpan, TextToJudge } from "./text-model.js";

/**
 * Normalises a text, finds its target, and maps the positions of other companies. @throws MarketDataError
 * `invalid_text` when the text or the target's name has nothing printable; `details.index` is the given index.
 */
export function prepareText({ text, target, kind }: TextToJudge, index: number): PreparedText {
  const normalised = normaliseText(text);
  if (normalised.text === "") throw new MarketDataError("invalid_text", "The text is empty.", { index, field: "text" });
  const ofKind = kind === undefined ? {} : { kind };
  if (target === undefined) return { text: normalised.text, name: null, mentions: [], others: [], ...ofKind };

  const name = normaliseText(target.name).text;
  if (name === "") throw new MarketDataError("invalid_text", "The target is empty.", { index, field: "target" });
  const mentions = mentionsOf(normalised, name, target);
  const others = normalisedSpans(normalised, target.others ?? []).filter((other) =>
    mentions.every(({ start, end }) => other.end <= start || other.start >= end),
  );
  return { text: normalised.text, name, mentions, others, ...ofKind };
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

const TICKER = /^[A-Z0-9.-]{1,5}$/;

/**
 * Where any of `names` stands in a normalised text, as whole words in any case, a `$` before included; sorted and disjoint,
 * longer names first. Short all-capital names ("IT", "NOW", "ON") count only in capitals or after a `$`, unless nothing at
 * all is found that way: then any case will do. Empty when the text does not hold them.
 */
export function findMentions(text: string, names: readonly string[]): TextSpan[] {
  const known = [...new Set(names)]
    .filter((name) => name !== "")
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (known.length === 0) return [];
  const strict = search(text, known).filter(({ start, end }) => {
    const surface = text.slice(start, end);
    if (surface.startsWith("$")) return true;
    return known.some((name) => (TICKER.test(name) ? surface === name : sameInAnyCase(surface, name)));
  });
  return strict.length > 0 ? strict : search(text, known);
}

function search(text: string, names: readonly string[]): TextSpan[] {
  const anyName = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])\\$?(?:${anyName})(?![\\p{L}\\p{N}_])`, "giu");
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function sameInAnyCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
