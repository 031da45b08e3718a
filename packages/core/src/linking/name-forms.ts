import { tokenize, type Token } from "./tokenize.js";

/** A spelling of a company to look for: folded words, and whether it must be written in capitals (`IBM`, `SAP`). */
export interface NameForm {
  readonly words: readonly string[];
  readonly upperOnly: boolean;
}

/** Legal forms at the end of a registered name. */
export const legalSuffixes: ReadonlySet<string> = new Set(
  "inc incorporated corp corporation co company companies plc ltd limited llc lp llp ag se sa nv spa ab asa oyj as kgaa gmbh bhd berhad tbk jsc pjsc kk sas saa sab scpa public pcl ltda nvdr kg oao pao ao bv".split(
    " ",
  ),
);
/** Other words dropped from the end of a name. Too ordinary to prove that a text means a company. */
const groupWords = new Set("holdings holding group trust the and cl class".split(" "));
/** Words that listings add to a company's name. The name ends before them. */
const SHARE_KIND =
  /(?<![\s,-])[\s,-]+(?:(?:class|cl\.?) [a-z]\b|series [a-z]\b|(?:sponsored |unsponsored )?(?:adr|ads|gdr|cdr)s?\b|american deposit[ao]ry|ordinary|common (?:stock|shares)|preferred|registered|(?:non-?)?voting|bearer|depositary|npv\b|\(cad hedged\)|new york registry|nil paid).*$/i;
const BRACKETS = /(?<!\s)\s*[([][^)\]]{0,200}[)\]]/g;
/** Legal forms written with dots, as the tokenizer splits them: S.p.A., N.V., S.A.B. de C.V. */
const DOTTED_FORMS =
  /(?<![\s,])[\s,]+(?:S\.?\s?p\.?\s?A\.?|S\.A\.(?:B\.)?(?: de C\.V\.)?|SAB de CV|SA de CV|N\.V\.|A\.G\.|A\/S|A\.S\.|B\.V\.|S\.E\.|Oyj|Abp|Ltd\.?|K\.K\.|L\.P\.|P\.L\.C\.?)$/i;
const SHORTEST_WORD_PLURAL = 3;
const LONGEST_ACRONYM = 5;

/** The words of a name without the additions of its listing and legal form: `The Coca-Cola Company` is `coca cola`. */
export function coreWords(name: string): string[] {
  return (stagesOf(plainTokens(name)).at(-1) ?? []).map(formWord);
}

/**
 * Every form of a company's registered name, from the full one to the bare core: `softbank group corp`,
 * `softbank group`, `softbank`. Empty when nothing usable is left.
 */
export function formsOfName(name: string): NameForm[] {
  return stagesOf(plainTokens(name)).flatMap((tokens) => variants(tokens, withoutListing(name)));
}

/** The forms of an alias, with and without a legal ending. */
export function formsOfAlias(alias: string): NameForm[] {
  return stagesOf(withoutArticle(tokenize(alias))).flatMap((tokens) => variants(tokens, alias));
}

/** A name without the additions of its listing (share class, depositary receipt) and without a dotted legal form. */
export function withoutListing(name: string): string {
  return name.replace(BRACKETS, " ").replace(SHARE_KIND, "").replace(DOTTED_FORMS, "").trim();
}

function plainTokens(name: string): Token[] {
  return withoutArticle(tokenize(withoutListing(name)));
}

function withoutArticle(tokens: Token[]): Token[] {
  return tokens[0]?.word === "the" && tokens.length > 1 ? tokens.slice(1) : tokens;
}

/** The tokens, and those left after each step of dropping a legal form from the end. */
function stagesOf(tokens: readonly Token[]): Token[][] {
  const stages = [[...tokens]];
  for (let kept = tokens; kept.length > 1;) {
    const last = kept.at(-1)?.word ?? "";
    if (!legalSuffixes.has(last) && !groupWords.has(last)) break;
    kept = kept.slice(0, -1);
    // "Procter & Co" must not be shortened to "Procter &".
    if (kept.at(-1)?.word !== "and") stages.push([...kept]);
  }
  return stages.filter((stage) => stage.some(({ word }) => !legalSuffixes.has(word) && !groupWords.has(word)));
}

function formWord(token: Token): string {
  return token.possessive && token.fullEnd - token.end === 2 ? `${token.word}'s` : token.word;
}

function variants(tokens: readonly Token[], plain: string): NameForm[] {
  const words = tokens.map(formWord);
  if (words.length === 0 || words.every((word) => word.length < 2 && words.length === 1)) return [];
  const surface = plain.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
  const isWordless = surface.toLowerCase() === surface.toUpperCase();
  const upperOnly =
    !isWordless &&
    words.every((word) => word.length <= LONGEST_ACRONYM) &&
    surface === surface.toUpperCase() &&
    surface.length <= LONGEST_ACRONYM;
  const forms: NameForm[] = [{ words, upperOnly }];
  // "McDonald's" is also written "McDonalds". The surname alone is not a form of it.
  if (words.some((word) => word.endsWith("'s"))) {
    forms.push({ words: words.map((word) => word.replace("'s", "s")), upperOnly });
  }
  if (
    words.length > 1 &&
    words.length <= SHORTEST_WORD_PLURAL &&
    tokens.slice(1).every((token) => token.gap === "hyphen")
  ) {
    forms.push({ words: [words.join("")], upperOnly });
  }
  return forms;
}
