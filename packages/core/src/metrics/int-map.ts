const EMPTY = -1;
/** Highest share of used slots, and the growth factor beyond it. */
const fullAt = 0.75;
const growth = 1.3;

/**
 * Numbers by whole number from 0, in two typed arrays: a `Map` of a million takes four times the memory. Open addressing
 * with linear probing; deleting closes the gap, so that lookups never get slower.
 */
export class IntMap {
  #keys = new Int32Array(8).fill(EMPTY);
  #values = new Int32Array(8);
  #size = 0;

  /** Number of keys. */
  get size(): number {
    return this.#size;
  }

  /** The value of a key; -1 when there is none. */
  get(key: number): number {
    const slot = this.#slotOf(key);
    return this.#keys[slot] === EMPTY ? -1 : (this.#values[slot] ?? -1);
  }

  /** Sets the value of a key, from 0. */
  set(key: number, value: number): void {
    let slot = this.#slotOf(key);
    if (this.#keys[slot] === EMPTY) {
      if (this.#size + 1 > this.#keys.length * fullAt) {
        this.#grow();
        slot = this.#slotOf(key);
      }
      this.#keys[slot] = key;
      this.#size += 1;
    }
    this.#values[slot] = value;
  }

  /** Forgets a key; one that is not there is passed over. */
  delete(key: number): void {
    let gap = this.#slotOf(key);
    if (this.#keys[gap] === EMPTY) return;
    for (let slot = this.#after(gap); this.#keys[slot] !== EMPTY; slot = this.#after(slot)) {
      const home = this.#home(this.#keys[slot] ?? 0);
      // Move an entry into the gap, unless its home slot is after the gap.
      if (this.#steps(home, slot) < this.#steps(gap, slot)) continue;
      this.#keys[gap] = this.#keys[slot] ?? EMPTY;
      this.#values[gap] = this.#values[slot] ?? 0;
      gap = slot;
    }
    this.#keys[gap] = EMPTY;
    this.#size -= 1;
  }

  /** Adds to the value of a key (0 if absent); removes a key whose value becomes 0. */
  add(key: number, amount: number): void {
    const value = Math.max(0, this.get(key)) + amount;
    if (value === 0) this.delete(key);
    else this.set(key, value);
  }

  #slotOf(key: number): number {
    let slot = this.#home(key);
    while (this.#keys[slot] !== EMPTY && this.#keys[slot] !== key) slot = this.#after(slot);
    return slot;
  }

  #home(key: number): number {
    return Math.floor((spread(key) / 2 ** 32) * this.#keys.length);
  }

  #after(slot: number): number {
    return slot + 1 === this.#keys.length ? 0 : slot + 1;
  }

  /** How many slots lie between the two, going round. */
  #steps(from: number, to: number): number {
    return to >= from ? to - from : to - from + this.#keys.length;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    const slots = Math.ceil(keys.length * growth);
    this.#keys = new Int32Array(slots).fill(EMPTY);
    this.#values = new Int32Array(slots);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] ?? EMPTY;
      if (key === EMPTY) continue;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#values[slot] = values[index] ?? 0;
    }
  }
}

function spread(key: number): number {
  // Fibonacci hashing: the slot is taken from the high bits, which every bit of the key reaches.
  const mixed = Math.imul(key ^ (key >>> 16), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
