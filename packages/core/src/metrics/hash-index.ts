import { mix32 } from "./shingles.js";

const EMPTY = -1;
/** Highest share of used slots, and the growth factor beyond it. */
const fullAt = 0.8;
const growth = 2;
/** A large index is split into parts that grow one by one, so that it never holds all its slots twice. */
const partCount = 64;
const splitAt = 16_384;
/** Bits of a slot for the number of the item; those left hold bits of its hash. */
const usualBits = 27;
const mostBits = 31;

/**
 * Finds numbers by a 32-bit hash of their items; the owner keeps the items. A few bits of the hash lie beside each number,
 * so that other items in the way need not be looked at: they lie all over the memory.
 */
export class HashIndex {
  #parts: Part[] = [new Part(32)];
  #size = 0;
  #itemBits = usualBits;
  #itemMask = 2 ** usualBits - 1;
  readonly #hashOf: (item: number) => number;

  constructor(hashOf: (item: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The item of the hash that matches; -1 when there is none. */
  find(hash: number, isMatch: (item: number) => boolean): number {
    const mixed = mix32(hash);
    const place = this.#placeOf(mixed);
    const { slots } = this.#parts[Math.floor(place)] as Part;
    const mark = this.#markOf(mixed);
    const itemMask = this.#itemMask;
    for (let slot = homeOf(place, slots); ; slot = slot + 1 === slots.length ? 0 : slot + 1) {
      const held = slots[slot] ?? EMPTY;
      if (held === EMPTY) return EMPTY;
      const item = held & itemMask;
      if ((held ^ item) === mark && isMatch(item)) return item;
    }
  }

  /** An item of just this hash; -1 when there is none. */
  findEqual(hash: number): number {
    const mixed = mix32(hash);
    const place = this.#placeOf(mixed);
    const { slots } = this.#parts[Math.floor(place)] as Part;
    const mark = this.#markOf(mixed);
    const itemMask = this.#itemMask;
    for (let slot = homeOf(place, slots); ; slot = slot + 1 === slots.length ? 0 : slot + 1) {
      const held = slots[slot] ?? EMPTY;
      if (held === EMPTY) return EMPTY;
      const item = held & itemMask;
      if ((held ^ item) === mark && this.#hashOf(item) === hash) return item;
    }
  }

  /** Adds an item from 0 that is not there. */
  add(hash: number, item: number): void {
    // All bits set is an empty slot.
    if (item >= this.#itemMask) this.#rebuild(this.#parts.length, mostBits);
    if (this.#size >= splitAt && this.#parts.length === 1) this.#rebuild(partCount, this.#itemBits);
    this.#size += 1;
    const mixed = mix32(hash);
    const place = this.#placeOf(mixed);
    const part = this.#parts[Math.floor(place)] as Part;
    if (part.size + 1 > part.slots.length * fullAt) {
      const kept = part.slots;
      part.clear(Math.ceil(kept.length * growth));
      for (const held of kept) if (held !== EMPTY) this.#put(held & this.#itemMask);
    }
    part.put(place, item | this.#markOf(mixed));
  }

  #rebuild(count: number, itemBits: number): void {
    const items = this.#parts.flatMap(({ slots }) =>
      [...slots].filter((held) => held !== EMPTY).map((held) => held & this.#itemMask),
    );
    this.#itemBits = itemBits;
    this.#itemMask = 2 ** itemBits - 1;
    // Parts of different sizes do not all grow at once.
    const room = (items.length * 1.5) / (fullAt * count);
    this.#parts = Array.from({ length: count }, (_, at) => new Part(Math.ceil(32 + room * growth ** (at / count))));
    for (const item of items) this.#put(item);
  }

  /** Puts an item into its part, which has room. */
  #put(item: number): void {
    const mixed = mix32(this.#hashOf(item));
    const place = this.#placeOf(mixed);
    (this.#parts[Math.floor(place)] as Part).put(place, item | this.#markOf(mixed));
  }

  /** The bits of a hash that lie beside the item. */
  #markOf(mixed: number): number {
    return this.#itemBits === mostBits ? 0 : mixed << this.#itemBits;
  }

  /** Number of the part, and how far down in it the hash belongs. */
  #placeOf(mixed: number): number {
    return (mixed / 2 ** 32) * this.#parts.length;
  }
}

class Part {
  slots: Int32Array;
  size = 0;

  constructor(length: number) {
    this.slots = new Int32Array(length).fill(EMPTY);
  }

  clear(length: number): void {
    this.slots = new Int32Array(length).fill(EMPTY);
    this.size = 0;
  }

  put(place: number, held: number): void {
    const { slots } = this;
    let slot = homeOf(place, slots);
    while (slots[slot] !== EMPTY) slot = slot + 1 === slots.length ? 0 : slot + 1;
    slots[slot] = held;
    this.size += 1;
  }
}

function homeOf(place: number, slots: Int32Array): number {
  return Math.floor((place - Math.floor(place)) * slots.length);
}
