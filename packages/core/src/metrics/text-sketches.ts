import { growingInts } from "./growing-array.js";
import { pieceHashes } from "./shingles.js";

/** Bits for each piece of a text, before the number is made a power of two; fewer would let more pairs through. */
const bitsPerPiece = 2;
const fewestWords = 8;
const bitsPerWord = 32;

/**
 * Recognises most pairs of dissimilar texts without their shingles. A sketch is a set of bits, one per shingle, chosen
 * by its hash. Bits set in only one of two sketches come from shingles of only one text. If there are more of them than
 * similar texts can have, the texts are dissimilar. Similar texts are never called dissimilar.
 */
export class TextSketches {
  /** Sketch after sketch: number of pieces, number of words, the words. */
  readonly #words = growingInts();

  /** Makes the sketch of a normalised text and gives its number. */
  add(normalised: string): number {
    const pieces = pieceHashes(normalised);
    let words = fewestWords;
    while (words * bitsPerWord < pieces.length * bitsPerPiece) words *= 2;
    const sketch = this.#words.push(pieces.length);
    this.#words.push(words);
    const first = sketch + 2;
    for (let word = 0; word < words; word += 1) this.#words.push(0);
    for (let at = 0; at < pieces.length; at += 1) {
      const bit = (pieces[at] ?? 0) & (words * bitsPerWord - 1);
      const place = first + (bit >>> 5);
      this.#words.set(place, this.#words.at(place) | (1 << (bit & 31)));
    }
    return sketch;
  }

  /** False when the Jaccard similarity of the two texts is certainly below `least`. */
  mayBeAlike(least: number, a: number, b: number): boolean {
    const [piecesA, piecesB] = [this.#words.at(a), this.#words.at(b)];
    // At s, the elements of one set alone are (1 − s) / (1 + s) of both counts; one more allows for rounding. Pieces that
    // come twice count twice, which makes it more.
    let spare = Math.floor(((1 - least) / (1 + least)) * (piecesA + piecesB)) + 1;
    const [wordsA, wordsB] = [this.#words.at(a + 1), this.#words.at(b + 1)];
    // The larger sketch is folded onto the smaller one, whose bits are the last digits of its own.
    const [small, words, large, others] = wordsA <= wordsB ? [a, wordsA, b, wordsB] : [b, wordsB, a, wordsA];
    for (let word = 0; word < words; word += 1) {
      let folded = 0;
      for (let other = word; other < others; other += words) folded |= this.#words.at(large + 2 + other);
      spare -= bitCount(this.#words.at(small + 2 + word) ^ folded);
      if (spare < 0) return false;
    }
    return true;
  }
}

/** Bits that are set in a 32-bit number. */
function bitCount(value: number): number {
  let bits = value - ((value >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
