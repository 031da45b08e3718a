import { acronyms, companyNouns, contextWords, corporateVerbs, headlineWords } from "./finance-words.js";
import { legalSuffixes } from "./name-forms.js";
import { cueScore, HOPELESS, isLongerCompany, isSomebodyElse, startingScore, type NameSite } from "./name-rules.js";
import type { TextProfile } from "./text-profile.js";
import type { TickerMention } from "./ticker-mentions.js";
import type { Token } from "./tokenize.js";

/** Styles of writing that have rules of their own; a context model names its limits by them. */
export const linkingStyles = ["news", "informal", "news of tokens", "talk of tokens"] as const;

/** Rules of a style of writing: how it judges names and bare tickers. Scores are 0 to 1. */
export interface StyleRules {
  /** Names the style for a context model. */
  readonly name: (typeof linkingStyles)[number];
  /** Whether tickers and symbols count in any case, and may have a possessive. */
  readonly anyCase: boolean;
  /** Words that show that the text near them is about markets. */
  readonly contextWords: ReadonlySet<string>;
  /** Whether "(NYSE: LINK)" can name an asset at all. */
  readonly exchanges: boolean;
  /** How likely this form means its company here. */
  scoreName(site: NameSite): number;
  /** How likely a spelling in brackets, "(NVDA)", is a ticker when no matching name precedes it. */
  scoreBracketed(mention: TickerMention): number;
  /** How likely a bare upper-case spelling is a ticker. */
  scoreBare(mention: TickerMention, _text: string, tokens: readonly Token[], profile: TextProfile): number;
}

/** Rules for edited prose: capitals are reliable, companies are named in full, tickers stand in brackets. */
export const newsRules: StyleRules = {
  name: "news",
  anyCase: false,
  contextWords,
  exchanges: true,
  scoreName,
  scoreBracketed,
  scoreBare,
};

/** Tickers that the press writes as the company's name. */
const NAMED_BY_TICKER = new Set(
  "GM GE EA HP UPS CVS IBM AMD BP AIG MGM AMC KKR TSMC PNC RTX SLB HPE AES APA MSC EQT".split(" "),
);
const PLANT_VERBS = new Set(
  "idles idled restarts reopens shutters recalled drivers pilots holders bondholders engines cars".split(" "),
);

const SMALL_WORDS = new Set("of and the de la du des dei di del da do e y van von der den for in s".split(" "));

function scoreName(site: NameSite): number {
  const { form, tokens, from, to, profile } = site;
  const shown = tokens.slice(from, to);
  if (form.upperOnly && !profile.allCaps && !isUpper(shown)) {
    const word = asWord(form, shown);
    return word === null ? 0 : scoreName({ ...site, form: word });
  }
  if (
    shown.some(
      (token, at) =>
        token.casing === "lower" &&
        (at === 0 || (token.gap !== "dot" && !SMALL_WORDS.has(token.word) && !legalSuffixes.has(token.word))),
    )
  )
    return 0;
  if (isSomebodyElse(site)) return 0;
  const start = startingScore(form) - (isLongerCompany(site) ? 0.4 : 0);
  if (form.strength === "distinct" && form.companies[0]?.builtIn === true) return start;
  if (form.strength === "distinct" && form.wordCount > 1) return start;
  const first = tokens[from];
  const next = tokens[to];
  let score = start + cueScore(site);
  const capitalSays = !profile.titleCase && !profile.allCaps && first?.opens === false;
  if (capitalSays) {
    score += form.strength === "ambiguous" ? 0.3 : form.strength === "ordinary" ? 0.2 : 0.1;
    // In running text, a capitalised next word makes it another, longer name: "Apple Hospitality", "Target
    // Hospitality".
    const isLongerName =
      next?.gap === "space" &&
      (next.casing === "capital" || next.casing === "mixed") &&
      !companyNouns.has(next.word) &&
      tokens[to - 1]?.possessive === false;
    if (isLongerName) score -= 0.3;
  }
  return score < HOPELESS ? 0 : Math.min(score, 0.92);
}

function isUpper(shown: readonly Token[]): boolean {
  return shown.every((token) => token.casing === "upper" || token.casing === "none" || token.word.length < 2);
}

/**
 * A group of capitals that stands here as a word: a long, distinctive one counts so too, as some newspapers write it
 * ("Basf"). Where the word is an everyday one ("Seek"), it has to show like any other such name that it is the company.
 */
function asWord(form: NameSite["form"], shown: readonly Token[]): NameSite["form"] | null {
  const isLong =
    form.strength === "distinct" &&
    form.companies[0]?.builtIn === true &&
    shown.every((token) => token.casing === "capital" && token.word.length > 3);
  return isLong ? { ...form, upperOnly: false, strength: form.wordStrength ?? form.strength } : null;
}

function scoreBracketed({ ticker, owner }: TickerMention): number {
  if (owner === null || ticker.length < 2) return 0;
  if (acronyms.has(ticker)) return 0.1;
  const isWord = headlineWords.has(ticker.toLowerCase());
  return owner.asset.origin === "built_in" ? (isWord ? 0.7 : 0.9) : isWord ? 0.3 : 0.8;
}

function scoreBare(mention: TickerMention, _text: string, tokens: readonly Token[], profile: TextProfile): number {
  const { ticker, owner, from, to } = mention;
  if (owner === null || profile.allCaps || ticker.length < 2 || /^\d/.test(ticker)) return 0;
  const token = tokens[from];
  if (NAMED_BY_TICKER.has(ticker) && owner.company.builtIn && isSubject(token, tokens[to], tokens[to + 1])) return 0.8;
  if (acronyms.has(ticker) || headlineWords.has(ticker.toLowerCase())) return 0;
  const next = tokens[to];
  const isStock = next?.gap === "space" && /^(?:stock|stocks|shares|share|etf|calls|puts|earnings)$/.test(next.word);
  const hasVerb = next?.gap === "space" && (companyNouns.has(next.word) || corporateVerbs.has(next.word));
  const isListed = isTickerLike(tokens[from - 1]) || isTickerLike(next) || isVersus(tokens[from - 1]) || isVersus(next);
  const isUnitedStates = owner.asset.key === ticker && !/[.]/.test(owner.asset.key);
  if (owner.asset.origin !== "built_in") return isStock && ticker.length > 2 && isUnitedStates ? 0.62 : 0;
  if (ticker.length === 2) return isStock || isVersus(next) || isVersus(tokens[from - 1]) ? 0.7 : 0;
  if (isStock) return 0.85;
  if (isListed || hasVerb) return 0.72;
  if (owner.company.isFund) return 0.66;
  return profile.hasContextNear(from) ? 0.55 : 0.4;
}

/** Whether a company's deed or possession follows: "GM idles", "CVS to close", "EA's". */
function isSubject(token: Token | undefined, next: Token | undefined, afterNext: Token | undefined): boolean {
  if (token?.possessive === true) return true;
  if (next === undefined || next.gap !== "space") return false;
  return (
    companyNouns.has(next.word) ||
    corporateVerbs.has(next.word) ||
    PLANT_VERBS.has(next.word) ||
    (next.word === "to" && afterNext?.casing === "lower")
  );
}

/** Whether a neighbouring token looks like another ticker of a list. */
function isTickerLike(token: Token | undefined): boolean {
  return (
    token !== undefined &&
    token.casing === "upper" &&
    token.word.length >= 3 &&
    (token.gap === "space" || token.gap === "comma") &&
    !acronyms.has(token.word.toUpperCase())
  );
}

function isVersus(token: Token | undefined): boolean {
  return token?.word === "vs" || token?.word === "versus";
}
