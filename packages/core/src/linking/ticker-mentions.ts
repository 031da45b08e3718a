import { exchangeNamed } from "../subjects/exchange.js";
import type { UtcDay } from "../time/utc-day.js";
import type { TickerIndex, TickerOwner } from "./ticker-index.js";
import type { Token } from "./tokenize.js";

/** A spelling in a text that looks like a ticker. */
export interface TickerMention {
  readonly kind: "cashtag" | "exchange_ticker" | "bracketed" | "pair" | "bare";
  /** As written, without `$`: `NVDA`, `BRK.B`. */
  readonly ticker: string;
  readonly start: number;
  readonly end: number;
  /** First token and the token after the last; an exchange's name before the ticker is included. */
  readonly from: number;
  readonly to: number;
  /**
   * Owner of the ticker; null when the table has none. Even then, the ticker shows that a name before it does not mean
   * another owner.
   */
  readonly owner: TickerOwner | null;
  /** Whether the spelling is also an ordinary word. */
  readonly everyday: boolean;
}

const LONGEST_TICKER = 12;
const BRACKETED_TAIL = /^\s*(?:[)\],;/&|]|and\b|or\b)/;
const LIST_GAP = /^\s*(?:,|\/|;|&|\||and|or)\s*$/;
const EXCHANGE_GAP = /^\s*:\s*\$?$/;

/** Options for finding tickers. */
export interface TickerSearch {
  readonly index: TickerIndex;
  /** Whether to accept `tsla` and `Tsla`. */
  readonly anyCase: boolean;
  /** Day of the text; null where it is not known. */
  readonly day: UtcDay | null;
  /** A trading pair that begins at a token (`BTCUSDT`, `BTC/USD`): its end, its last token and its base; or null. */
  readonly pairAt?: (text: string, tokens: readonly Token[], at: number) => TradingPair | null;
}

/** `ETH` of `ETH/USDT`. */
export interface TradingPair {
  readonly base: string;
  readonly end: number;
  readonly to: number;
}

/**
 * All spellings that look like tickers, in text order. Cashtags may be in any case; the others are upper case or
 * digits.
 */
export function findTickerMentions(text: string, tokens: readonly Token[], search: TickerSearch): TickerMention[] {
  const mentions: TickerMention[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const mention = mentionAt(text, tokens, at, mentions.at(-1), search);
    if (mention === null) continue;
    mentions.push(mention);
    at = mention.to - 1;
  }
  return mentions;
}

function mentionAt(
  text: string,
  tokens: readonly Token[],
  at: number,
  previous: TickerMention | undefined,
  { index, anyCase, day, pairAt }: TickerSearch,
): TickerMention | null {
  const token = tokens[at];
  const pair = pairAt?.(text, tokens, at) ?? null;
  if (pair !== null && token !== undefined) {
    const { base: ticker, end, to } = pair;
    return {
      kind: "pair",
      ticker,
      start: token.start,
      end,
      from: at,
      to,
      owner: index.ownerOf(ticker, day),
      everyday: false,
    };
  }
  if (token === undefined || token.end - token.start > LONGEST_TICKER || token.word === "and") return null;
  const before = text[token.start - 1];
  const isCashtag =
    before === "$" && isFreeDollar(text, token.start - 1) && /^[A-Za-z]/.test(text.slice(token.start, token.end));
  if (!isCashtag && !isTickerCase(token)) {
    if (
      !anyCase ||
      token.casing === "mixed" ||
      !index.isWord(token.word) ||
      isPartOfWord(text, token.start, token.fullEnd, true)
    )
      return null;
    const ticker = token.word.toUpperCase();
    return {
      kind: "bare",
      ticker,
      start: token.start,
      end: token.end,
      from: at,
      to: at + 1,
      owner: index.ownerOf(ticker, day),
      everyday: index.isOrdinary(token.word),
    };
  }
  // The exchange in "(LSE:AAF)" is not a ticker, although some exchanges are listed under their own names.
  if (/^\s?:/.test(text.slice(token.end, token.end + 2)) && exchangeNamed(text.slice(token.start, token.end)) !== null)
    return null;
  const { end, to } = extend(text, tokens, at, isCashtag, index);
  const ticker = text.slice(token.start, end);
  const found = (kind: TickerMention["kind"], owner: TickerOwner | null, start = token.start, from = at) => {
    return { kind, ticker, start, end, from, to, owner, everyday: index.isOrdinary(token.word) };
  };
  if (isCashtag) return found("cashtag", index.ownerOf(ticker, day), token.start - 1);

  const last = tokens[at - 1];
  if (last !== undefined && EXCHANGE_GAP.test(text.slice(last.fullEnd, token.start))) {
    const twoWords = tokens[at - 2] === undefined ? "" : text.slice(tokens[at - 2]?.start, last.end);
    const long = twoWords.length <= LONGEST_TICKER ? exchangeNamed(twoWords) : null;
    const exchange = long ?? exchangeNamed(text.slice(last.start, last.end));
    if (exchange !== null && last.casing !== "lower") {
      return found("exchange_ticker", index.ownerOn(exchange, ticker, day), token.start, at - (long === null ? 1 : 2));
    }
  }
  // "BDL:ORCL" names an unknown exchange, so it is no known ticker.
  if (before === ":" || !/[A-Z]/.test(ticker)) return null;
  const goesOn =
    previous !== undefined && previous.kind !== "bare" && previous.kind !== "cashtag" && previous.to === at;
  const isListed = goesOn && LIST_GAP.test(text.slice(previous.end, token.start));
  if ((before === "(" || before === "[" || isListed) && BRACKETED_TAIL.test(text.slice(end, end + 8))) {
    return found("bracketed", index.ownerOf(ticker, day));
  }
  return isPartOfWord(text, token.start, token.possessive ? token.fullEnd : end, anyCase)
    ? null
    : found("bare", index.ownerOf(ticker, day));
}

function isTickerCase(token: Token): boolean {
  return (
    token.casing === "upper" || token.casing === "none" || (token.casing === "capital" && token.end - token.start === 1)
  );
}

/** Takes a share class or an exchange suffix after a dot or hyphen when the longer form is a known key. */
function extend(
  text: string,
  tokens: readonly Token[],
  at: number,
  isCashtag: boolean,
  index: TickerIndex,
): { end: number; to: number } {
  const token = tokens[at];
  const next = tokens[at + 1];
  const short = { end: token?.end ?? 0, to: at + 1 };
  if (token === undefined || next === undefined || token.possessive || next.end - next.start > 3) return short;
  if (next.start - token.end !== 1 || !/[.-]/.test(text[token.end] ?? "") || (!isCashtag && !isTickerCase(next)))
    return short;
  return index.has(text.slice(token.start, next.end)) ? { end: next.end, to: at + 2 } : short;
}

function isFreeDollar(text: string, at: number): boolean {
  const before = text[at - 1];
  // "$AAPL$MSFT" is two cashtags, "US$" is none.
  return (
    before === undefined ||
    !/[\p{L}\p{N}$]/u.test(before) ||
    /\$[A-Za-z][A-Za-z.]*$/.test(text.slice(Math.max(0, at - 8), at))
  );
}

/** "AI-powered", "EV-maker", "A/B", "Q&A", "C.E.O": letters joined to their neighbours are not tickers. */
function isPartOfWord(text: string, start: number, end: number, hashtags: boolean): boolean {
  return (
    (hashtags ? /[&@_'’]/ : /[&@#_'’]/).test(text[start - 1] ?? "") ||
    /[&@_$]/.test(text[end] ?? "") ||
    // "KO'd"
    /^['’](?!s\b)\p{L}/iu.test(text.slice(end, end + 3)) ||
    /^[.-][\p{L}\p{N}]/u.test(text.slice(end, end + 3)) ||
    /[\p{L}\p{N}][.-]$/u.test(text.slice(Math.max(0, start - 2), start))
  );
}
