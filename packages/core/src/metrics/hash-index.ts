import { mix32 } from "./shingles.js";

const EMPTY = -1;
/** Highest share of used slots, and the growth factor beyond it. */
const fullAt = 0.75;
const growth = 1.3;

/** Finds numbers by a 32-bit hash of their items; the owner keeps the items. */
export class HashIndex {
  #slots = new Int32Array(32).fill(EMPTY);
  #size = 0;
  readonly #hashOf: (item: number) => number;

  constructor(hashOf: (item: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The item of the hash that matches; -1 when there is none. */
  find(hash: number, isMatch: (item: number) => boolean): number {
    for (let slot = this.#home(hash); ; slot = this.#after(slot)) {
      const item = this.#slots[slot] ?? EMPTY;
      if (item === EMPTY || isMatch(item)) return item;
    }
  }

  /** Adds an item that is not there. */
  add(hash: number, item: number): void {
    if (this.#size + 1 > this.#slots.length * fullAt) {
      const old = this.#slots;
      this.#slots = new Int32Array(Math.ceil(old.length * growth)).fill(EMPTY);
      for (const kept of old) if (kept !== EMPTY) this.#place(this.#hashOf(kept), kept);
    }
    this.#place(hash, item);
    this.#size += 1;
  }

  #place(hash: number, item: number): void {
    let slot = this.#home(hash);
    while (this.#slots[slot] !== EMPTY) slot = this.#after(slot);
    this.#slots[slot] = item;
  }

  #home(hash: number): number {
    return Math.floor((mix32(hash) / 2 ** 32) * this.#slots.length);
  }

  #after(slot: number): number {
    return slot + 1 === this.#slots.length ? 0 : slot + 1;
  }
}
