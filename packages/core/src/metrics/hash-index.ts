import { mix32 } from "./shingles.js";

const EMPTY = -1;
/** Highest share of used slots, and the growth factor beyond it. */
const fullAt = 0.75;
const growth = 1.3;
/** A large index is split into parts that grow one by one, so that it never holds all its slots twice. */
const parts = 64;
const splitAt = 16_384;

/** Finds numbers by a 32-bit hash of their items; the owner keeps the items. */
export class HashIndex {
  #parts: Part[] = [new Part()];
  #size = 0;
  readonly #hashOf: (item: number) => number;

  constructor(hashOf: (item: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The item of the hash that matches; -1 when there is none. */
  find(hash: number, isMatch: (item: number) => boolean): number {
    const place = this.#placeOf(hash);
    const part = this.#parts[Math.floor(place)];
    if (part === undefined) return EMPTY;
    const { slots } = part;
    for (let slot = homeOf(place, slots); ; slot = slot + 1 === slots.length ? 0 : slot + 1) {
      const item = slots[slot] ?? EMPTY;
      if (item === EMPTY || isMatch(item)) return item;
    }
  }

  /** Adds an item that is not there. */
  add(hash: number, item: number): void {
    if (this.#size === splitAt) this.#split();
    this.#size += 1;
    const place = this.#placeOf(hash);
    const part = this.#parts[Math.floor(place)];
    if (part === undefined) return;
    if (part.size + 1 > part.slots.length * fullAt) {
      const kept = part.slots;
      part.clear(Math.ceil(kept.length * growth));
      for (const other of kept) if (other !== EMPTY) part.put(this.#placeOf(this.#hashOf(other)), other);
    }
    part.put(place, item);
  }

  #split(): void {
    const whole = this.#parts.flatMap(({ slots }) => [...slots]);
    this.#parts = Array.from({ length: parts }, () => new Part());
    for (const part of this.#parts) part.clear(Math.ceil((splitAt * growth) / (fullAt * parts)));
    this.#size = 0;
    for (const item of whole) if (item !== EMPTY) this.add(this.#hashOf(item), item);
  }

  /** Number of the part, and how far down in it the hash belongs. */
  #placeOf(hash: number): number {
    return (mix32(hash) / 2 ** 32) * this.#parts.length;
  }
}

class Part {
  slots = new Int32Array(32).fill(EMPTY);
  size = 0;

  clear(length: number): void {
    this.slots = new Int32Array(length).fill(EMPTY);
    this.size = 0;
  }

  put(place: number, item: number): void {
    const { slots } = this;
    let slot = homeOf(place, slots);
    while (slots[slot] !== EMPTY) slot = slot + 1 === slots.length ? 0 : slot + 1;
    slots[slot] = item;
    this.size += 1;
  }
}

function homeOf(place: number, slots: Int32Array): number {
  return Math.floor((place - Math.floor(place)) * slots.length);
}
