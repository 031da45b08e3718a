import { foldText } from "../subjects/fold-text.js";

/** Capitals of a word. `none`: digits and scripts without case. */
export type Casing = "lower" | "capital" | "upper" | "mixed" | "none";

/**
 * What separates a token from the one before: only a space, a joining sign, a comma, an opening bracket after which a
 * name may continue, or something that no name crosses.
 */
export type Gap = "start" | "space" | "hyphen" | "dot" | "abbreviation" | "comma" | "break";

/** One word of a text. Offsets are UTF-16 and exclude a possessive ending. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** End including a possessive `'s`. */
  readonly fullEnd: number;
  /** Lower case, accents removed; `&` is `and`. */
  readonly word: string;
  readonly casing: Casing;
  readonly gap: Gap;
  readonly possessive: boolean;
  /** Whether it begins the text or a sentence, where a capital says nothing. */
  readonly opens: boolean;
}

const APOSTROPHES = new Set(["'", "’", "‘", "ʼ", "`"]);
const HYPHENS = new Set(["-", "‐", "‑"]);
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;
const SENTENCE_END = /[.!?:;…\n•|]|--|[–—]/;
const QUOTES = /["“”«»*_]/g;
const SHORT_WORD = 4;

/** Splits a text into words. Never throws; lone surrogates and control characters count as separators. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let gapStart = 0;
  while (at < text.length) {
    const width = wordWidth(text, at);
    const isAnd = width === 0 && text[at] === "&";
    if (width === 0 && !isAnd) {
      at += 1;
      continue;
    }
    const start = at;
    at += isAnd ? 1 : width;
    if (!isAnd) at = endOfWord(text, at);
    const fullEnd = isAnd ? at : endOfPossessive(text, at);
    const surface = text.slice(start, at);
    const previous = tokens.at(-1);
    const between = text.slice(gapStart, start);
    const gap = previous === undefined ? "start" : gapOf(between, previous);
    tokens.push({
      start,
      end: at,
      fullEnd,
      word: isAnd ? "and" : foldText(surface),
      casing: isAnd ? "none" : casingOf(surface),
      gap,
      possessive: fullEnd > at,
      opens: gap === "start" || (gap === "break" && SENTENCE_END.test(between)),
    });
    at = fullEnd;
    gapStart = fullEnd;
  }
  return tokens;
}

function wordWidth(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) {
    const isWord = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
    return isWord ? 1 : 0;
  }
  const point = text.codePointAt(at) ?? 0;
  const character = String.fromCodePoint(point);
  return WORD_CHARACTER.test(character) ? character.length : 0;
}

/** Takes letters and digits, and an apostrophe between two letters when it is not a possessive (`L'Oréal`, `O'Reilly`). */
function endOfWord(text: string, from: number): number {
  let at = from;
  for (;;) {
    const width = wordWidth(text, at);
    if (width === 0) return at;
    at += width;
  }
}

function endOfPossessive(text: string, at: number): number {
  if (!APOSTROPHES.has(text[at] ?? "")) return at;
  const letter = text[at + 1];
  if ((letter === "s" || letter === "S") && wordWidth(text, at + 2) === 0) return at + 2;
  const last = text[at - 1];
  // A plural possessive, as in "Holdings' results". A closing quote looks the same and does no harm.
  return (last === "s" || last === "S") && text[at + 1] === " " ? at + 1 : at;
}

function gapOf(between: string, previous: Token): Gap {
  if (between === " " || between === "") return "space";
  const plain = between.replace(QUOTES, "").trim();
  if (plain === "") return between.includes("\n") ? "break" : "space";
  if (plain.length > 1) return "break";
  const spaced = /\s/.test(between);
  if (APOSTROPHES.has(plain)) return spaced ? "break" : "space";
  if (HYPHENS.has(plain)) return spaced ? "break" : "hyphen";
  if (plain === ".") {
    if (!spaced) return "dot";
    return previous.end - previous.start < SHORT_WORD && previous.casing !== "lower" ? "abbreviation" : "break";
  }
  if (plain === "!") return spaced ? "break" : "dot";
  if (plain === ",") return spaced ? "comma" : "break";
  return "break";
}

function casingOf(surface: string): Casing {
  const lower = surface.toLowerCase();
  const upper = surface.toUpperCase();
  if (lower === upper) return "none";
  if (surface === upper) return surface.length === 1 ? "capital" : "upper";
  if (surface === lower) return "lower";
  const rest = surface.slice(1);
  return rest === rest.toLowerCase() ? "capital" : "mixed";
}
