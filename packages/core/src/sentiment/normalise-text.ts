import type { TextSpan } from "./text-model.js";

/** A text as the model reads it. `offsets[i]` is the raw UTF-16 offset that normalised UTF-16 unit `i` came from; it never falls. */
export interface NormalisedText {
  readonly text: string;
  readonly offsets: readonly number[];
}

const ADDRESS = /[hH][tT][tT][pP][sS]?:\/\/[!-~]+/g;
// Listed rather than `\s`: the training code is Python, whose white space differs from JavaScript's.
const SPACES = new Set("\t\n\v\f\r \x1c\x1d\x1e\x1f\x85\u2028\u2029");
const SPACE = /\p{Zs}/u;
const DROPPED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;
const BLANK_START = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Co}]+/u;

/** The text without what {@link normaliseText} drops at its beginning; empty exactly when that would leave nothing. */
export function withoutBlankStart(text: string): string {
  return text.replace(BLANK_START, "");
}

/**
 * Prepares a text exactly as in training: web addresses dropped, each code point NFKC on its own (so offsets stay exact),
 * control, format, private-use and lone surrogate code points dropped, runs of white space made one space, ends trimmed.
 * A text that is nothing but addresses keeps them. Empty when nothing printable is left.
 */
export function normaliseText(raw: string): NormalisedText {
  const stripped = raw.replace(ADDRESS, (address) => " ".repeat(address.length));
  const result = collapse(stripped);
  return result.text === "" && stripped !== raw ? collapse(raw) : result;
}

function collapse(raw: string): NormalisedText {
  const offsets: number[] = [];
  let text = "";
  let at = 0;
  let open = false; // whether a word has begun since the last space; asking the growing string would flatten it each time
  for (const symbol of raw) {
    const piece = symbol < "\x7f" ? symbol : symbol.normalize("NFKC");
    for (const char of piece) {
      if (isSpace(char)) {
        if (open) {
          text += " ";
          offsets.push(at);
        }
        open = false;
      } else if (!isDropped(char)) {
        text += char;
        open = true;
        for (let unit = 0; unit < char.length; unit++) offsets.push(at);
      }
    }
    at += symbol.length;
  }
  if (open || text === "") return { text, offsets };
  return { text: text.slice(0, -1), offsets: offsets.slice(0, -1) };
}

function isSpace(char: string): boolean {
  return char === " " || ((char < " " || char > "~") && (SPACES.has(char) || SPACE.test(char)));
}

function isDropped(char: string): boolean {
  return (char < " " || char > "~") && DROPPED.test(char);
}

/** Raw spans as spans of the normalised text: sorted, disjoint, without outer spaces; spans that hold nothing are left out. */
export function normalisedSpans(normalised: NormalisedText, spans: readonly TextSpan[]): TextSpan[] {
  const { text, offsets } = normalised;
  const found: TextSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    let start = firstAtLeast(offsets, span.start);
    let end = firstAtLeast(offsets, span.end);
    while (start < end && text[start] === " ") start++;
    while (end > start && text[end - 1] === " ") end--;
    if (start < end && start >= (found.at(-1)?.end ?? 0)) found.push({ start, end });
  }
  return found;
}

function firstAtLeast(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((offsets[middle] ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
