import { precedence } from "./asset-precedence.js";
import type { Asset } from "./asset.js";
import { foldedKey } from "./asset-key.js";
import { foldPhrase } from "./fold-text.js";

/** How many results to give, and how much each asset was talked about lately (for ties). */
export interface SearchOptions {
  readonly limit: number;
  readonly activityOf?: (key: string) => number;
}

/** The best results and how many assets matched in all. */
export interface SearchAnswer {
  readonly total: number;
  readonly assets: readonly Asset[];
}

const RANK = { exactKey: 0, keyPrefix: 1, exactName: 2, wordPrefix: 3 } as const;
const UNRANKED = 255;
/** Half of all names contain one of these words. They identify no company, and would make short queries slow. */
const LEGAL_WORDS = new Set(
  "inc incorporated corp corporation co company ltd limited plc holdings holding group ag sa nv etf ucits fund".split(
    " ",
  ),
);

interface Hit {
  readonly rank: number;
  readonly activity: number;
  readonly asset: Asset;
}

/** Word index over keys, names and aliases: a sorted word list with postings, so that a query touches only its matches. */
export class AssetSearch {
  readonly #assets: readonly Asset[];
  /** Per asset, name and aliases folded, each between bars: `|apple inc|apple|`. Words inside are parted by spaces. */
  readonly #phrases: string[];
  readonly #words: string[];
  readonly #postings: Int32Array[];
  readonly #keys: { readonly folded: string; readonly index: number }[];

  constructor(assets: readonly Asset[]) {
    this.#assets = assets;
    const postings = new Map<string, number[]>();
    this.#phrases = assets.map((asset, index) => {
      const phrases = [...new Set([asset.name ?? "", ...asset.aliases].map(foldPhrase))].filter(
        (phrase) => phrase !== "",
      );
      for (const word of new Set(phrases.join(" ").split(" "))) {
        if (word === "" || LEGAL_WORDS.has(word)) continue;
        const list = postings.get(word);
        if (list === undefined) postings.set(word, [index]);
        else list.push(index);
      }
      return `|${phrases.join("|")}|`;
    });
    this.#words = [...postings.keys()].sort();
    this.#postings = this.#words.map((word) => Int32Array.from(postings.get(word) ?? []));
    this.#keys = assets
      .map((asset, index) => ({ folded: foldedKey(asset.key), index }))
      .sort((a, b) => (a.folded < b.folded ? -1 : 1));
  }

  find(query: string, exact: Asset | null, { limit, activityOf }: SearchOptions): SearchAnswer {
    const trimmed = query.trim().replace(/^\$/, "");
    const ranks = new Uint8Array(this.#assets.length).fill(UNRANKED);
    const found: number[] = [];
    const rank = (index: number, value: number): void => {
      if (ranks[index] === UNRANKED) found.push(index);
      ranks[index] = value;
    };
    this.#rankKeys(foldedKey(trimmed), exact, rank);
    const phrase = foldPhrase(trimmed);
    this.#eachCandidate(phrase, (index) => {
      if (ranks[index] !== UNRANKED) return;
      const phrases = this.#phrases[index] ?? "";
      if (phrases.includes(`|${phrase}|`)) rank(index, RANK.exactName);
      else if (phrases.includes(`|${phrase}`) || phrases.includes(` ${phrase}`)) rank(index, RANK.wordPrefix);
    });
    const best = new BestHits(limit);
    for (const index of found) {
      const asset = this.#assets[index];
      if (asset !== undefined) best.offer({ rank: ranks[index] ?? 0, activity: activityOf?.(asset.key) ?? 0, asset });
    }
    return { total: found.length, assets: best.assets() };
  }

  #rankKeys(prefix: string, exact: Asset | null, rank: (index: number, value: number) => void): void {
    if (prefix === "") return;
    for (let at = lowerBound(this.#keys.length, (i) => (this.#keys[i]?.folded ?? "") < prefix); ; at += 1) {
      const entry = this.#keys[at];
      if (entry === undefined || !entry.folded.startsWith(prefix)) break;
      rank(entry.index, RANK.keyPrefix);
    }
    const exactAt = exact === null ? -1 : this.#assets.indexOf(exact);
    if (exactAt >= 0) rank(exactAt, RANK.exactKey);
  }

  /** Visits assets that may contain the phrase: by its rarest complete word, or the prefix of a single word. */
  #eachCandidate(phrase: string, visit: (index: number) => void): void {
    if (phrase === "") return;
    const complete = phrase
      .split(" ")
      .slice(0, -1)
      .filter((word) => !LEGAL_WORDS.has(word));
    if (complete.length > 0) {
      const rarest = complete.map((word) => this.#assetsWith(word)).reduce((a, b) => (b.length < a.length ? b : a));
      rarest.forEach(visit);
      return;
    }
    const prefix = phrase.slice(phrase.lastIndexOf(" ") + 1);
    for (let at = this.#wordAt(prefix); this.#words[at]?.startsWith(prefix) === true; at += 1) {
      this.#postings[at]?.forEach(visit);
    }
  }

  #assetsWith(word: string): Int32Array {
    const at = this.#wordAt(word);
    return (this.#words[at] === word ? this.#postings[at] : undefined) ?? new Int32Array();
  }

  #wordAt(word: string): number {
    return lowerBound(this.#words.length, (i) => (this.#words[i] ?? "") < word);
  }
}

/** Keeps the best few of many hits without sorting them all. */
class BestHits {
  readonly #limit: number;
  readonly #hits: Hit[] = [];

  constructor(limit: number) {
    this.#limit = Math.max(0, limit);
  }

  offer(hit: Hit): void {
    const last = this.#hits[this.#limit - 1];
    if (this.#limit === 0 || (last !== undefined && compareHits(hit, last) >= 0)) return;
    const at = lowerBound(this.#hits.length, (i) => compareHits(this.#hits[i] ?? hit, hit) < 0);
    this.#hits.splice(at, 0, hit);
    if (this.#hits.length > this.#limit) this.#hits.pop();
  }

  assets(): Asset[] {
    return this.#hits.map((hit) => hit.asset);
  }
}

function compareHits(a: Hit, b: Hit): number {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.activity !== b.activity) return b.activity - a.activity;
  if (a.asset.origin !== b.asset.origin) return precedence[a.asset.origin] - precedence[b.asset.origin];
  return a.asset.key < b.asset.key ? -1 : 1;
}

function lowerBound(length: number, isBelow: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
