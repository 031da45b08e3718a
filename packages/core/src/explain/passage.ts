import { excerpt } from "../schema/excerpt.js";

/** The headline or sentence of a text that names the asset. */
export interface Passage {
  readonly text: string;
  /** Where the passage begins in title, line end, body; UTF-16. */
  readonly start: number;
}

/** Longest part of a text that is read as one passage. */
const PASSAGE_CHARS = 280;
const sentenceEnd = /[.!?…]["”')\]]?\s+(?=\S)|\n+/g;

/**
 * The title when the asset is named there, else the sentence of the body that names it, at most 280 UTF-16 units.
 *
 * @param mentionAt Where title, line end, body name the asset first.
 */
export function passageOf(title: string | null, body: string | null, mentionAt: number): Passage {
  const head = title ?? "";
  if (mentionAt < head.length) return { text: head, start: 0 };
  const text = body ?? "";
  const base = head === "" ? 0 : head.length + 1;
  const at = Math.min(Math.max(0, mentionAt - base), text.length);
  let from = 0;
  let to = text.length;
  for (const { index, 0: gap } of text.matchAll(sentenceEnd)) {
    if (index + gap.length <= at) from = index + gap.length;
    else if (index >= at) {
      to = index + gap.trimEnd().length;
      break;
    }
  }
  if (to - from > PASSAGE_CHARS) {
    from = Math.max(from, at - PASSAGE_CHARS / 2);
    const space = text.indexOf(" ", from);
    if (from > 0 && space >= 0 && space < at) from = space + 1;
    to = Math.min(to, from + PASSAGE_CHARS);
    const lastSpace = text.lastIndexOf(" ", to);
    if (to < text.length && lastSpace > at) to = lastSpace;
  }
  return { text: text.slice(from, to), start: base + from };
}

/** The text on one line, without control characters, formatting marks, addresses and double quotation marks, for a quotation. */
export function quotable(text: string): string {
  return text
    .replaceAll(/\[([^\]\n]*)\]\([^)\s]*\)/g, "$1")
    .replaceAll(/https?:\/\/\S+|\S*\]\(\S*/g, " ")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, (found) => (found === "\u200d" ? found : " "))
    .replaceAll(/[“”„«»"]/g, "'")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** At most `maxChars` UTF-16 units, cut at a word and marked as cut, without a comma or the like before the mark. */
export function shortened(text: string, maxChars: number): string {
  return excerpt(text, maxChars, /[\s,;:–-]+$/);
}
