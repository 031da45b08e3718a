type NumberArray = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** Numbers in a full block. Blocks never move, so that a long array needs no room for a copy of itself to grow. */
const blockBits = 13;
const blockLength = 1 << blockBits;
const inBlock = blockLength - 1;

/** A growable typed array in blocks: half the memory of a plain array, and a long one is never copied to grow. */
export class GrowingArray<Values extends NumberArray> {
  /** All blocks have full size, except that the first grows by doubling until it is full. */
  readonly #blocks: Values[];
  #room = 8;
  #length = 0;
  readonly #ofLength: (length: number) => Values;

  constructor(ofLength: (length: number) => Values) {
    this.#ofLength = ofLength;
    this.#blocks = [ofLength(this.#room)];
  }

  /** Numbers that were added. */
  get length(): number {
    return this.#length;
  }

  /** Shortens it. */
  set length(length: number) {
    this.#length = Math.min(length, this.#length);
  }

  /** The number at an index below the length; 0 at -1, and beyond the length of an array that was never shortened. */
  at(index: number): number {
    return this.#blocks[index >> blockBits]?.[index & inBlock] ?? 0;
  }

  /** Replaces a number. */
  set(index: number, value: number): void {
    const block = this.#blocks[index >> blockBits];
    if (block !== undefined) block[index & inBlock] = value;
  }

  /** Adds a number and gives its index. */
  push(value: number): number {
    const index = this.#length;
    if (index === this.#room) this.#grow();
    this.#length = index + 1;
    this.set(index, value);
    return index;
  }

  /** Sets the number at an index that may lie beyond the length; what lies between becomes 0. */
  put(index: number, value: number): void {
    while (this.#length <= index) this.push(0);
    this.set(index, value);
  }

  #grow(): void {
    if (this.#room >= blockLength) {
      this.#blocks.push(this.#ofLength(blockLength));
      this.#room += blockLength;
      return;
    }
    this.#room *= 2;
    const longer = this.#ofLength(this.#room);
    const [only] = this.#blocks;
    if (only !== undefined) longer.set(only);
    this.#blocks[0] = longer;
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
