const EMPTY = -1;

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
      if ((this.#size + 1) * 3 > this.#keys.length * 2) {
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
    const mask = this.#keys.length - 1;
    for (let slot = (gap + 1) & mask; this.#keys[slot] !== EMPTY; slot = (slot + 1) & mask) {
      const home = spread(this.#keys[slot] ?? 0) & mask;
      // An entry moves into the gap unless its own place lies behind it.
      if (((slot - home) & mask) < ((slot - gap) & mask)) continue;
      this.#keys[gap] = this.#keys[slot] ?? EMPTY;
      this.#values[gap] = this.#values[slot] ?? 0;
      gap = slot;
    }
    this.#keys[gap] = EMPTY;
    this.#size -= 1;
  }

  /** Adds to the value of a key, 0 where there is none; a value of 0 is forgotten. */
  add(key: number, amount: number): void {
    const value = Math.max(0, this.get(key)) + amount;
    if (value === 0) this.delete(key);
    else this.set(key, value);
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = spread(key) & mask;
    while (this.#keys[slot] !== EMPTY && this.#keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Int32Array(keys.length * 2).fill(EMPTY);
    this.#values = new Int32Array(keys.length * 2);
    for (const [index, key] of keys.entries()) {
      if (key === EMPTY) continue;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#values[slot] = values[index] ?? 0;
    }
  }
}

function spread(key: number): number {
  const mixed = Math.imul(key ^ (key >>> 16), 0x45d9f3b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
