import { minHashMemory, minHashModule, ORDERINGS_AT_ONCE } from "./min-hash-module.js";
import { mix32 } from "./shingles.js";

/** Bands of a signature, and hashes in each. Two texts meet when they agree in all hashes of any band. */
export const SIGNATURE_BANDS = 20;
const BAND_ROWS = 5;
const hashCount = SIGNATURE_BANDS * BAND_ROWS;

/** Fixed, so that the same texts give the same answer on every machine and day. */
const seed = 0x5eed1e57;
const multipliers = Int32Array.from({ length: hashCount }, (_, index) => mix32(seed + 2 * index) | 1);
const increments = Int32Array.from({ length: hashCount }, (_, index) => mix32(seed + 2 * index + 1));
/** Turns the order of unsigned numbers into that of signed ones, which the engine compares without leaving integers. */
const signed = 0x80000000 | 0;

/**
 * MinHash signature of a set of 32-bit hashes (Broder 1997): the smallest value of each of 100 random orderings. The
 * share of equal places in two signatures estimates the Jaccard similarity of the sets. All places are 2³² − 1 for the
 * empty set. Neither the order of the hashes nor how often each is given matters.
 */
export function signatureOf(shingles: Uint32Array): Uint32Array {
  return vectors === null || shingles.length > vectors.hashes.length
    ? plainSignatureOf(shingles)
    : vectors.signatureOf(shingles);
}

/** {@link signatureOf} without WebAssembly, for machines that lack its vectors and for sets that exceed its memory. */
export function plainSignatureOf(shingles: Uint32Array): Uint32Array {
  const signature = new Uint32Array(hashCount);
  const hashes = new Int32Array(shingles.buffer, shingles.byteOffset, shingles.length);
  // Two orderings at a time: each hash is read half as often. Adding the sign bit and flipping it are the same.
  for (let index = 0; index < hashCount; index += 2) {
    const [factorA, factorB] = [multipliers[index] ?? 1, multipliers[index + 1] ?? 1];
    const addedA = ((increments[index] ?? 0) + signed) | 0;
    const addedB = ((increments[index + 1] ?? 0) + signed) | 0;
    let [leastA, leastB] = [0x7fffffff, 0x7fffffff];
    for (let at = 0; at < hashes.length; at += 1) {
      const hash = hashes[at] ?? 0;
      const a = (Math.imul(hash, factorA) + addedA) | 0;
      const b = (Math.imul(hash, factorB) + addedB) | 0;
      leastA = a < leastA ? a : leastA;
      leastB = b < leastB ? b : leastB;
    }
    signature[index] = leastA ^ signed;
    signature[index + 1] = leastB ^ signed;
  }
  return signature;
}

/** The part of WebAssembly that is used here; its types are a browser's. */
interface Assembly {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer };
      readonly least: (base: number, end: number) => void;
    };
  };
}

/** {@link signatureOf} by WebAssembly. */
class Vectors {
  /** Where the set is put. */
  readonly hashes: Uint32Array;
  readonly #least: (base: number, end: number) => void;
  readonly #signature: Uint32Array;

  constructor({ Instance, Module }: Assembly) {
    const { memory, least } = new Instance(new Module(minHashModule)).exports;
    const { buffer } = memory;
    this.#least = least;
    this.hashes = new Uint32Array(buffer, minHashMemory.hashes);
    this.#signature = new Uint32Array(buffer, minHashMemory.least, hashCount);
    new Int32Array(buffer, minHashMemory.factors, hashCount).set(multipliers);
    new Int32Array(buffer, minHashMemory.added, hashCount).set(increments);
  }

  signatureOf(shingles: Uint32Array): Uint32Array {
    this.hashes.set(shingles);
    const end = minHashMemory.hashes + 4 * shingles.length;
    for (let first = 0; first < hashCount; first += ORDERINGS_AT_ONCE) this.#least(4 * first, end);
    return this.#signature.slice();
  }
}

/** Null where the machine has no vectors, or keeps numbers the other way round than WebAssembly. */
function vectorsOrNull(): Vectors | null {
  const { WebAssembly: assembly } = globalThis as { readonly WebAssembly?: Assembly };
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  return isLittleEndian && assembly?.validate(minHashModule) === true ? new Vectors(assembly) : null;
}

/**
 * One key per band. Texts with Jaccard similarity s share a band with probability 1 − (1 − s⁵)²⁰: 99.96 % at 0.8, 47 %
 * at 0.5, 5 % at 0.3.
 */
export function bandKeys(signature: Uint32Array): number[] {
  return Array.from({ length: SIGNATURE_BANDS }, (_, band) => bandKey(signature, band));
}

/** The key of one band, see {@link bandKeys}. */
export function bandKey(signature: Uint32Array, band: number): number {
  let key = mix32(seed ^ band);
  for (let row = 0; row < BAND_ROWS; row += 1) key = mix32(key ^ (signature[band * BAND_ROWS + row] ?? 0));
  return key;
}

const vectors = vectorsOrNull();
