import { contextWords } from "./finance-words.js";
import { chatWords, cryptoTalk, foreignWords, tokenThings, tradingTalk } from "./market-slang.js";
import type { NameSite } from "./name-rules.js";
import type { StyleRules } from "./news-rules.js";
import { lookAround, type Surroundings } from "./surroundings.js";
import type { TextProfile } from "./text-profile.js";
import type { TickerMention, TradingPair } from "./ticker-mentions.js";
import type { Token } from "./tokenize.js";

/** Rules for crypto tokens. Both styles accept names in lower case, because the press, too, writes "bitcoin". */
export function tokenRules(style: "news" | "informal"): StyleRules {
  const informal = style === "informal";
  return {
    name: informal ? "talk of tokens" : "news of tokens",
    anyCase: true,
    contextWords: informal ? INFORMAL_CONTEXT : NEWS_CONTEXT,
    exchanges: false,
    scoreName,
    scoreBracketed: ({ owner, ticker }) => (owner === null ? 0 : ticker.length > 1 ? 0.85 : 0.6),
    scoreBare: (mention, text, tokens, profile) => scoreBare(mention, text, tokens, profile, informal),
  };
}

const WEAK_TALK = new Set(
  [...tradingTalk].filter((word) => !/^(?:call|calls|put|puts|cup|handle|up|flat|basis)$/.test(word)),
);
const INFORMAL_CONTEXT = new Set([...cryptoTalk, ...WEAK_TALK]);
const NEWS_CONTEXT = new Set([...cryptoTalk, ...contextWords]);
/** Symbols without another meaning, in upper or lower case. */
const SURE_SYMBOLS = new Set(
  "btc eth xrp ltc xlm xmr bch bnb usdt usdc doge shib xtz xbt wbtc avax matic steth fartcoin".split(" "),
);
/** Words so common or ambiguous that only words directly beside them can make them a token. */
const GRAMMAR = new Set("one near move go s w op ip ar me mon sun win key gt leo trump spx dash comp".split(" "));
const VERY_COMMON = new Set([
  ...GRAMMAR,
  ..."sky hype pump link sand mask flow story render virtual grass ocean ray rose".split(" "),
]);
/** Symbols that need no context in the press either. */
const SUREST = new Set("btc eth xrp usdt usdc bnb".split(" "));
const QUOTES = new Set("usd usdt usdc busd eur gbp jpy krw tusd fdusd dai perp".split(" "));
const CRYPTO_QUOTES = new Set(["btc", "eth", "bnb"]);
const PAIR_WORD = /^([a-z0-9]{2,9}?)(usdt|usdc|busd|usd|eur|perp|btc|eth)$/;
const TOKEN_WORDS = { things: tokenThings };
const NEAR = 8;

function scoreName(site: NameSite): number {
  const { form, text, tokens, from, to, profile } = site;
  const shown = tokens.slice(from, to);
  if (form.strength === "distinct") return form.wordCount > 1 ? 0.92 : 0.9;
  const around = lookAround(text, tokens, from, to, TOKEN_WORDS);
  const isLower = shown.every((token) => token.casing === "lower");
  const hasCapital = !isLower && !profile.allCaps;
  const inContext = profile.hasContextNear(from, NEAR);
  if (around.thing || around.verb || around.move) return hasCapital ? 0.8 : 0.68;
  if (hasCapital) return tokens[from]?.opens === true ? (inContext ? 0.66 : 0.5) : inContext ? 0.72 : 0.55;
  return inContext ? 0.61 : 0.3;
}

function scoreBare(
  mention: TickerMention,
  text: string,
  tokens: readonly Token[],
  profile: TextProfile,
  informal: boolean,
): number {
  const { ticker, owner, from, to, everyday } = mention;
  const token = tokens[from];
  if (owner === null || token === undefined || /^\d+$/.test(ticker)) return 0;
  const around = lookAround(text, tokens, from, to, TOKEN_WORDS);
  const isUpper = token.casing === "upper" || (ticker.length === 1 && token.casing === "capital");
  const isCommon = everyday || VERY_COMMON.has(token.word) || chatWords.has(token.word);
  if (!informal) return isUpper ? inNews(tokens, token, around, profile, from, isCommon) : 0;
  if (SURE_SYMBOLS.has(token.word)) return sureScore(token, profile, from, isUpper);
  if (ticker.length === 1) return around.thing && isUpper && !profile.allCaps ? 0.62 : 0.1;
  const site = { tokens, token, around, profile, from, before: tokens[from - 1] };
  if (isCommon) return isUpper ? ofCommon(site) : ofLowerCommon(site);
  return isUpper ? ofSymbol(site) : ofLowerSymbol(site);
}

/** Whether a genuine word of crypto talk stands within `reach` tokens. */
function isAmongCrypto(tokens: readonly Token[], at: number, reach: number): boolean {
  for (let index = Math.max(0, at - reach); index <= at + reach; index += 1) {
    const token = tokens[index];
    if (token !== undefined && index !== at && cryptoTalk.has(token.word)) return true;
  }
  return false;
}

interface SymbolSite {
  readonly tokens: readonly Token[];
  readonly token: Token;
  readonly around: Surroundings;
  readonly profile: TextProfile;
  readonly from: number;
  readonly before: Token | undefined;
}

function sureScore(token: Token, profile: TextProfile, from: number, isUpper: boolean): number {
  const isGovernment = token.word === "doge" && isUpper && !profile.hasContextNear(from);
  if (isGovernment) return 0.4;
  return isUpper ? 0.9 : 0.8;
}

function inNews(
  tokens: readonly Token[],
  token: Token,
  around: Surroundings,
  profile: TextProfile,
  from: number,
  isCommon: boolean,
): number {
  if (SURE_SYMBOLS.has(token.word)) return SUREST.has(token.word) || isAmongCrypto(tokens, from, NEAR) ? 0.85 : 0.3;
  if (isCommon) return around.thing && !profile.allCaps ? 0.62 : 0.2;
  if (profile.allCaps) return around.thing ? 0.62 : 0.3;
  return around.thing || around.move ? 0.75 : profile.hasContextNear(from) ? 0.62 : 0.4;
}

/** "32 ETH", "10% SOL": an amount before a symbol. */
function isAmount(before: Token | undefined, token: Token): boolean {
  return before !== undefined && token.gap !== "comma" && /^\d+(?:[.,]\d+)?[km]?$/i.test(before.word);
}

/**
 * A word in capitals that may be a symbol: yes in "LINK marines" and "staking NEAR", no in "no ONE" and "this will
 * MOVE".
 */
function ofCommon({ token, tokens, around, profile, from, before }: SymbolSite): number {
  if (profile.allCaps) return around.thing ? 0.62 : 0.2;
  if (around.thing || around.verb) return 0.75;
  if (chatWords.has(token.word)) return 0.2;
  if (GRAMMAR.has(token.word)) return 0.3;
  if (around.move || isAmount(before, token)) return 0.66;
  return isAmongCrypto(tokens, from, NEAR) ? 0.64 : 0.4;
}

function ofLowerCommon({ tokens, token, around, from }: SymbolSite): number {
  if (VERY_COMMON.has(token.word) || chatWords.has(token.word)) return around.thing && around.verb ? 0.62 : 0;
  if (around.thing || around.verb) return 0.66;
  return around.move && isAmongCrypto(tokens, from, NEAR) ? 0.61 : 0.2;
}

function ofSymbol({ around, profile, from }: SymbolSite): number {
  if (around.thing || around.verb || around.move || around.emoji) return 0.85;
  if (profile.allCaps) return profile.hasContextNear(from) ? 0.65 : 0.5;
  return profile.hasContextNear(from) ? 0.8 : 0.66;
}

function ofLowerSymbol({ tokens, token, around, profile, from, before }: SymbolSite): number {
  const evident = around.thing || around.verb || around.move || around.emoji;
  if (foreignWords.has(token.word))
    return evident || isAmount(before, token) ? 0.66 : isAmongCrypto(tokens, from, 4) ? 0.61 : 0.2;
  if (evident) return 0.78;
  if (token.word.length < 3) return 0.3;
  return profile.hasContextNear(from) ? 0.68 : 0.5;
}

/** Reads `BTCUSDT`, `BTC/USD`, `eth-usdt`. `isSymbol` knows the table's symbols in lower case. */
export function pairReader(isSymbol: (word: string) => boolean) {
  return (text: string, tokens: readonly Token[], at: number): TradingPair | null => {
    const token = tokens[at];
    if (token === undefined) return null;
    const next = tokens[at + 1];
    if (
      next !== undefined &&
      next.start - token.end === 1 &&
      /[/_-]/.test(text[token.end] ?? "") &&
      isSymbol(token.word)
    ) {
      const isQuote = QUOTES.has(next.word);
      if (isQuote || CRYPTO_QUOTES.has(next.word)) {
        if (token.word === next.word || (QUOTES.has(token.word) && isQuote && token.word !== "dai")) return null;
        return { base: token.word.toUpperCase(), end: isQuote ? next.end : token.end, to: isQuote ? at + 2 : at + 1 };
      }
    }
    if (token.word.length < 5 || isSymbol(token.word)) return null;
    const [, base = "", quote = ""] = PAIR_WORD.exec(token.word) ?? [];
    if (base === "" || base === quote || !isSymbol(base) || (token.casing !== "upper" && token.casing !== "lower"))
      return null;
    return token.casing === "lower" && !/usd/.test(quote)
      ? null
      : { base: base.toUpperCase(), end: token.end, to: at + 1 };
  };
}
