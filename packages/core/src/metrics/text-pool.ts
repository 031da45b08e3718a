import { growingBytes, growingHashes } from "./growing-array.js";
import { SIGNATURE_BANDS } from "./min-hash.js";
import { mix32, normalisedText, shinglesOf } from "./shingles.js";
import { printNumbers } from "./text-print.js";

const EMPTY = -1;

/**
 * The distinct texts of a day, numbered from 0, by their prints. Shingles are needed only of texts that share a band with
 * another one: they are asked for with {@link wanted} and given with {@link tell}.
 */
export class TextPool {
  readonly #high = growingHashes();
  readonly #low = growingHashes();
  readonly #keys = growingHashes();
  readonly #linked = growingBytes();
  readonly #byHash = new HashIndex((text) => this.#low.at(text));
  readonly #byKey = new HashIndex((entry) => this.#keys.at(entry));
  readonly #shingles = new Map<number, Uint32Array>();
  readonly #wanted = new Set<number>();

  /** Number of the text with the print; -1 for an empty print, which is like no other. */
  add(print: Uint8Array): number {
    const [high, low, ...keys] = printNumbers(print);
    if (high === undefined || low === undefined) return -1;
    const known = this.#byHash.find(low, (text) => this.#low.at(text) === low && this.#high.at(text) === high);
    if (known !== EMPTY) return known;
    const text = this.#high.push(high);
    this.#low.push(low);
    this.#linked.push(0);
    this.#byHash.add(low, text);
    for (const key of keys) {
      const entry = this.#keys.push(key);
      const first = this.#firstEntry(key);
      if (first === EMPTY) this.#byKey.add(key, entry);
      else if (this.#textOf(first) !== text) this.#link(this.#textOf(first), text);
    }
    return text;
  }

  /** Whether the text shares a band key with another one. */
  isLinked(text: number): boolean {
    return this.#linked.at(text) === 1;
  }

  /** Band keys of a text, band by band. */
  keysOf(text: number): number[] {
    return Array.from({ length: SIGNATURE_BANDS }, (_, band) => this.#keys.at(text * SIGNATURE_BANDS + band));
  }

  /** The text that was the first to have the key. */
  firstOf(key: number): number {
    return this.#textOf(this.#firstEntry(key));
  }

  /** Texts whose shingles have to be told before they are compared. */
  wanted(): number[] {
    return [...this.#wanted];
  }

  /** Whether the text is among them. */
  isWanted(text: number): boolean {
    return this.#wanted.has(text);
  }

  /** Works out the shingles of a text. */
  tell(text: number, words: string): void {
    this.#shingles.set(text, shinglesOf(normalisedText(words)));
    this.#wanted.delete(text);
  }

  /** Shingles of a text that is linked. @throws RangeError when they were never told. */
  shinglesOf(text: number): Uint32Array {
    const shingles = this.#shingles.get(text);
    if (shingles === undefined) throw new RangeError(`The shingles of text ${text} are not known.`);
    return shingles;
  }

  #link(...texts: readonly number[]): void {
    for (const text of texts) {
      if (this.#linked.at(text) === 1) continue;
      this.#linked.set(text, 1);
      this.#wanted.add(text);
    }
  }

  #firstEntry(key: number): number {
    return this.#byKey.find(key, (entry) => this.#keys.at(entry) === key);
  }

  #textOf(entry: number): number {
    return Math.floor(entry / SIGNATURE_BANDS);
  }
}

/** Numbers found again by a 32-bit hash of what they stand for; what that is, the owner keeps. */
class HashIndex {
  #slots = new Int32Array(64).fill(EMPTY);
  #size = 0;
  readonly #hashOf: (item: number) => number;

  constructor(hashOf: (item: number) => number) {
    this.#hashOf = hashOf;
  }

  find(hash: number, isMatch: (item: number) => boolean): number {
    const mask = this.#slots.length - 1;
    for (let slot = mix32(hash) & mask; ; slot = (slot + 1) & mask) {
      const item = this.#slots[slot] ?? EMPTY;
      if (item === EMPTY || isMatch(item)) return item;
    }
  }

  add(hash: number, item: number): void {
    if ((this.#size + 1) * 10 > this.#slots.length * 7) {
      const old = this.#slots;
      this.#slots = new Int32Array(old.length * 2).fill(EMPTY);
      for (const kept of old) if (kept !== EMPTY) this.#place(this.#hashOf(kept), kept);
    }
    this.#place(hash, item);
    this.#size += 1;
  }

  #place(hash: number, item: number): void {
    const mask = this.#slots.length - 1;
    let slot = mix32(hash) & mask;
    while (this.#slots[slot] !== EMPTY) slot = (slot + 1) & mask;
    this.#slots[slot] = item;
  }
}
