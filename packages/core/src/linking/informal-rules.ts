import { acronyms, contextWords, functionWords, headlineWords } from "./finance-words.js";
import { chatWords, foreignWords, tradingTalk } from "./market-slang.js";
import { cueScore, HOPELESS, isLongerCompany, isSomebodyElse, startingScore, type NameSite } from "./name-rules.js";
import { givenNames } from "./proper-names.js";
import type { StyleRules } from "./news-rules.js";
import { lookAround, type Surroundings } from "./surroundings.js";
import type { TextProfile } from "./text-profile.js";
import type { TickerMention } from "./ticker-mentions.js";
import type { Token } from "./tokenize.js";

/** Rules for forum and microblog posts: capitals are optional, tickers stand alone, and slang is in capitals too. */
export const informalRules: StyleRules = {
  anyCase: true,
  contextWords: new Set([...contextWords, ...tradingTalk]),
  exchanges: true,
  scoreName,
  scoreBracketed,
  scoreBare,
};

/** Chat words that are also popular tickers. Options or shares beside them mean the ticker. */
const TRADED_CHAT_WORDS = new Set("se ms ma ice rh dd net ups".split(" "));
/** Two-letter tickers so popular that any text about trading means the ticker. */
const SHORT_KNOWN = new Set("BA BB BP GE GM GS HD KO LI MU PG QS ZM".split(" "));
/** Dictionary words that usually mean the ticker in a forum about markets. */
const POPULAR_WORDS = new Set(["spy"]);
/** Three-letter tickers that count in lower case too. */
const POPULAR_TICKERS = new Set("gme amc amd qqq iwm tlt".split(" "));
/** Only these words make a lower-case word directly before them a ticker: "snow puts". */
const OPTIONS = new Set("calls puts put call leaps 0dte fds weeklies earnings".split(" "));
/** Services that posts mention all the time without meaning the company. */
const SERVICES = new Set(["reddit", "google", "facebook"]);
/** Verbs and jargon that mean companies only with a capital, or directly before options. */
const DOUBTFUL_IN_LOWER_CASE = new Set("post block match strategy dave delta".split(" "));
/** The forum itself, which posts name all the time. */
const FORUM = "reddit";
const TRADE_REACH = 6;
const WEAK_SUPPORTED = 0.3;
/** A bare or bracketed ticker of an imported company counts only where the text also names the company surely. */
const STRANGER = 0.3;

function scoreName(site: NameSite): number {
  const { form, text, tokens, from, to, profile } = site;
  const shown = tokens.slice(from, to);
  const isLower = shown.every((token) => token.casing === "lower" || token.casing === "none");
  if (
    form.upperOnly &&
    shown.some((token) => token.casing !== "upper" && token.casing !== "none" && token.word.length > 1)
  )
    return 0;
  if (isSomebodyElse(site)) return 0;
  const start = startingScore(form);
  const isBuiltIn = form.companies[0]?.builtIn === true;
  // Among tens of thousands of imported names every other word is one.
  if (!isBuiltIn && form.strength !== "distinct") return 0;
  const around = lookAround(text, tokens, from, to);
  const isTraded = around.thing || around.strike;
  const [first] = shown;
  if (form.wordCount === 1 && first !== undefined && SERVICES.has(first.word) && (isLower || first.word === FORUM))
    return isTraded || around.verb || (first.word !== FORUM && (around.move || hasTradeNear(tokens, from, to)))
      ? start - 0.2
      : 0.3;
  if (form.strength === "distinct") {
    if (!isLower) return isLongerCompany(site) ? start - 0.4 : start;
    return isBuiltIn ? start - 0.1 : 0;
  }
  const isGrammar = first === undefined || (form.wordCount === 1 && functionWords.has(first.word));
  if (isGrammar && (isLower || !isTraded)) return 0;
  if (isLower) {
    if (!isBuiltIn) return 0;
    if (form.wordCount === 1 && first !== undefined && DOUBTFUL_IN_LOWER_CASE.has(first.word))
      return around.strike || OPTIONS.has(tokens[to]?.word ?? "") ? 0.62 : 0;
    if (form.strength === "weak") return isTraded ? 0.65 : WEAK_SUPPORTED;
    if (form.strength === "ordinary" && !isTraded) return 0;
  }
  const capitalSays = !isLower && !profile.titleCase && !profile.allCaps && first?.opens === false ? 0.25 : 0;
  const score =
    start + cueScore(site) + tradeCue(around) + capitalSays - (isLower ? 0.15 : 0) - (isLongerCompany(site) ? 0.4 : 0);
  return score < HOPELESS ? 0 : Math.min(score, 0.9);
}

function hasTradeNear(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(Math.max(0, from - TRADE_REACH), to + TRADE_REACH).some((token) => OPTIONS.has(token.word));
}

function tradeCue(around: Surroundings): number {
  if (around.strike || around.thing) return 0.3;
  return around.verb || around.move || around.emoji ? 0.2 : 0;
}

function scoreBracketed({ ticker, owner }: TickerMention): number {
  if (owner === null || ticker.length < 2 || acronyms.has(ticker) || chatWords.has(ticker.toLowerCase())) return 0;
  return owner.asset.origin === "built_in" ? 0.85 : STRANGER;
}

function scoreBare(mention: TickerMention, text: string, tokens: readonly Token[], profile: TextProfile): number {
  const { ticker, owner, from, to } = mention;
  const token = tokens[from];
  if (owner === null || token === undefined || /^\d/.test(ticker)) return 0;
  const around = lookAround(text, tokens, from, to);
  const isUpper = token.casing === "upper" || ticker.length === 1;
  const site = {
    ticker,
    word: token.word,
    around,
    profile,
    from,
    next: tokens[to],
    isShareClass: tokens[from - 1]?.word === "class",
  };
  if (owner.asset.origin !== "built_in") return isUpper && ticker.length > 2 ? STRANGER : 0;
  if (ticker.length === 1) return token.casing === "capital" ? ofLetter(site) : 0;
  if (chatWords.has(token.word) || acronyms.has(ticker)) return isUpper ? ofChatWord(site) : 0;
  if (mention.everyday && !POPULAR_WORDS.has(token.word)) return isUpper ? ofWord(site) : ofLowerWord(site);
  return isUpper ? ofTicker(site) : ofLowerTicker(site, token);
}

interface TickerSite {
  readonly ticker: string;
  readonly word: string;
  readonly around: Surroundings;
  readonly profile: TextProfile;
  readonly from: number;
  readonly next: Token | undefined;
  /** "Class C stock" names a share class. */
  readonly isShareClass: boolean;
}

function hasEvidence({ strike, thing, verb, move, emoji }: Surroundings): boolean {
  return strike || thing || verb || move || emoji;
}

/** "F calls", "shares of T". */
function ofLetter({ ticker, around, profile, isShareClass }: TickerSite): number {
  if (ticker === "A" || ticker === "I" || profile.allCaps || isShareClass) return 0;
  return around.strike || around.thing ? 0.7 : 0;
}

function ofChatWord({ ticker, word, around, next }: TickerSite): number {
  const isNamed = around.thing && TRADED_CHAT_WORDS.has(word);
  const hasOption =
    around.strike && next !== undefined && /^\d/.test(next.word) && !/^(?:AM|PM|AT|IN|ON|TO|OR|ES)$/.test(ticker);
  return isNamed || hasOption ? 0.7 : 0;
}

/** A dictionary word in capitals: "long CAT", "SHOP broke 1500", but "at what COST" and "market OPEN". */
function ofWord({ word, around, profile, from }: TickerSite): number {
  if (functionWords.has(word)) return around.strike ? 0.62 : 0;
  if (around.strike || around.thing) return profile.allCaps ? 0.62 : 0.8;
  if (profile.allCaps) return 0;
  const isHeadlineWord = headlineWords.has(word) || givenNames.has(word);
  if (!isHeadlineWord && (around.verb || around.move || around.emoji)) return 0.64;
  return profile.hasContextNear(from) || around.verb || around.move ? 0.4 : 0.3;
}

function ofLowerWord({ word, around, next }: TickerSite): number {
  if (functionWords.has(word) || givenNames.has(word)) return 0;
  if (around.strike) return 0.7;
  if (headlineWords.has(word)) return 0;
  return next !== undefined && next.gap === "space" && OPTIONS.has(next.word) ? 0.64 : 0;
}

function ofTicker({ ticker, word, around, profile, from }: TickerSite): number {
  if (givenNames.has(word)) return around.strike || around.thing || around.verb ? 0.65 : 0.2;
  const evident = hasEvidence(around);
  if (profile.allCaps) return ticker.length > 3 ? 0.66 : evident && ticker.length > 2 ? 0.7 : 0.4;
  if (ticker.length === 2) return evident ? 0.8 : SHORT_KNOWN.has(ticker) && profile.hasContextNear(from) ? 0.61 : 0.4;
  return evident ? 0.85 : 0.75;
}

function ofLowerTicker({ ticker, word, around, profile, from }: TickerSite, token: Token): number {
  if (foreignWords.has(word) || givenNames.has(word)) return around.strike || around.thing ? 0.62 : 0;
  if (ticker.length === 2) return around.strike || around.thing ? 0.66 : around.verb || around.emoji ? 0.61 : 0.2;
  if (hasEvidence(around)) return 0.75;
  const isShort = ticker.length === 3 && !POPULAR_TICKERS.has(word);
  if (profile.hasContextNear(from)) return token.casing === "capital" && isShort ? 0.4 : isShort ? 0.62 : 0.7;
  return token.casing === "capital" || isShort ? 0.45 : 0.61;
}
