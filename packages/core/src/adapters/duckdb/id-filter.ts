/** Bits per document: one absent id in 100,000 looks present. */
const bitsPerId = 32;
const bitsPerBlock = 512;
const probes = 10;
const bytesPerBlock = bitsPerBlock / 8;

/** The two halves of the 64-bit hash of an id. */
export type IdHash = readonly [high: number, low: number];

/** Splits a hash from the engine into halves. */
export function halvesOf(hash: bigint): IdHash {
  return [Number(hash >> 32n), Number(hash & 0xffffffffn)];
}

/**
 * A blocked Bloom filter over 64-bit hashes (Putze, Sanders & Singler 2007): tells which ids are certainly not in a
 * file, and never says no to an id that is inside.
 */
export class IdFilter {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** A filter of the hashes. */
  static of(hashes: readonly IdHash[]): IdFilter {
    const filter = IdFilter.ofSize(hashes.length);
    for (const hash of hashes) filter.add(hash);
    return filter;
  }

  /** An empty filter with room for a number of hashes. */
  static ofSize(count: number): IdFilter {
    const blocks = Math.max(1, Math.ceil((count * bitsPerId) / bitsPerBlock));
    return new IdFilter(new Uint8Array(blocks * bytesPerBlock));
  }

  add(hash: IdHash): void {
    this.#visit(hash, (byte, bit) => {
      this.bytes[byte] = (this.bytes[byte] ?? 0) | bit;
      return true;
    });
  }

  /** False when the id of the hash is certainly not inside. */
  mayHold(hash: IdHash): boolean {
    return this.#visit(hash, (byte, bit) => ((this.bytes[byte] ?? 0) & bit) !== 0);
  }

  #visit([high, low]: IdHash, each: (byte: number, bit: number) => boolean): boolean {
    const blocks = this.bytes.length / bytesPerBlock;
    const first = Math.floor((high / 2 ** 32) * blocks) * bytesPerBlock;
    // Probes step through the block as in enhanced double hashing (Dillinger & Manolios 2004), with three parts of the
    // low word: with two, too many ids would collide. The first step is odd, so that it reaches every bit.
    let place = low & (bitsPerBlock - 1);
    let step = ((low >>> 9) & (bitsPerBlock - 1)) | 1;
    const more = (low >>> 18) & (bitsPerBlock - 1);
    for (let probe = 0; probe < probes; probe += 1) {
      if (!each(first + (place >>> 3), 1 << (place & 7))) return false;
      place = (place + step) & (bitsPerBlock - 1);
      step += more + probe;
    }
    return true;
  }
}
