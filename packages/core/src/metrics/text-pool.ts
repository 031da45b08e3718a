import { growingBytes, growingHashes, growingInts } from "./growing-array.js";
import { HashIndex } from "./hash-index.js";
import { KeptTexts } from "./kept-texts.js";
import { SIGNATURE_BANDS } from "./min-hash.js";
import { jaccardFrom, normalisedText, shinglesOf } from "./shingles.js";
import { PRINT_NUMBERS, readPrint } from "./text-print.js";
import { TextSketches } from "./text-sketches.js";

/** Texts at least this similar (Jaccard similarity of their shingles) are near-duplicates. */
export const NEAR_DUPLICATE_SIMILARITY = 0.8;

const EMPTY = -1;
/** Number of texts whose shingles are cached; those of texts with copies are needed again and again. */
const mostShingles = 4_096;

/**
 * The distinct texts of a day, numbered from 0, by their prints. Texts that share a band key with another one are compared:
 * where they were not given with their prints, they are asked for with {@link wanted} and given with {@link tell}.
 */
export class TextPool {
  readonly #high = growingHashes();
  readonly #low = growingHashes();
  /** An entry for each band of each text: the band key where the text is the first to have it, else the first one's entry. */
  readonly #entries = growingHashes();
  /** Of each text, a bit for each band whose key it was the first to have. */
  readonly #firstBands = growingInts();
  /** Normalised texts. */
  readonly #texts = new KeptTexts();
  /** Sketch of a text that shares a key with another one and is known. */
  readonly #sketchOf = growingInts();
  readonly #sketches = new TextSketches();
  readonly #isLinked = growingBytes();
  readonly #byHash = new HashIndex((text) => this.#low.at(text));
  readonly #byKey = new HashIndex((entry) => this.#entries.at(entry));
  readonly #shingles = new Map<number, Uint32Array>();
  readonly #wanted = new Set<number>();
  /** The numbers of the print that is being added. */
  readonly #print = new Uint32Array(PRINT_NUMBERS);

  /**
   * Number of the text with the print; -1 for an empty print, which is like no other.
   *
   * @param words The text itself; null when it is not at hand, and may be asked for.
   */
  add(print: Uint8Array, words: string | null = null): number {
    const numbers = this.#print;
    if (!readPrint(print, numbers)) return -1;
    const [high, low] = [numbers[0] ?? 0, numbers[1] ?? 0];
    const known = this.#byHash.find(low, (text) => this.#low.at(text) === low && this.#high.at(text) === high);
    if (known !== EMPTY) {
      if (words !== null && !this.#texts.isKnown(known)) this.tell(known, words);
      return known;
    }
    const text = this.#high.push(high);
    this.#low.push(low);
    this.#byHash.add(low, text);
    this.#isLinked.push(0);
    this.#sketchOf.push(EMPTY);
    this.#texts.push(words === null ? null : normalisedText(words));
    let firstBands = 0;
    for (let band = 0; band < SIGNATURE_BANDS; band += 1) {
      const key = numbers[2 + band] ?? 0;
      const first = this.#byKey.findEqual(key);
      const entry = this.#entries.push(first === EMPTY ? key : first);
      if (first === EMPTY) {
        firstBands |= 1 << band;
        this.#byKey.add(key, entry);
      } else if (textOf(first) !== text) this.#link(textOf(first), text);
    }
    this.#firstBands.push(firstBands);
    return text;
  }

  /** Whether the text shares a band key with another one. */
  isLinked(text: number): boolean {
    return this.#isLinked.at(text) === 1;
  }

  /** Number of the key of a text in a band: equal for all texts that have it. */
  keyAt(text: number, band: number): number {
    const entry = text * SIGNATURE_BANDS + band;
    return ((this.#firstBands.at(text) >>> band) & 1) === 1 ? entry : this.#entries.at(entry);
  }

  /** Writes the keys of a text into an array of one for each band. */
  keysInto(text: number, keys: Float64Array): void {
    for (let band = 0; band < SIGNATURE_BANDS; band += 1) keys[band] = this.keyAt(text, band);
  }

  /** The bands in which a text has one of the keys, as bits; see {@link keysInto}. */
  bandsWith(text: number, keys: Float64Array): number {
    if (!this.isLinked(text)) return 0;
    const firstBands = this.#firstBands.at(text);
    let shared = 0;
    let entry = text * SIGNATURE_BANDS;
    for (let band = 0; band < SIGNATURE_BANDS; band += 1, entry += 1) {
      const key = ((firstBands >>> band) & 1) === 1 ? entry : this.#entries.at(entry);
      if (key === keys[band]) shared |= 1 << band;
    }
    return shared;
  }

  /** The text that was the first to have the key of the number. */
  firstOf(key: number): number {
    return textOf(key);
  }

  /** Texts that must be handed in before they can be compared. */
  wanted(): number[] {
    return [...this.#wanted];
  }

  /** Whether the text is among them. */
  isWanted(text: number): boolean {
    return this.#wanted.has(text);
  }

  /** Takes a text that was not given. */
  tell(text: number, words: string): void {
    this.#texts.set(text, normalisedText(words));
    if (this.#wanted.delete(text)) this.#sketch(text);
  }

  /** False when two texts are certainly not near-duplicates; either may be -1 for no text. */
  mayBeAlike(a: number, b: number): boolean {
    if (a === b) return a >= 0;
    if (a < 0 || b < 0 || !this.isLinked(a) || !this.isLinked(b)) return false;
    const [x, y] = [this.#sketchOf.at(a), this.#sketchOf.at(b)];
    return x === EMPTY || y === EMPTY || this.#sketches.mayBeAlike(NEAR_DUPLICATE_SIMILARITY, x, y);
  }

  /**
   * Jaccard similarity of the shingles of two linked texts where they are near-duplicates; else 0 or the exact value.
   *
   * @throws RangeError when one of them was never told.
   */
  similarity(a: number, b: number): number {
    const [x, y] = [this.#sketchOf.at(a), this.#sketchOf.at(b)];
    if (x === EMPTY || y === EMPTY) throw new RangeError(`Text ${x === EMPTY ? a : b} is not known.`);
    if (!this.#sketches.mayBeAlike(NEAR_DUPLICATE_SIMILARITY, x, y)) return 0;
    return jaccardFrom(NEAR_DUPLICATE_SIMILARITY, this.#shinglesOf(a), this.#shinglesOf(b));
  }

  #shinglesOf(text: number): Uint32Array {
    let shingles = this.#shingles.get(text);
    if (shingles === undefined) {
      if (this.#shingles.size >= mostShingles) this.#shingles.clear();
      shingles = shinglesOf(this.#texts.at(text));
      this.#shingles.set(text, shingles);
    }
    return shingles;
  }

  #link(one: number, other: number): void {
    for (const text of [one, other]) {
      if (this.#isLinked.at(text) === 1) continue;
      this.#isLinked.set(text, 1);
      if (this.#texts.isKnown(text)) this.#sketch(text);
      else this.#wanted.add(text);
    }
  }

  #sketch(text: number): void {
    this.#sketchOf.set(text, this.#sketches.add(this.#texts.at(text)));
  }
}

function textOf(entry: number): number {
  return Math.floor(entry / SIGNATURE_BANDS);
}
