import { foldText } from "../subjects/fold-text.js";

const stopWords = new Set(
  "the a an and or but of to in on at by for from with as is are was were be been it its this that these those he she they we you i his her their our your not no do does did has have had will would can could may might should than then so if into over about after before more most up down out off what when where which who whom how why all any some just also here there now new vs via per one two us stock stocks share shares market company says said".split(
    " ",
  ),
);
const endings = /(?:'s|ing|ed|es|s)$/;

/** The words of a text that carry its subject, folded and cut to a stem, each once; the asset's own names are left out. */
export function contentWords(text: string, ownWords: ReadonlySet<string>): string[] {
  const words = foldText(text).match(/[\p{L}\p{N}][\p{L}\p{N}.'%]*/gu) ?? [];
  const stems = words
    .map((word) => word.replace(/(?<![.'])[.']+$/, ""))
    .filter((word) => word.length > 1 && !stopWords.has(word) && !ownWords.has(word.replace(/'s$/, "")))
    .map((word) => (word.length > 4 ? word.replace(endings, "") : word));
  return [...new Set(stems)];
}

/** Compares texts by their words: the rarer a shared word, the more similar the texts. */
export interface WordSimilarity {
  /** Cosine of the weighted words of two of the texts, 0 to 1; 0 with fewer than 3 words in common. */
  of(a: readonly string[], b: readonly string[]): number;
}

const LEAST_SHARED_WORDS = 3;

/** Word weights over the given texts (inverse document frequency). */
export function wordSimilarity(texts: readonly (readonly string[])[]): WordSimilarity {
  const counts = new Map<string, number>();
  for (const words of texts) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weightOf = (word: string) => Math.log(1 + texts.length / (counts.get(word) ?? 1)) ** 2;
  const vectors = new Map<readonly string[], { readonly set: ReadonlySet<string>; readonly norm: number }>();
  const vectorOf = (words: readonly string[]) => {
    const known = vectors.get(words);
    if (known !== undefined) return known;
    const norm = Math.sqrt(words.reduce((sum, word) => sum + weightOf(word), 0));
    const made = { set: new Set(words), norm };
    vectors.set(words, made);
    return made;
  };
  return {
    of(a, b) {
      const other = vectorOf(b);
      const shared = a.filter((word) => other.set.has(word));
      if (shared.length < LEAST_SHARED_WORDS) return 0;
      return shared.reduce((sum, word) => sum + weightOf(word), 0) / (vectorOf(a).norm * other.norm);
    },
  };
}
