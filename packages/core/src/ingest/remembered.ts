import { growingHashes } from "../metrics/growing-array.js";
import { HashIndex } from "../metrics/hash-index.js";
import { hash64 } from "../metrics/text-print.js";

/** Most remembered entries. Records about the same thing are rarely further apart than half of it. */
const MAX_ENTRIES = 500_000;

/**
 * Remembers what a run has seen, within bounded memory: 14 bytes an entry. The older half of the entries is forgotten at
 * once, and they count as new when they return. Entries are told apart by 64 bits; that two of them are taken for one can
 * happen once in a hundred million full memories.
 */
export class Remembered {
  #recent = new Entries();
  #older = new Entries();

  /** Remembers the entry. @returns Whether it is new. */
  isNew(entry: string): boolean {
    const [high, low] = hash64(entry);
    if (this.#recent.has(high, low)) return false;
    const known = this.#older.has(high, low);
    if (this.#recent.size >= MAX_ENTRIES / 2) {
      this.#older = this.#recent;
      this.#recent = new Entries();
    }
    this.#recent.add(high, low);
    return !known;
  }
}

class Entries {
  readonly #high = growingHashes();
  readonly #low = growingHashes();
  readonly #byLow = new HashIndex((entry) => this.#low.at(entry));

  get size(): number {
    return this.#low.length;
  }

  has(high: number, low: number): boolean {
    return this.#byLow.find(low, (other) => this.#low.at(other) === low && this.#high.at(other) === high) >= 0;
  }

  add(high: number, low: number): void {
    this.#high.push(high);
    this.#byLow.add(low, this.#low.push(low));
  }
}
