import { contextWords } from "./finance-words.js";
import type { Token } from "./tokenize.js";

/** Facts about a whole text that help to judge its words. */
export interface TextProfile {
  /** Most words have a capital, as in US headlines, so a capital proves nothing. */
  readonly titleCase: boolean;
  /** Nearly everything is in capitals, so capitals do not mark tickers either. */
  readonly allCaps: boolean;
  /** Whether business words or amounts stand within `reach` tokens of a token. */
  hasContextNear(index: number, reach?: number): boolean;
}

const CONTEXT_REACH = 16;
const SHORT_WORD = 4;
const TITLE_SHARE = 0.6;
const CAPS_SHARE = 0.7;
const FEWEST_WORDS = 1;
const FEWEST_CAPS_WORDS = 4;
const LONG_WORD = 6;
const plainWords = new Set(
  "the to is in on my it of and for this that you we are be by at up do so not all with when just was will buy sell hold get got going what who how now".split(
    " ",
  ),
);

/** Profiles a tokenized text. */
export function profileOf(
  text: string,
  tokens: readonly Token[],
  words: ReadonlySet<string> = contextWords,
): TextProfile {
  let counted = 0;
  let capitals = 0;
  let cased = 0;
  let uppers = 0;
  const context: number[] = [];
  tokens.forEach((token, index) => {
    if (token.casing !== "none" && token.word.length > 1) {
      cased += 1;
      if (token.casing === "upper") uppers += 1;
    }
    if (token.word.length >= SHORT_WORD && !token.opens && token.casing !== "none") {
      counted += 1;
      if (token.casing !== "lower") capitals += 1;
    }
    if (words.has(token.word) || isAmount(text, token)) context.push(index);
  });
  return {
    titleCase: counted < FEWEST_WORDS || capitals / counted >= TITLE_SHARE,
    // A list of tickers is in capitals, too, but has no long words and no grammar.
    allCaps: cased >= FEWEST_CAPS_WORDS && uppers / cased >= CAPS_SHARE && tokens.some(isShouted),
    hasContextNear: (index, reach = CONTEXT_REACH) => {
      const [near, next] = [firstFrom(context, index - reach), firstFrom(context, index + 1)];
      return (context[near] ?? index) < index || (context[next] ?? Infinity) <= index + reach;
    },
  };
}

/** Index of the first number in an ascending list that is not below the bound. */
function firstFrom(ascending: readonly number[], bound: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isShouted({ casing, word }: Token): boolean {
  return casing === "upper" && (word.length >= LONG_WORD || plainWords.has(word));
}

function isAmount(text: string, token: Token): boolean {
  const first = text.charCodeAt(token.start);
  if (first < 48 || first > 57) return false;
  const before = text[token.start - 1];
  return before === "$" || before === "€" || before === "£" || text[token.fullEnd] === "%";
}
