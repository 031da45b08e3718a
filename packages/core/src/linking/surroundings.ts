import { tradedThings, tradingRelations, tradingVerbs } from "./market-slang.js";
import type { Token } from "./tokenize.js";

/** Signs of a ticker directly around a spelling, strongest first. */
export interface Surroundings {
  /** An option's notation: `420c`, `150 calls`, `400/395p`. */
  readonly strike: boolean;
  /** "calls", "shares", "earnings" after it; "puts on", "shares of" before it. */
  readonly thing: boolean;
  /** "bought 100", "sold my", "long" before it. */
  readonly verb: boolean;
  /** Movements of prices: "to the moon", "to 400", "at 20", "up 9%", "is down". */
  readonly move: boolean;
  /** A rocket or a similar emoji beside it. */
  readonly emoji: boolean;
}

/** Words that a style looks for beside a spelling. */
export interface SideWords {
  readonly things: ReadonlySet<string>;
}

const STRIKE = /^\d+(?:\.\d+)?[cp]$/i;
const NUMBER = /^\d+(?:\.\d+)?[kx]?$/i;
const OPTION = new Set(["c", "p", "call", "calls", "put", "puts", "leaps", "leap", "strike"]);
const BETWEEN = new Set([
  "my",
  "more",
  "some",
  "of",
  "the",
  "a",
  "few",
  "your",
  "his",
  "all",
  "into",
  "on",
  "in",
  "any",
  "our",
  "these",
]);
const PREPOSITIONS = new Set(["on", "of", "in", "into", "for"]);
const MOVES = new Set(
  "up down red green flat mooning tanking ripping drilling dumping pumping squeezing crashing".split(" "),
);
const AUXILIARIES = new Set(
  "is was are will gonna going looks just hit hits broke breaks closed opened went goes".split(" "),
);
const EMOJI = /[🚀🌙🌕🌝💎🙌🦍📈📉🔥]/u;
const EMOJI_REACH = 4;
const LEAD_REACH = 3;

/** Looks at a few tokens on both sides of tokens `from` to `to`. */
export function lookAround(
  text: string,
  tokens: readonly Token[],
  from: number,
  to: number,
  { things }: SideWords = { things: tradedThings },
): Surroundings {
  const first = tokens[from];
  const last = tokens[to - 1];
  const next = adjoining(tokens[to]);
  const second = next === undefined ? undefined : adjoining(tokens[to + 1]);
  const previous = first === undefined || first.gap === "break" || first.gap === "start" ? undefined : tokens[from - 1];
  const beforePrevious =
    previous === undefined || previous.gap === "break" || previous.gap === "start" ? undefined : tokens[from - 2];
  const strikeAfter =
    next !== undefined &&
    (STRIKE.test(next.word) ||
      (NUMBER.test(next.word) && second !== undefined && (OPTION.has(second.word) || STRIKE.test(second.word))));
  const strikeBefore =
    previous !== undefined &&
    STRIKE.test(previous.word) &&
    !/^\d{1,2}p$/i.test(previous.word) &&
    first?.gap === "space";
  const relation =
    previous !== undefined &&
    PREPOSITIONS.has(previous.word) &&
    beforePrevious !== undefined &&
    (tradingRelations.has(beforePrevious.word) || things.has(beforePrevious.word));
  return {
    strike: strikeAfter || strikeBefore || isSpread(text, tokens, to),
    thing: (next !== undefined && things.has(next.word)) || relation,
    verb: hasVerb(tokens, from),
    move: isMove(text, next, second),
    emoji:
      first !== undefined &&
      last !== undefined &&
      (EMOJI.test(text.slice(Math.max(0, first.start - EMOJI_REACH), first.start)) ||
        EMOJI.test(text.slice(last.fullEnd, last.fullEnd + EMOJI_REACH))),
  };
}

function adjoining(token: Token | undefined): Token | undefined {
  return token !== undefined && token.gap === "space" ? token : undefined;
}

/** "SPY 400/395 put spread". */
function isSpread(text: string, tokens: readonly Token[], to: number): boolean {
  const next = adjoining(tokens[to]);
  return (
    next !== undefined && /^\$?\d+(?:\.\d+)?\/\$?\d+(?:\.\d+)?[cp]?\b/i.test(text.slice(next.start, next.start + 20))
  );
}

function hasVerb(tokens: readonly Token[], from: number): boolean {
  for (let back = 1; back <= LEAD_REACH; back += 1) {
    const gap = tokens[from - back + 1]?.gap;
    if (gap === "break" || gap === "start" || (gap === "comma" && back === 1)) return false;
    const token = tokens[from - back];
    if (token === undefined) return false;
    if (tradingVerbs.has(token.word)) return true;
    if (!BETWEEN.has(token.word) && !tradedThings.has(token.word) && !NUMBER.test(token.word)) return false;
  }
  return false;
}

function isMove(text: string, next: Token | undefined, second: Token | undefined): boolean {
  if (next === undefined) return false;
  if (MOVES.has(next.word)) return true;
  if (second === undefined) return NUMBER.test(next.word);
  if (
    next.word === "to" ||
    next.word === "at" ||
    next.word === "under" ||
    next.word === "over" ||
    next.word === "above"
  )
    return (
      NUMBER.test(second.word) ||
      second.word === "zero" ||
      /^the moon\b/i.test(text.slice(second.start, second.start + 9)) ||
      second.word === "mars"
    );
  if (AUXILIARIES.has(next.word))
    return (
      MOVES.has(second.word) ||
      NUMBER.test(second.word) ||
      ["going", "dead", "gonna", "trading", "undervalued", "overvalued", "cheap"].includes(second.word)
    );
  return NUMBER.test(next.word);
}
