import type { Asset } from "./asset.js";
import { precedence } from "./asset-precedence.js";
import { classReading, foldedKey, unmarkedClass } from "./asset-key.js";
import { AssetSearch, type SearchAnswer, type SearchOptions } from "./asset-search.js";

/** The reference graph of one kind of subject: finds assets by spelling and by search. Immutable; order of input is irrelevant. */
export class AssetDirectory {
  readonly #assets: readonly Asset[];
  readonly #byKey = new Map<string, Asset>();
  readonly #byUnmarkedClass = new Map<string, Asset | null>();
  #search: AssetSearch | undefined;

  readonly #bySpelling: ReadonlyMap<string, string>;

  /** @param spellings Folded spellings that are not the key of any asset, with the key of the asset that each means. */
  constructor(assets: readonly Asset[], spellings: ReadonlyMap<string, string> = new Map()) {
    this.#bySpelling = spellings;
    // Sorted first, so that of two assets with one spelling the same one is kept whatever the order.
    for (const asset of [...assets].sort(byPrecedence)) {
      const folded = foldedKey(asset.key);
      if (!this.#byKey.has(folded)) this.#byKey.set(folded, asset);
    }
    this.#assets = [...this.#byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
    for (const [folded, asset] of this.#byKey) {
      const unmarked = unmarkedClass(folded);
      if (unmarked === null || this.#byKey.has(unmarked)) continue;
      this.#byUnmarkedClass.set(unmarked, this.#byUnmarkedClass.has(unmarked) ? null : asset);
    }
  }

  /** Number of assets. */
  get size(): number {
    return this.#assets.length;
  }

  /** Every asset, in key order. */
  all(): readonly Asset[] {
    return this.#assets;
  }

  /**
   * The asset that a spelling means: any case, share class after `.` or `-` or (`BRKB`) unmarked when no other key and
   * no second class claims that. Expects the text as a grammar gives it, that is without `$`.
   */
  lookup(text: string): Asset | null {
    const folded = foldedKey(text);
    const direct = this.#byKey.get(folded);
    if (direct !== undefined) return direct;
    const standsFor = this.#bySpelling.get(folded);
    if (standsFor !== undefined) return this.#byKey.get(foldedKey(standsFor)) ?? null;
    const asClass = classReading(folded);
    const classes = asClass === null ? undefined : (this.#bySpelling.get(asClass) ?? asClass);
    return (classes === undefined ? undefined : this.#byKey.get(classes)) ?? this.#byUnmarkedClass.get(folded) ?? null;
  }

  /**
   * Assets for a typed query, best first: exact key, key prefix, exact name or alias, a word of a name or alias that
   * starts so. Ties go to recent activity, then to built-in assets, then to the key. `total` counts before `limit`.
   */
  search(query: string, options: SearchOptions): SearchAnswer {
    this.#search ??= new AssetSearch(this.#assets);
    return this.#search.find(query, this.lookup(query.trim().replace(/^\$/, "")), options);
  }
}

function byPrecedence(a: Asset, b: Asset): number {
  if (a.origin !== b.origin) return precedence[a.origin] - precedence[b.origin];
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}
