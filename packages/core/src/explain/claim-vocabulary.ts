import { coreWords } from "../linking/name-forms.js";
import type { CommonWords } from "../linking/common-words.js";
import { foldPhrase } from "../subjects/fold-text.js";
import type { AssetDirectory } from "../subjects/directory.js";

/** Vocabulary for checking a text. */
export interface ClaimVocabulary {
  /** Everyday English, in lower case. */
  readonly isOrdinary: (word: string) => boolean;
  /** Whether the folded words are a name of some company, fund or token. */
  readonly isAssetName: (phrase: string) => boolean;
}

const SHORTEST_NAME = 4;

/** The vocabulary of the reference graph. A name that is also an everyday word does not count as one. */
export function claimVocabulary(directories: readonly AssetDirectory[], commonWords: CommonWords): ClaimVocabulary {
  const isOrdinary = (word: string) => commonWords.commonnessOf(word) !== null;
  const names = new Set<string>();
  for (const directory of directories) {
    for (const { name, aliases } of directory.all()) {
      for (const form of [coreWords(name ?? "").join(" "), ...aliases.map(foldPhrase)])
        if (form.length >= SHORTEST_NAME && (form.includes(" ") || !isOrdinary(form))) names.add(form);
    }
  }
  return { isOrdinary, isAssetName: (phrase) => names.has(phrase) };
}
