type NumberArray = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** Arrays double up to this length and then grow by a quarter, so that long ones waste little. */
const doublesUpTo = 65_536;

/** A growable typed array: half the memory of a plain array of numbers. */
export class GrowingArray<Values extends NumberArray> {
  #values: Values;
  #length = 0;
  readonly #ofLength: (length: number) => Values;

  constructor(ofLength: (length: number) => Values) {
    this.#ofLength = ofLength;
    this.#values = ofLength(8);
  }

  /** Numbers that were added. */
  get length(): number {
    return this.#length;
  }

  /** Shortens it. */
  set length(length: number) {
    this.#length = Math.min(length, this.#length);
  }

  /** The number at an index below the length. */
  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  /** Replaces a number. */
  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  /** Adds a number and gives its index. */
  push(value: number): number {
    if (this.#length === this.#values.length) {
      const longer = this.#ofLength(Math.ceil(this.#length * (this.#length < doublesUpTo ? 2 : 1.25)));
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
    return this.#length - 1;
  }
}

/** Whole numbers of either sign. */
export const growingInts = () => new GrowingArray((length) => new Int32Array(length));
/** Numbers of any kind. */
export const growingDoubles = () => new GrowingArray((length) => new Float64Array(length));
/** 32-bit hashes. */
export const growingHashes = () => new GrowingArray((length) => new Uint32Array(length));
/** Small numbers from 0 to 255. */
export const growingBytes = () => new GrowingArray((length) => new Uint8Array(length));
