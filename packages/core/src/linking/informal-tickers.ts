import { acronyms, functionWords, headlineWords } from "./finance-words.js";
import { chatWords, foreignWords, optionWords } from "./market-slang.js";
import { givenNames } from "./proper-names.js";
import { FAINT } from "./name-rules.js";
import { lookAround, type Surroundings } from "./surroundings.js";
import type { TextProfile } from "./text-profile.js";
import type { TickerMention } from "./ticker-mentions.js";
import type { Token } from "./tokenize.js";

/** Chat words in capitals that are popular tickers too: a company's verb or noun after them means the ticker. */
const TRADED_CHAT_WORDS = new Set("se ms ma ice rh dd net ups gm ba aa pm wen ea gs cop".split(" "));
/** Those of them that hardly mean anything else before a verb. */
const SUBJECTS_IN_CHAT = new Set("gm ma wen ba gs ea net ups".split(" "));
/** Words in capitals that mean all of something, or a group, directly before options: "ALL calls", "ES puts". */
const NEVER_TRADED = new Set(
  "all my any new no more your their our these some best the buy sell es cash ceo it's only both other others long short atm itm otm iv ai are is was were drs ag dte etn otc eow ah am spx spac etf ipo ath eod er".split(
    " ",
  ),
);
/** Verbs of a trade that is done or wished, directly before a word in capitals: "sold PLAY". */
const DONE = new Set("bought sold trimmed grabbed longed shorted loaded".split(" "));
/** What a company or its shares do or have, directly after their ticker. */
const SUBJECT_WORDS = new Set(
  (
    "is was has had will wont won't isn't isnt never always beat beats miss misses missed pays paid prints printed guides guided trades traded " +
    "yields rips ripped dumps dump dumped drops dropped falls fell rises rose pump pumps pumped tanks tanked sells sold buys bought builds burns fires makes made cut " +
    "cuts raised raises reports reported needs lost loses keeps looks goes went gets crushes crushed sinks flies dies thrives broke finally still just trading " +
    "breaking recall recalls hits broke out holders bulls bears buyback buybacks buyout bonuses spin spinoff spinoffs guidance backlog outage q1 q2 q3 q4 print guide follows"
  ).split(" "),
);
/** Two-letter tickers so popular that any text about trading means the ticker. */
const SHORT_KNOWN = new Set(
  "AA BA BB BE BN BP BX CF DE DG DD EA EL EW GD GE GM GS HD HP KO LI MA MO MS MU NU PG PM QS RH RY SE TD TM UL WM ZM ZS".split(
    " ",
  ),
);
/** Dictionary words that usually mean the ticker in a forum about markets. */
const POPULAR_WORDS = new Set(["spy"]);
/** Three-letter tickers that count in lower case too. */
const POPULAR_TICKERS = new Set("gme amc amd qqq iwm tlt".split(" "));
/** A bare or bracketed ticker of an imported company counts only where the text also names the company surely. */
const STRANGER = 0.3;
/** Too little for a link, unless a sure name stands beside it: "GM over Ford". */
const LISTED = 0.31;
/** Enough to be one of two tickers to choose from: "BN or BAM". */
const CHOICE = 0.1;
/** Before "Q" they say which quarter. */
const WHICH_QUARTER = new Set(
  "1st 2nd 3rd 4th first second third fourth last next this each every per prior previous full".split(" "),
);
const OWN = new Set("my more some of own owning holding long short been".split(" "));

/** How likely a spelling in brackets, "(NVDA)", is a ticker in a post. */
export function scoreBracketed({ ticker, owner }: TickerMention): number {
  if (owner === null || ticker.length < 2 || acronyms.has(ticker) || chatWords.has(ticker.toLowerCase())) return 0;
  return owner.asset.origin === "built_in" ? 0.85 : STRANGER;
}

/** How likely a bare spelling is a ticker in a post. */
export function scoreBare(
  mention: TickerMention,
  text: string,
  tokens: readonly Token[],
  profile: TextProfile,
): number {
  const { ticker, owner, from, to } = mention;
  const token = tokens[from];
  if (owner === null || token === undefined || /^\d/.test(ticker) || isInsideWord(text, token)) return 0;
  const around = lookAround(text, tokens, from, to);
  const isUpper = token.casing === "upper" || ticker.length === 1;
  const site = {
    ticker,
    word: token.word,
    around,
    profile,
    from,
    next: tokens[to],
    previous: tokens[from - 1],
    possessive: token.possessive,
    isSubject: isSubject(tokens[from], tokens[to]),
    isShareClass: tokens[from - 1]?.word === "class",
  };
  if (owner.asset.origin !== "built_in") return isUpper && ticker.length > 2 ? STRANGER : 0;
  if (ticker.length === 1) return token.casing === "capital" ? ofLetter(site) : 0;
  if (chatWords.has(token.word) || acronyms.has(ticker))
    return isUpper ? ofChatWord(site) : mention.everyday ? 0 : ofLowerChatWord(site);
  if (mention.everyday && !POPULAR_WORDS.has(token.word)) return isUpper ? ofWord(site) : ofLowerWord(site);
  return isUpper ? ofTicker(site) : ofLowerTicker(site, token);
}

/** "EA$T": a dollar sign for one letter of a word. "GME$AMC" are two tickers. */
function isInsideWord(text: string, { start, fullEnd }: Token): boolean {
  const endsOne = fullEnd - start === 1 && /[\p{L}\p{N}]\$$/u.test(text.slice(Math.max(0, start - 2), start));
  return endsOne || /^\$\p{L}(?!\p{L})/u.test(text.slice(fullEnd, fullEnd + 3));
}

interface TickerSite {
  readonly ticker: string;
  readonly word: string;
  readonly around: Surroundings;
  readonly profile: TextProfile;
  readonly from: number;
  readonly next: Token | undefined;
  readonly previous: Token | undefined;
  readonly possessive: boolean;
  /** What follows is said of a company or of its shares: "beats", "is", "buybacks", or a possessive. */
  readonly isSubject: boolean;
  /** "Class C stock" names a share class. */
  readonly isShareClass: boolean;
}

function isSubject(token: Token | undefined, next: Token | undefined): boolean {
  return (
    token?.possessive === true ||
    (next !== undefined && next.gap === "space" && next.casing !== "upper" && SUBJECT_WORDS.has(next.word))
  );
}

/** Whether an option or a share follows directly, and no other word in capitals makes it shouting. */
function isPlainlyTraded({ around, word, next, previous, profile }: TickerSite): boolean {
  const isShouted = previous?.casing === "upper" && previous.word.length > 1 && previous.gap !== "start";
  return (
    !profile.allCaps &&
    !NEVER_TRADED.has(word) &&
    !(isShouted && next?.casing === "upper") &&
    (around.strike || (around.thing && next !== undefined && next.casing !== "upper"))
  );
}

function hasEvidence({ strike, thing, verb, move, emoji }: Surroundings): boolean {
  return strike || thing || verb || move || emoji;
}

/** "F calls", "shares of T"; but "1st Q earnings" are a quarter's. */
function ofLetter({ ticker, around, profile, isShareClass, previous }: TickerSite): number {
  if (ticker === "A" || ticker === "I" || profile.allCaps || isShareClass) return 0;
  if (ticker === "Q" && previous !== undefined && WHICH_QUARTER.has(previous.word)) return 0;
  if (around.strike || around.thing) return 0.7;
  return around.verb && previous !== undefined && (DONE.has(previous.word) || OWN.has(previous.word)) ? 0.62 : 0;
}

function ofChatWord(site: TickerSite): number {
  const { ticker, word, around, next, previous, profile, isSubject } = site;
  const isNamed = around.thing && TRADED_CHAT_WORDS.has(word);
  const hasOption =
    around.strike && next !== undefined && /^\d/.test(next.word) && !/^(?:AM|PM|AT|IN|ON|TO|OR|ES)$/.test(ticker);
  if (isNamed || hasOption) return 0.7;
  if (isPlainlyTraded(site)) return 0.66;
  if (profile.allCaps) return 0;
  // "MA's" are moving averages.
  if (SUBJECTS_IN_CHAT.has(word)) return isSubject && !site.possessive ? 0.64 : LISTED;
  const isDone = previous !== undefined && DONE.has(previous.word) && !NEVER_TRADED.has(word);
  if (isDone && !functionWords.has(word)) return 0.62;
  return NEVER_TRADED.has(word) ? 0 : CHOICE;
}

/** "smr puts": letters that are also an abbreviation, but no word, directly before options. */
function ofLowerChatWord({ ticker, word, next }: TickerSite): number {
  const isOption = next !== undefined && next.gap === "space" && optionWords.has(next.word);
  if (isOption && ticker.length > 2 && !chatWords.has(word) && !NEVER_TRADED.has(word)) return 0.62;
  return chatWords.has(word) || functionWords.has(word) ? 0 : FAINT;
}

/** A dictionary word in capitals: "long CAT", "SHOP broke 1500", but "at what COST" and "market OPEN". */
function ofWord(site: TickerSite): number {
  const { word, around, profile, from, isSubject } = site;
  if (functionWords.has(word)) return around.strike || isPlainlyTraded(site) ? 0.62 : 0;
  if (around.strike || around.thing) return profile.allCaps ? 0.62 : 0.8;
  if (profile.allCaps) return 0;
  const isHeadlineWord = headlineWords.has(word) || givenNames.has(word);
  if (!isHeadlineWord && (around.verb || around.move || around.emoji || isSubject)) return 0.64;
  return profile.hasContextNear(from) || around.verb || around.move ? 0.4 : 0.3;
}

function ofLowerWord({ word, around, next }: TickerSite): number {
  if (functionWords.has(word) || givenNames.has(word)) return 0;
  if (around.strike) return 0.7;
  if (headlineWords.has(word)) return FAINT;
  return next !== undefined && next.gap === "space" && optionWords.has(next.word) ? 0.64 : FAINT;
}

function ofTicker({ ticker, word, around, profile, from, isSubject }: TickerSite): number {
  if (givenNames.has(word)) return around.strike || around.thing || around.verb || isSubject ? 0.65 : 0.2;
  const evident = hasEvidence(around) || (isSubject && (ticker.length > 2 || SHORT_KNOWN.has(ticker)));
  if (profile.allCaps) return ticker.length > 3 ? 0.66 : evident && ticker.length > 2 ? 0.7 : 0.4;
  if (ticker.length === 2) return evident ? 0.8 : SHORT_KNOWN.has(ticker) && profile.hasContextNear(from) ? 0.61 : 0.4;
  return evident ? 0.85 : 0.75;
}

function ofLowerTicker({ ticker, word, around, profile, from, isSubject }: TickerSite, token: Token): number {
  if (foreignWords.has(word) || givenNames.has(word)) return around.strike || around.thing ? 0.62 : 0;
  if (ticker.length === 2) {
    if (around.strike || around.thing) return 0.66;
    return around.verb || around.emoji || (isSubject && SHORT_KNOWN.has(ticker)) ? 0.61 : 0.2;
  }
  if (hasEvidence(around)) return 0.75;
  const isShort = ticker.length === 3 && !POPULAR_TICKERS.has(word);
  if (profile.hasContextNear(from)) return token.casing === "capital" && isShort ? 0.4 : isShort ? 0.62 : 0.7;
  if (isSubject && token.casing === "lower") return 0.62;
  return token.casing === "capital" || isShort ? 0.45 : 0.61;
}
