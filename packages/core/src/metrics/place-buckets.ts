import { growingBytes, growingInts } from "./growing-array.js";
import { IntMap } from "./int-map.js";

/** Most places behind one key: the first ones. It bounds the cost of comparing one text. */
export const LONGEST_BUCKET = 4;

const nowhere: readonly number[] = [];

/**
 * Up to {@link LONGEST_BUCKET} ascending places by key, in typed arrays. Most keys have one place, which stands with the key;
 * buckets are for the others.
 */
export class PlaceBuckets {
  /** Twice the only place of a key, or twice the number of its bucket and one. */
  readonly #codes = new IntMap();
  readonly #sizes = growingBytes();
  readonly #places = growingInts();

  /** The places of a key. */
  behind(key: number): readonly number[] {
    const code = this.#codes.get(key);
    if (code < 0) return nowhere;
    if ((code & 1) === 0) return [code >> 1];
    const bucket = code >> 1;
    return Array.from({ length: this.#sizes.at(bucket) }, (_, index) => this.#at(bucket, index));
  }

  /** Adds a place to those of a key where there is room; a place that stands last already is not added again. */
  push(key: number, place: number): void {
    const code = this.#codes.get(key);
    if (code < 0) {
      this.#codes.set(key, place * 2);
      return;
    }
    if ((code & 1) === 0) {
      if (code >> 1 === place) return;
      const bucket = this.#sizes.push(2);
      for (let index = 0; index < LONGEST_BUCKET; index += 1) this.#places.push([code >> 1, place][index] ?? -1);
      this.#codes.set(key, bucket * 2 + 1);
      return;
    }
    const bucket = code >> 1;
    const size = this.#sizes.at(bucket);
    if (size === LONGEST_BUCKET || (size > 0 && this.#at(bucket, size - 1) === place)) return;
    this.#places.set(bucket * LONGEST_BUCKET + size, place);
    this.#sizes.set(bucket, size + 1);
  }

  /** Takes a place out where it stands last. */
  pop(key: number, place: number): void {
    const code = this.#codes.get(key);
    if (code < 0) return;
    const bucket = code >> 1;
    if ((code & 1) === 0) {
      if (bucket === place) this.#codes.delete(key);
      return;
    }
    const size = this.#sizes.at(bucket);
    if (size > 0 && this.#at(bucket, size - 1) === place) this.#sizes.set(bucket, size - 1);
  }

  #at(bucket: number, index: number): number {
    return this.#places.at(bucket * LONGEST_BUCKET + index);
  }
}
