import { rootTicker } from "../subjects/asset-key.js";
import type { IndexedForm } from "./alias-index.js";
import {
  auxiliaryVerbs,
  companyCompounds,
  companyCues,
  companyNouns,
  companyRelations,
  corporateVerbs,
  determiners,
  otherCompanyWords,
} from "./finance-words.js";
import { legalSuffixes } from "./name-forms.js";
import { givenNames, otherBodies } from "./proper-names.js";
import type { TextProfile } from "./text-profile.js";
import type { Token } from "./tokenize.js";

/** A form found in a text, with the facts that the rules need. */
export interface NameSite {
  readonly form: IndexedForm;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
  readonly profile: TextProfile;
  readonly hinted: boolean;
  readonly vouched: boolean;
}

/** A mention with at least this score makes a link by itself; a lower one needs support from elsewhere in the text. */
export const DECISIVE = 0.6;
/** Below this score, no support helps. */
export const HOPELESS = 0.05;
/** An everyday word without any sign of its company: only a context model can make a mention of it. */
export const FAINT = 0.04;

/** How likely the form means the company, without context. */
export function startingScore(form: IndexedForm): number {
  const isBuiltIn = form.companies[0]?.builtIn === true;
  const isSingle = form.wordCount === 1;
  switch (form.strength) {
    case "distinct":
      return isBuiltIn ? (isSingle ? 0.9 : 0.93) : isSingle ? 0.45 : 0.75;
    case "ambiguous":
      return isSingle ? 0.52 : 0.68;
    case "ordinary":
      return 0.25;
    case "weak":
      return 0.15;
  }
}

/** Cues beside an everyday word for or against a company: a positive or negative number to add to a score. */
export function cueScore(site: NameSite): number {
  const { form, tokens, from, to, profile } = site;
  const next = tokens[to];
  const previous = tokens[from - 1];
  const last = tokens[to - 1];
  const ordinary = form.strength === "ordinary";
  let score = (site.hinted ? 0.4 : 0) + (site.vouched ? 0.4 : 0);
  if (isLegalEnding(next, site.text)) score += 0.5;
  if (profile.hasContextNear(from)) score += 0.1;
  if (form.strength === "weak") return score;
  if (tokens.slice(from, to).some((token) => token.casing === "upper") && !profile.allCaps && isOwnTicker(site))
    score += 0.3;
  if (last?.possessive === true) score += 0.25;
  else if (next !== undefined && next.gap === "space")
    score += followScore(next, tokens[to + 1], { ordinary, titleCase: profile.titleCase });
  if (previous !== undefined && tokens[from]?.gap === "space") score += leadScore(previous, tokens[from - 2]);
  if (next?.gap === "hyphen" && last?.possessive === false && !companyCompounds.has(next.word)) score -= 0.4;
  if (
    tokens[from]?.gap === "hyphen" ||
    (previous?.casing === "none" && previous.word !== "and" && tokens[from]?.gap === "space")
  )
    score -= 0.25;
  return score;
}

/**
 * Whether the next word turns it into a longer name that is missing in the index: "Toyota Industries", "Enel Chile".
 */
export function isLongerCompany({ form, tokens, from, to }: NameSite): boolean {
  const next = tokens[to];
  if (
    to - from !== 1 ||
    form.wordCount !== 1 ||
    next === undefined ||
    next.gap !== "space" ||
    tokens[from]?.possessive === true
  )
    return false;
  return next.casing !== "lower" && otherCompanyWords.has(next.word);
}

/** "ARM" in a text that is not all capitals is both the ticker and the name of Arm. */
function isOwnTicker({ form, text, tokens, from, to }: NameSite): boolean {
  const [token] = tokens.slice(from, to);
  if (token === undefined || to - from > 1) return false;
  const written = text.slice(token.start, token.end);
  return form.companies[0]?.listings.some((listing) => rootTicker(listing.key) === written) ?? false;
}

function followScore(
  next: Token,
  afterNext: Token | undefined,
  { ordinary, titleCase }: { readonly ordinary: boolean; readonly titleCase: boolean },
): number {
  // "Target to remodel 300 stores" announces a plan, in headline grammar. In Title Case it may be any noun.
  if (next.word === "to" && !titleCase && afterNext?.casing === "lower") return ordinary ? 0.27 : 0.3;
  if (companyNouns.has(next.word)) return 0.35;
  if (corporateVerbs.has(next.word)) return ordinary ? 0.27 : 0.3;
  if (auxiliaryVerbs.has(next.word)) return ordinary ? 0.08 : 0.22;
  if (next.word === "vs" || next.word === "versus") return 0.25;
  return afterNext !== undefined && corporateVerbs.has(afterNext.word) && next.word.endsWith("ly") ? 0.2 : 0;
}

function leadScore(previous: Token, beforePrevious: Token | undefined): number {
  if (companyCues.has(previous.word)) return 0.25;
  if (
    /^(?:of|in|at|for|on|from)$/.test(previous.word) &&
    beforePrevious !== undefined &&
    companyRelations.has(beforePrevious.word)
  )
    return 0.3;
  if (previous.word === "at" || previous.word === "from" || previous.word === "by") return 0.1;
  return determiners.has(previous.word) ? -0.3 : 0;
}

/** Whether a legal form follows: "Target Corporation", "Apple, Inc." */
export function isLegalEnding(next: Token | undefined, text: string): boolean {
  return (
    next !== undefined &&
    (next.gap === "space" || next.gap === "comma") &&
    next.casing !== "lower" &&
    next.word.length > 1 &&
    legalSuffixes.has(next.word) &&
    !["as", "public", "company", "companies"].includes(next.word) &&
    // "AG" and "SE" in capitals; "Precision Ag" is about farming.
    (next.word.length > 2 || next.word === "co" || text.slice(next.start, next.end) === next.word.toUpperCase())
  );
}

/**
 * Whether the word is a person's surname here ("Harrison Ford") or part of another organisation's name ("Ford
 * Foundation").
 */
export function isSomebodyElse({ form, tokens, from, to }: NameSite): boolean {
  if (form.wordCount > 1) return false;
  const previous = tokens[from - 1];
  const next = tokens[to];
  const joined = (gap: Token["gap"] | undefined) => gap === "space" || gap === "abbreviation";
  if (
    previous !== undefined &&
    joined(tokens[from]?.gap) &&
    previous.casing === "capital" &&
    !previous.possessive &&
    givenNames.has(previous.word)
  )
    return true;
  return (
    next !== undefined &&
    next.gap === "space" &&
    next.casing !== "lower" &&
    tokens[to - 1]?.possessive === false &&
    otherBodies.has(next.word)
  );
}
