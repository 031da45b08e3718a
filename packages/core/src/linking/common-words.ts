/** How ordinary a word is: 10 is everyday English, 20 common, 35 familiar, 50 known; null is not in the list. */
export type Commonness = 10 | 20 | 35 | 50 | null;

/** Knows how common a folded word is in English. */
export interface CommonWords {
  commonnessOf(word: string): Commonness;
}

const ENDINGS: readonly (readonly [ending: string, replacement: string])[] = [
  ["ies", "y"],
  ["es", ""],
  ["s", ""],
  ["ied", "y"],
  ["ed", ""],
  ["ed", "e"],
  ["ing", ""],
  ["ing", "e"],
  ["ly", ""],
];
const SHORTEST_CUT = 5;

/** Reads `data/linking/common-words.txt`: one base form a line under the headings `@10`, `@20`, `@35`, `@50`. */
export function parseCommonWords(text: string): CommonWords {
  const levels = new Map<string, Commonness>();
  let level: Commonness = 35;
  for (const line of text.split("\n")) {
    const word = line.trim();
    if (word === "" || word.startsWith("#")) continue;
    if (word === "@10") level = 10;
    else if (word === "@20") level = 20;
    else if (word === "@35") level = 35;
    else if (word === "@50") level = 50;
    else levels.set(word, level);
  }
  const found = (word: string) => levels.get(word) ?? null;
  return {
    commonnessOf(word) {
      const direct = found(word);
      if (direct !== null || word.length < SHORTEST_CUT) return direct;
      for (const [ending, replacement] of ENDINGS) {
        if (!word.endsWith(ending)) continue;
        const base = found(word.slice(0, -ending.length) + replacement);
        if (base !== null) return base;
      }
      return null;
    },
  };
}
