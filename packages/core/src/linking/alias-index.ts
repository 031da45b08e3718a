import type { Asset } from "../subjects/asset.js";
import type { LinkEvidence } from "./asset-link.js";
import { blockedPhrases } from "./blocked-phrases.js";
import type { UtcDay } from "../time/utc-day.js";
import type { Company } from "./company.js";
import { formsOfAlias, formsOfName, type NameForm } from "./name-forms.js";
import type { NameStrength, StrengthJudge } from "./name-strength.js";
import { tokenize, type Token } from "./tokenize.js";
import { WordTrie } from "./word-trie.js";

/** What a sequence of words may mean. */
export interface IndexedForm {
  readonly kind: Exclude<LinkEvidence["kind"], "cashtag" | "ticker" | "exchange_ticker" | "hint"> | "blocked";
  /** Companies that go by it, the likeliest first; empty for a blocked phrase. */
  readonly companies: readonly Company[];
  readonly strength: NameStrength;
  readonly upperOnly: boolean;
  /** Of a group of capitals: how well the same letters name the company where they are written as a word ("Basf", "Seek"). */
  readonly wordStrength?: NameStrength;
  readonly wordCount: number;
  /** Of a blocked phrase: how many leading words stay free. */
  readonly freeWords: number;
  /** First day on which it stands for the company; left out where it always did. */
  readonly since?: UtcDay;
  /** Last day on which it stands for the company; left out where it still does. */
  readonly until?: UtcDay;
  /** The name itself ends in a possessive: "Macy's". */
  readonly endsPossessive: boolean;
}

/** A form found in a text, from one token to (not including) another. */
export interface FormMatch {
  readonly form: IndexedForm;
  readonly from: number;
  readonly to: number;
  /** A phrase around it shows that the company is meant: "Target price target". */
  readonly vouched?: boolean;
}

/** Finds company names in texts by longest match over words. */
export interface AliasIndex {
  /** The longest form that starts at a token, or null. */
  longestAt(tokens: readonly Token[], from: number): FormMatch | null;
}

interface Claim {
  readonly company: Company;
  readonly kind: "name" | "alias";
  readonly form: NameForm;
}

const SHORTEST_FUND_FORM = 3;
const SHORTEST_ADDED_ALIAS = 4;
const LONGEST_FORM = 10;

/**
 * Builds the index over all companies; of two with one name, the built-in one and then the more explicit claim is first.
 *
 * @param isTicker Whether a folded word is the ticker of a built-in asset: then no imported company goes by it.
 */
export function buildAliasIndex(
  companies: readonly Company[],
  strengthOf: StrengthJudge,
  isTicker: (word: string) => boolean,
): AliasIndex {
  const claims = new Map<string, Claim[]>();
  for (const company of companies) {
    for (const claim of claimsOf(company)) {
      const [word = "", ...more] = claim.form.words;
      if (!company.builtIn && more.length === 0 && isTicker(word)) continue;
      const phrase = claim.form.words.join(" ");
      const known = claims.get(phrase);
      if (known === undefined) claims.set(phrase, [claim]);
      else if (!known.some((other) => other.company === company)) known.push(claim);
    }
  }
  const trie = new WordTrie();
  const forms: IndexedForm[] = [];
  for (const rivals of claims.values()) {
    const form = formOf(rivals, strengthOf);
    const [first] = rivals;
    if (form === null || first === undefined) continue;
    trie.set(first.form.words, forms.push(form) - 1);
  }
  for (const { phrase, free } of blockedPhrases) {
    const words = indexWords(phrase);
    // A distinctive registered name is stronger than our list; one of common words ("The Gap") is not.
    const named = forms[trie.get(words) ?? -1];
    if (named?.strength === "distinct") continue;
    const freeWords = free === "" ? 0 : tokenize(free).length;
    trie.set(
      words,
      forms.push({
        kind: "blocked",
        companies: [],
        strength: "distinct",
        upperOnly: false,
        wordCount: words.length,
        freeWords,
        endsPossessive: false,
      }) - 1,
    );
  }
  return { longestAt: (tokens, from) => longestAt(trie, forms, tokens, from) };
}

/** One phrase of an {@link indexOf}, as folded words: a company's, or with `null` a blocked one. */
export interface FormEntry {
  readonly words: readonly string[];
  readonly company: Company | null;
  readonly strength: NameStrength;
  /** Default: `alias`. */
  readonly kind?: IndexedForm["kind"];
  /** Default: false. */
  readonly upperOnly?: boolean;
  /** First day on which it stands for the company; left out where it always did. */
  readonly since?: UtcDay;
  /** Last day on which it stands for the company; left out where it still does. */
  readonly until?: UtcDay;
}

/** An index of hand-made phrases; of two alike the later one counts. */
export function indexOf(entries: readonly FormEntry[]): AliasIndex {
  const trie = new WordTrie();
  const forms: IndexedForm[] = [];
  for (const { words, company, strength, kind = "alias", upperOnly = false, since, until } of entries) {
    const form: IndexedForm = {
      kind: company === null ? "blocked" : kind,
      companies: company === null ? [] : [company],
      strength,
      upperOnly,
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
      wordCount: words.length,
      freeWords: 0,
      endsPossessive: words.at(-1)?.endsWith("'s") ?? false,
    };
    trie.set(words, forms.push(form) - 1);
  }
  return { longestAt: (tokens, from) => longestAt(trie, forms, tokens, from) };
}

/**
 * Two indexes as one; of two matches the longer one counts, and of two as long the first index's, unless only the other
 * one's company is built in.
 */
export function joinIndexes(first: AliasIndex, second: AliasIndex): AliasIndex {
  return {
    longestAt(tokens, from) {
      const [one, other] = [first.longestAt(tokens, from), second.longestAt(tokens, from)];
      if (one === null || other === null) return one ?? other;
      if (one.to !== other.to) return other.to > one.to ? other : one;
      return isStranger(one.form) && !isStranger(other.form) ? other : one;
    },
  };
}

function isStranger({ companies: [first] }: IndexedForm): boolean {
  return first !== undefined && !first.builtIn;
}

/** A phrase as the words under which an index holds it. */
export function indexWords(phrase: string): string[] {
  return tokenize(phrase).map((token) => (token.possessive ? `${token.word}'s` : token.word));
}

function claimsOf(company: Company): Iterable<Claim> {
  const claims = new Map<string, Claim>();
  for (const listing of company.listings) {
    const named = [
      ...listing.aliases.flatMap((alias) => formsOfAlias(alias).map((form) => ({ kind: "alias" as const, form }))),
      ...(listing.name === null ? [] : formsOfName(listing.name).map((form) => ({ kind: "name" as const, form }))),
    ];
    for (const { kind, form } of named) {
      if (form.words.length > LONGEST_FORM || isTooLoose(company, listing.origin, kind, form)) continue;
      const phrase = form.words.join(" ");
      const known = claims.get(phrase);
      // "NVIDIA" in the register and "Nvidia" as an alias: not a letter group after all.
      if (known === undefined) claims.set(phrase, { company, kind, form });
      else if (known.form.upperOnly && !form.upperOnly && listing.origin === "built_in")
        claims.set(phrase, { ...known, form });
    }
  }
  return claims.values();
}

function isTooLoose(company: Company, origin: Asset["origin"], kind: Claim["kind"], form: NameForm): boolean {
  if (company.isFund && (origin !== "built_in" || kind === "name")) return form.words.length < SHORTEST_FUND_FORM;
  // An import adds aliases to known companies in lower case; a short one may be anything ("us", "ge").
  const [word = ""] = form.words;
  return (
    origin !== "built_in" &&
    company.builtIn &&
    kind === "alias" &&
    form.words.length === 1 &&
    word.length < SHORTEST_ADDED_ALIAS
  );
}

function formOf(rivals: readonly Claim[], strengthOf: StrengthJudge): IndexedForm | null {
  const ordered = [...rivals].sort(
    (a, b) =>
      Number(b.company.builtIn) - Number(a.company.builtIn) ||
      Number(a.company.isFund) - Number(b.company.isFund) ||
      Number(b.kind === "alias") - Number(a.kind === "alias") ||
      Number(a.company.main.key.includes(".")) - Number(b.company.main.key.includes(".")) ||
      (a.company.main.key < b.company.main.key ? -1 : 1),
  );
  const [best, second] = ordered;
  if (best === undefined) return null;
  const { company, form, kind } = best;
  const own = strengthOf(form.words, { builtIn: company.builtIn, upperOnly: form.upperOnly });
  // Two obscure companies with one name: nothing but a ticker tells them apart.
  const contested = second !== undefined && !company.builtIn;
  return {
    kind,
    companies: ordered.map((claim) => claim.company),
    strength: contested ? "weak" : own,
    upperOnly: form.upperOnly,
    ...(form.upperOnly ? { wordStrength: strengthOf(form.words, { builtIn: company.builtIn, upperOnly: false }) } : {}),
    wordCount: form.words.length,
    freeWords: 0,
    endsPossessive: form.words.at(-1)?.endsWith("'s") ?? false,
  };
}

function longestAt(
  trie: WordTrie,
  forms: readonly IndexedForm[],
  tokens: readonly Token[],
  from: number,
): FormMatch | null {
  let best: FormMatch | null = null;
  const walk = (node: number, at: number): void => {
    const token = tokens[at];
    if (token === undefined || (at > from && (token.gap === "break" || token.gap === "comma"))) return;
    const wordId = trie.idOf(token.word);
    const plain = wordId === undefined ? undefined : trie.next(node, wordId);
    // A possessive ends a name: what follows "Nvidia's" is the name of something else.
    if (plain !== undefined) arrive(plain, at, !token.possessive);
    if (!token.possessive) return;
    const ownId = trie.idOf(`${token.word}'s`);
    const own = ownId === undefined ? undefined : trie.next(node, ownId);
    if (own !== undefined) arrive(own, at, true);
  };
  const arrive = (node: number, at: number, goesOn: boolean): void => {
    const value = trie.valueAt(node);
    const form = value === undefined ? undefined : forms[value];
    if (form !== undefined && (best === null || at + 1 > best.to)) best = { form, from, to: at + 1 };
    if (goesOn) walk(node, at + 1);
  };
  walk(0, from);
  return best;
}
