const noValues = new Float64Array(0);
const noCounts = new Uint32Array(0);

/**
 * A multiset of numbers in ascending order. The sum of floating-point numbers depends on their order; summed in
 * ascending order, it depends on the numbers only.
 */
export class AscendingNumbers {
  #values = noValues;
  #counts = noCounts;
  #length = 0;
  /** Values with a count of 0 that still have a slot. */
  #unused = 0;
  /** Changes since the last sort. */
  #added: number[] = [];
  #removed: number[] = [];

  add(value: number): void {
    this.#added.push(value);
  }

  /** Takes a value out that was added before. */
  remove(value: number): void {
    this.#removed.push(value);
  }

  /**
   * The sum of all, taken from the smallest to the largest.
   *
   * @param start What is there already; the numbers are added to it one by one.
   */
  sum(start = 0): number {
    this.#settle();
    let sum = start;
    for (let at = 0; at < this.#length; at += 1) {
      const value = this.#values[at] ?? 0;
      for (let left = this.#counts[at] ?? 0; left > 0; left -= 1) sum += value;
    }
    return sum;
  }

  /** Whether everything that was added has been taken out again. */
  isEmpty(): boolean {
    this.#settle();
    return this.#unused === this.#length;
  }

  /** How many numbers there are. */
  size(): number {
    this.#settle();
    let size = 0;
    for (let at = 0; at < this.#length; at += 1) size += this.#counts[at] ?? 0;
    return size;
  }

  #settle(): void {
    const fresh: number[] = [];
    for (const value of this.#added) if (!this.#count(value, 1)) fresh.push(value);
    this.#added = [];
    if (fresh.length > 0) this.#insert(Float64Array.from(fresh).sort());
    for (const value of this.#removed) this.#count(value, -1);
    this.#removed = [];
    if (this.#unused > 16 && this.#unused * 2 > this.#length) this.#closeGaps();
  }

  /** Counts a value that has a place; false where it has none. */
  #count(value: number, by: 1 | -1): boolean {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#values[middle] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    if (low === this.#length || this.#values[low] !== value) return false;
    const count = (this.#counts[low] ?? 0) + by;
    this.#counts[low] = count;
    if (count === 0) this.#unused += 1;
    else if (count === 1 && by === 1) this.#unused -= 1;
    return true;
  }

  /** Puts ascending values into their places; none of them has one. */
  #insert(fresh: Float64Array): void {
    let distinct = 0;
    for (let at = 0; at < fresh.length; at += 1) if (at === 0 || fresh[at] !== fresh[at - 1]) distinct += 1;
    const length = this.#length + distinct;
    if (length > this.#values.length) {
      const room = Math.ceil(length * 1.25);
      const [values, counts] = [new Float64Array(room), new Uint32Array(room)];
      values.set(this.#values.subarray(0, this.#length));
      counts.set(this.#counts.subarray(0, this.#length));
      this.#values = values;
      this.#counts = counts;
    }
    // From the end, so that nothing is overwritten before it has moved.
    let [old, next, to] = [this.#length - 1, fresh.length - 1, length - 1];
    while (next >= 0) {
      const value = fresh[next] ?? 0;
      if (old >= 0 && (this.#values[old] ?? 0) > value) {
        this.#values[to] = this.#values[old] ?? 0;
        this.#counts[to] = this.#counts[old] ?? 0;
        old -= 1;
      } else {
        let count = 0;
        for (; next >= 0 && fresh[next] === value; next -= 1) count += 1;
        this.#values[to] = value;
        this.#counts[to] = count;
      }
      to -= 1;
    }
    this.#length = length;
  }

  #closeGaps(): void {
    let to = 0;
    for (let at = 0; at < this.#length; at += 1) {
      if (this.#counts[at] === 0) continue;
      this.#values[to] = this.#values[at] ?? 0;
      this.#counts[to] = this.#counts[at] ?? 0;
      to += 1;
    }
    this.#length = to;
    this.#unused = 0;
  }
}
