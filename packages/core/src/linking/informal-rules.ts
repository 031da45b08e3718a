import { contextWords, functionWords } from "./finance-words.js";
import { scoreBare, scoreBracketed } from "./informal-tickers.js";
import { everydayServices, optionWords, tradingTalk } from "./market-slang.js";
import {
  cueScore,
  FAINT,
  HOPELESS,
  isLongerCompany,
  isSomebodyElse,
  startingScore,
  type NameSite,
} from "./name-rules.js";
import type { StyleRules } from "./news-rules.js";
import { lookAround, type Surroundings } from "./surroundings.js";
import type { Token } from "./tokenize.js";

/** Rules for forum and microblog posts: capitals are optional, tickers stand alone, and slang is in capitals too. */
export const informalRules: StyleRules = {
  name: "informal",
  anyCase: true,
  contextWords: new Set([...contextWords, ...tradingTalk]),
  exchanges: true,
  scoreName,
  scoreBracketed,
  scoreBare,
};

/** Verbs and jargon that mean companies only with a capital, or directly before options. */
const DOUBTFUL_IN_LOWER_CASE = new Set("post block match strategy dave delta".split(" "));
/** The forum itself, which posts name all the time. */
const FORUM = "reddit";
const TRADE_REACH = 6;
const WEAK_SUPPORTED = 0.3;

function scoreName(site: NameSite): number {
  const { form, text, tokens, from, to, profile } = site;
  const shown = tokens.slice(from, to);
  const isLower = shown.every((token) => token.casing === "lower" || token.casing === "none");
  if (
    form.upperOnly &&
    shown.some((token) => token.casing !== "upper" && token.casing !== "none" && token.word.length > 1)
  )
    return 0;
  if (isSomebodyElse(site) || isCutOff(site)) return 0;
  const start = startingScore(form);
  const isBuiltIn = form.companies[0]?.builtIn === true;
  // Among tens of thousands of imported names every other word is one.
  if (!isBuiltIn && form.strength !== "distinct") return 0;
  const around = lookAround(text, tokens, from, to);
  const isTraded = around.thing || around.strike;
  const [first] = shown;
  if (
    form.wordCount === 1 &&
    first !== undefined &&
    everydayServices.has(first.word) &&
    (isLower || first.word === FORUM)
  )
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
      return around.strike || optionWords.has(tokens[to]?.word ?? "") ? 0.62 : FAINT;
    if (form.strength === "weak") return isTraded ? 0.65 : WEAK_SUPPORTED;
    if (form.strength === "ordinary" && !isTraded) return FAINT;
  }
  const capitalSays = !isLower && !profile.titleCase && !profile.allCaps && first?.opens === false ? 0.25 : 0;
  const score =
    start + cueScore(site) + tradeCue(around) + capitalSays - (isLower ? 0.15 : 0) - (isLongerCompany(site) ? 0.4 : 0);
  return score < HOPELESS ? 0 : Math.min(score, 0.9);
}

/** A tag that the end of a shortened message cuts off may be the beginning of any word: "#lear…". */
function isCutOff({ text, tokens, from, to }: NameSite): boolean {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return (
    first !== undefined &&
    last !== undefined &&
    text[first.start - 1] === "#" &&
    /^…\s*$/.test(text.slice(last.fullEnd))
  );
}

function hasTradeNear(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens.slice(Math.max(0, from - TRADE_REACH), to + TRADE_REACH).some((token) => optionWords.has(token.word));
}

function tradeCue(around: Surroundings): number {
  if (around.strike || around.thing) return 0.3;
  return around.verb || around.move || around.emoji ? 0.2 : 0;
}
