import { acronyms, companyNouns, headlineWords } from "./finance-words.js";
import { cueScore, HOPELESS, isSomebodyElse, startingScore, type NameSite } from "./name-rules.js";
import { isTickerLike, type StyleRules } from "./news-rules.js";
import type { TextProfile } from "./text-profile.js";
import type { TickerMention } from "./ticker-mentions.js";
import type { Token } from "./tokenize.js";

/** Forum and microblog posts: capitals are optional, tickers stand bare, slang is in capitals too. */
export const informalRules: StyleRules = { scoreName, scoreBracketed, scoreBare };

const TRADE_WORDS = new Set(
  "call calls put puts leap leaps share shares stock stocks option options yolo long short moon mooning squeeze dip earnings bag bags bagholder position positions holding buying selling bought sold".split(
    " ",
  ),
);
/** "GME 50c", "TSLA 800p", "AMD 100 calls": a strike after the ticker. */
const STRIKE = /^\d+(?:\.\d+)?[cp]?$/i;

function scoreName(site: NameSite): number {
  const { form, tokens, from, to, profile } = site;
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
  if (isLower && (form.strength === "ordinary" || form.strength === "weak" || !isBuiltIn)) return 0;
  if (form.strength === "distinct") return isLower ? start - 0.1 : start;
  const tradeCue = [tokens[to], tokens[from - 1]].some((token) => token !== undefined && TRADE_WORDS.has(token.word))
    ? 0.3
    : 0;
  const capitalSays = !isLower && !profile.titleCase && !profile.allCaps && tokens[from]?.opens === false ? 0.25 : 0;
  const score = start + cueScore(site) + tradeCue + capitalSays - (isLower ? 0.15 : 0);
  return score < HOPELESS ? 0 : Math.min(score, 0.9);
}

function scoreBracketed({ ticker, owner }: TickerMention): number {
  if (owner === null || ticker.length < 2 || acronyms.has(ticker)) return 0;
  return owner.company.builtIn ? 0.85 : 0.7;
}

function scoreBare(mention: TickerMention, text: string, tokens: readonly Token[], profile: TextProfile): number {
  const { ticker, owner, from, to } = mention;
  if (owner === null || /^\d/.test(ticker)) return 0;
  const next = tokens[to];
  const previous = tokens[from - 1];
  const isTraded =
    (next !== undefined &&
      next.gap === "space" &&
      (TRADE_WORDS.has(next.word) ||
        companyNouns.has(next.word) ||
        STRIKE.test(text.slice(next.start, next.fullEnd)))) ||
    (previous !== undefined && TRADE_WORDS.has(previous.word));
  const isSlang = acronyms.has(ticker) || headlineWords.has(ticker.toLowerCase());
  if (profile.allCaps) return isTraded && !isSlang && owner.company.builtIn && ticker.length > 2 ? 0.62 : 0;
  if (!owner.company.builtIn) return isTraded && !isSlang && ticker.length > 2 ? 0.62 : 0;
  if (ticker.length === 1) return 0;
  if (isSlang) return isTraded && !acronyms.has(ticker) ? 0.65 : 0;
  if (isTraded) return 0.85;
  const isListed = isTickerLike(previous) || isTickerLike(next);
  return ticker.length === 2 ? (profile.hasContextNear(from) || isListed ? 0.61 : 0.4) : 0.75;
}
