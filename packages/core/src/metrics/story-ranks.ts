import { growingBytes, growingInts } from "./growing-array.js";
import { IntMap } from "./int-map.js";
import { SIGNATURE_BANDS } from "./min-hash.js";
import { LONGEST_BUCKET, PlaceBuckets } from "./place-buckets.js";
import { NEAR_DUPLICATE_SIMILARITY, type TextPool } from "./text-pool.js";

/**
 * Most representatives whose keys are looked through one by one. Buckets of a small group would take more memory than all
 * else of it, and there is a group for each busy contributor.
 */
const fewRepresentatives = 256;

// Filled anew for each text: places of the representatives that it meets, band by band, and what finds them.
const candidates = new Int32Array(SIGNATURE_BANDS * LONGEST_BUCKET);
const placesOfBands = new Int32Array(SIGNATURE_BANDS * LONGEST_BUCKET);
const fewOfBand = new Uint8Array(SIGNATURE_BANDS);
const keysOfText = new Float64Array(SIGNATURE_BANDS);

/** What an item's placement has set, for undoing it. */
const SET_PAGE = 1;
const SET_TEXT = 2;
const IS_REPRESENTATIVE = 4;
const OPENED_STORY = 8;

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
  /** Places of representatives, in order, and their texts. */
  readonly #representatives = growingInts();
  readonly #representativeTexts = growingInts();
  /**
   * The same by band key, the first text of a key left out: it is found through the pool. Null while there are few.
   */
  #buckets: PlaceBuckets | null = null;

  constructor(items: RankedItems) {
    this.#items = items;
  }

  /**
   * Adds and removes items, and gives the rank of every item that was placed or moved.
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

  /** Place of the representative most like the text; of equally like ones the first that is met; -1 without any. */
  #mostAlike(text: number): number {
    const { texts } = this.#items;
    if (!texts.isLinked(text)) return -1;
    const met = this.#buckets === null ? this.#meetFew(text) : this.#meetInBuckets(text, this.#buckets);
    let best = -1;
    let bestSimilarity = 0;
    for (let index = 0; index < met; index += 1) {
      const place = candidates[index] ?? 0;
      // Texts that are much alike meet in most of their bands.
      if (candidates.indexOf(place) < index) continue;
      const similarity = texts.similarity(text, this.#items.textOf(this.#order.at(place)));
      if (similarity < NEAR_DUPLICATE_SIMILARITY || similarity <= bestSimilarity) continue;
      best = place;
      bestSimilarity = similarity;
    }
    return best;
  }

  /** Puts the representatives that share a key with the text into {@link candidates}, and gives their number. */
  #meetFew(text: number): number {
    const { texts } = this.#items;
    const ofBand = fewOfBand.fill(0);
    texts.keysInto(text, keysOfText);
    for (let index = 0; index < this.#representatives.length; index += 1) {
      const shared = texts.bandsWith(this.#representativeTexts.at(index), keysOfText);
      if (shared === 0) continue;
      const place = this.#representatives.at(index);
      for (let band = 0; band < SIGNATURE_BANDS; band += 1) {
        const size = ofBand[band] ?? 0;
        if (((shared >>> band) & 1) === 0 || size === LONGEST_BUCKET) continue;
        placesOfBands[band * LONGEST_BUCKET + size] = place;
        ofBand[band] = size + 1;
      }
    }
    let met = 0;
    for (let band = 0; band < SIGNATURE_BANDS; band += 1)
      for (let at = 0; at < (ofBand[band] ?? 0); at += 1)
        candidates[met++] = placesOfBands[band * LONGEST_BUCKET + at] ?? 0;
    return met;
  }

  /** As {@link #meetFew}, by the buckets. */
  #meetInBuckets(text: number, buckets: PlaceBuckets): number {
    const { texts } = this.#items;
    let met = 0;
    for (let band = 0; band < SIGNATURE_BANDS; band += 1) {
      const key = texts.keyAt(text, band);
      const holder = this.#byText.get(texts.firstOf(key));
      let first = holder >= 0 && (this.#done.at(holder) & IS_REPRESENTATIVE) !== 0 ? holder : -1;
      const end = met + LONGEST_BUCKET;
      for (const place of buckets.behind(key)) {
        if (first >= 0 && first < place) {
          candidates[met++] = first;
          first = -1;
        }
        if (met === end) break;
        candidates[met++] = place;
      }
      if (first >= 0 && met < end) candidates[met++] = first;
    }
    return met;
  }

  #enter(text: number, place: number): void {
    this.#representatives.push(place);
    this.#representativeTexts.push(text);
    if (this.#buckets !== null) this.#changeBuckets(text, (buckets, key) => buckets.push(key, place));
    else if (this.#representatives.length > fewRepresentatives) this.#fillBuckets();
  }

  #leave(text: number, place: number): void {
    // Items are taken back last first, so it is the last one.
    this.#representatives.length -= 1;
    this.#representativeTexts.length -= 1;
    this.#changeBuckets(text, (buckets, key) => buckets.pop(key, place));
  }

  #fillBuckets(): void {
    this.#buckets = new PlaceBuckets();
    for (let index = 0; index < this.#representatives.length; index += 1) {
      const place = this.#representatives.at(index);
      this.#changeBuckets(this.#representativeTexts.at(index), (buckets, key) => buckets.push(key, place));
    }
  }

  #changeBuckets(text: number, change: (buckets: PlaceBuckets, key: number) => void): void {
    const { texts } = this.#items;
    if (this.#buckets === null || !texts.isLinked(text)) return;
    for (let band = 0; band < SIGNATURE_BANDS; band += 1) {
      const key = texts.keyAt(text, band);
      if (texts.firstOf(key) !== text) change(this.#buckets, key);
    }
  }
}
