import { growingBytes, growingInts } from "./growing-array.js";
import { IntMap } from "./int-map.js";
import { jaccardFrom } from "./shingles.js";
import type { TextPool } from "./text-pool.js";

/** Texts at least this similar (Jaccard similarity of their shingles) are near-duplicates. */
export const NEAR_DUPLICATE_SIMILARITY = 0.8;

/** Bound on the representatives behind one band key, and so on the comparisons that one text can cause. */
const longestBucket = 4;

/** What a place in the order has set, to be taken back with it. */
const SET_PAGE = 1;
const SET_TEXT = 2;
const IS_REPRESENTATIVE = 4;
const OPENED_STORY = 8;

const noPlaces: readonly number[] = [];

/** What ranks ask of the items that they order. */
export interface RankedItems {
  readonly texts: TextPool;
  /** Number of an item's text in the pool; -1 for a text without anything to compare. */
  textOf(item: number): number;
  /** Number of an item's page; -1 without one. */
  pageOf(item: number): number;
  /** Order of two items by (time, id); never 0. */
  compare(a: number, b: number): number;
}

/**
 * How many earlier near-duplicates each item of one group and day has; see `copyRanks` for the rule. Items may come in
 * any order: those that stand after a new one in (time, id) are taken back, last first, and placed again behind it. So a
 * stream that is nearly in order costs what is new, and the outcome is that of the items in order, to the last one.
 */
export class StoryRanks {
  readonly #items: RankedItems;
  /** Items by (time, id), and what placing each has done. */
  readonly #order = growingInts();
  readonly #storyAt = growingInts();
  readonly #done = growingBytes();
  readonly #storySizes = growingInts();
  /** Place in the order of the first item with a page, and with a text. */
  readonly #byPage = new IntMap();
  readonly #byText = new IntMap();
  /** Places of representatives by band key, the first text of a key left out: it is found through the pool. */
  readonly #buckets = new Map<number, number[]>();

  constructor(items: RankedItems) {
    this.#items = items;
  }

  /**
   * Takes items in and out, and tells the rank of every item that was placed, new or anew.
   *
   * @param removed Items that were added before.
   */
  change(added: readonly number[], removed: readonly number[], onRank: (item: number, rank: number) => void): void {
    const fresh = [...added].sort((a, b) => this.#items.compare(a, b));
    const [first] = fresh;
    let from = first === undefined ? this.#order.length : this.#placeOf(first);
    for (const item of removed) from = Math.min(from, this.#placeOf(item));
    const gone = new Set(removed);
    const later: number[] = [];
    for (let place = this.#order.length - 1; place >= from; place -= 1) {
      this.#takeBack(place);
      const item = this.#order.at(place);
      if (!gone.has(item)) later.push(item);
    }
    this.#order.length = this.#storyAt.length = this.#done.length = from;
    later.reverse();
    let [next, old] = [0, 0];
    while (next < fresh.length || old < later.length) {
      const [a, b] = [fresh[next], later[old]];
      const isNew = b === undefined || (a !== undefined && this.#items.compare(a, b) < 0);
      const item = isNew ? a : b;
      if (isNew) next += 1;
      else old += 1;
      if (item !== undefined) onRank(item, this.#place(item));
    }
  }

  /** First place whose item does not stand before this one. */
  #placeOf(item: number): number {
    let [low, high] = [0, this.#order.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#order.at(middle);
      if (other !== item && this.#items.compare(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #place(item: number): number {
    const place = this.#order.push(item);
    const [text, page] = [this.#items.textOf(item), this.#items.pageOf(item)];
    const sharing = page < 0 ? -1 : this.#byPage.get(page);
    const known = text < 0 ? -1 : this.#byText.get(text);
    const alike = known >= 0 || text < 0 ? known : this.#mostAlike(text);
    let done = 0;
    let story = this.#larger(sharing, alike);
    if (story < 0) {
      story = this.#storySizes.push(0);
      done |= OPENED_STORY;
    }
    if (page >= 0 && sharing < 0) {
      this.#byPage.set(page, place);
      done |= SET_PAGE;
    }
    if (text >= 0 && known < 0) {
      this.#byText.set(text, place);
      done |= SET_TEXT;
      if (alike < 0) {
        done |= IS_REPRESENTATIVE;
        this.#enter(text, place);
      }
    }
    this.#storyAt.push(story);
    this.#done.push(done);
    const rank = this.#storySizes.at(story);
    this.#storySizes.set(story, rank + 1);
    return rank;
  }

  #takeBack(place: number): void {
    const item = this.#order.at(place);
    const done = this.#done.at(place);
    const story = this.#storyAt.at(place);
    this.#storySizes.set(story, this.#storySizes.at(story) - 1);
    const text = this.#items.textOf(item);
    if ((done & IS_REPRESENTATIVE) !== 0) this.#leave(text, place);
    if ((done & SET_TEXT) !== 0) this.#byText.delete(text);
    if ((done & SET_PAGE) !== 0) this.#byPage.delete(this.#items.pageOf(item));
    if ((done & OPENED_STORY) !== 0) this.#storySizes.length -= 1;
  }

  /** The larger of the stories at two places; when they are of one size the first; -1 without any. */
  #larger(a: number, b: number): number {
    if (a < 0 || b < 0) return a < 0 && b < 0 ? -1 : this.#storyAt.at(a < 0 ? b : a);
    const [x, y] = [this.#storyAt.at(a), this.#storyAt.at(b)];
    return this.#storySizes.at(y) > this.#storySizes.at(x) ? y : x;
  }

  /** Place of the representative most like the text; -1 when none is at least 80 % alike. */
  #mostAlike(text: number): number {
    const { texts } = this.#items;
    if (!texts.isLinked(text)) return -1;
    const shingles = texts.shinglesOf(text);
    let best = -1;
    let bestSimilarity = 0;
    const seen: number[] = [];
    for (const key of texts.keysOf(text)) {
      for (const place of this.#bucketOf(key)) {
        if (seen.includes(place)) continue;
        seen.push(place);
        const other = texts.shinglesOf(this.#items.textOf(this.#order.at(place)));
        const similarity = jaccardFrom(NEAR_DUPLICATE_SIMILARITY, shingles, other);
        if (similarity >= NEAR_DUPLICATE_SIMILARITY && similarity > bestSimilarity) {
          best = place;
          bestSimilarity = similarity;
        }
      }
    }
    return best;
  }

  /** Places of the representatives behind a key, at most {@link longestBucket}, in order. */
  #bucketOf(key: number): readonly number[] {
    const others = this.#buckets.get(key) ?? noPlaces;
    const first = this.#byText.get(this.#items.texts.firstOf(key));
    if (first < 0 || (this.#done.at(first) & IS_REPRESENTATIVE) === 0) return others;
    if (others.length === 0) return [first];
    const before = others.filter((place) => place < first);
    return [...before, first, ...others.slice(before.length)].slice(0, longestBucket);
  }

  #enter(text: number, place: number): void {
    const { texts } = this.#items;
    if (!texts.isLinked(text)) return;
    for (const key of new Set(texts.keysOf(text))) {
      if (texts.firstOf(key) === text) continue;
      const bucket = this.#buckets.get(key);
      if (bucket === undefined) this.#buckets.set(key, [place]);
      else if (bucket.length < longestBucket) bucket.push(place);
    }
  }

  #leave(text: number, place: number): void {
    const { texts } = this.#items;
    if (!texts.isLinked(text)) return;
    for (const key of new Set(texts.keysOf(text))) {
      const bucket = this.#buckets.get(key);
      if (bucket?.at(-1) !== place) continue;
      bucket.pop();
      if (bucket.length === 0) this.#buckets.delete(key);
    }
  }
}
