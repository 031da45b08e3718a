import type { CommonWords } from "./common-words.js";
import { acronyms, functionWords, headlineWords, industryWords } from "./finance-words.js";
import { givenNames, placesAndPeople } from "./proper-names.js";

/**
 * How well a name identifies its company. `distinct`: the words alone name the company. `ambiguous`: an everyday word
 * or a surname too (Apple, Visa, Ford). `ordinary`: a word of every other headline (Target, Gap, Block). `weak`: an
 * obscure company with a name of common words, which only its ticker, exchange or legal form identifies.
 */
export type NameStrength = "distinct" | "ambiguous" | "ordinary" | "weak";

/** Judges the folded words of a name. `upperOnly` forms are groups of capitals such as `IBM`. */
export type StrengthJudge = (
  words: readonly string[],
  facts: { readonly builtIn: boolean; readonly upperOnly: boolean },
) => NameStrength;

const SMALL_WORDS = new Set(
  "of the and de la le du des di da do von van der den for in on at y e et und to s".split(" "),
);
/** Names of companies that are a place, a person, a unit or a thing too, but are missing in the word list. */
const DOUBTFUL_NAMES = new Set(
  "celsius vertex leonardo freeport albemarle apollo icon pearson kingfisher santander polaris peloton coles workhorse hershey tyson eaton edison persimmon dillard lucid".split(
    " ",
  ),
);

/** Names of companies that are a field of business or a kind of firm: only a ticker, an exchange or the legal form tells them apart. */
const GENERIC_NAMES = new Set(["quantum computing", "bancorp"]);

/** How rare a word may be and still count as ordinary: for well-known companies, and for obscure ones. */
const KNOWN = 35;
const RARELY_KNOWN = 50;
const SHORTEST_ACRONYM_IMPORTED = 4;
const SHORTEST_WORD_IMPORTED = 5;

/** Creates the judge from a list of common words. */
export function strengthJudge(commonWords: CommonWords): StrengthJudge {
  const commonness = (word: string) => commonWords.commonnessOf(word.replace("'s", ""));
  const isKnownWord = (word: string, mostKnown: number) =>
    word.length < 2 ||
    SMALL_WORDS.has(word) ||
    (commonness(word) ?? Infinity) <= mostKnown ||
    headlineWords.has(word) ||
    industryWords.has(word) ||
    DOUBTFUL_NAMES.has(word) ||
    placesAndPeople.has(word) ||
    givenNames.has(word) ||
    /^\d+$/.test(word);
  const isEveryday = (word: string) => SMALL_WORDS.has(word) || headlineWords.has(word) || commonness(word) === 10;

  const ofSingle = (word: string, builtIn: boolean, upperOnly: boolean): NameStrength => {
    if (upperOnly) return ofAcronym(word, builtIn);
    if (functionWords.has(word)) return "weak";
    if (!isKnownWord(word, builtIn ? KNOWN : RARELY_KNOWN))
      return builtIn || word.length >= SHORTEST_WORD_IMPORTED ? "distinct" : "weak";
    if (!builtIn) return "weak";
    if (placesAndPeople.has(word) && !headlineWords.has(word)) return "ordinary";
    return headlineWords.has(word) ? "ordinary" : "ambiguous";
  };
  const ofAcronym = (word: string, builtIn: boolean): NameStrength => {
    if (acronyms.has(word.toUpperCase())) return builtIn ? "ordinary" : "weak";
    return builtIn || (word.length >= SHORTEST_ACRONYM_IMPORTED && !isKnownWord(word, RARELY_KNOWN))
      ? "distinct"
      : "weak";
  };
  return (words, { builtIn, upperOnly }) => {
    const [first = ""] = words;
    if (GENERIC_NAMES.has(words.join(" "))) return "weak";
    if (words.length === 1) return ofSingle(first, builtIn, upperOnly);
    if (upperOnly) return ofAcronym(words.join(""), builtIn);
    if (!builtIn) return words.every((word) => isKnownWord(word, RARELY_KNOWN)) ? "weak" : "distinct";
    return words.every(isEveryday) ? "ambiguous" : "distinct";
  };
}
