import { growingInts } from "./growing-array.js";

const chunkBytes = 1 << 20;
/** Texts start at multiples of so many bytes, so that a 32-bit number names any place within eight GiB. */
const alignment = 4;
/** A short text has its length before it; any other a mark of its form, and a length of 32 bits. */
const longFrom = 254;
const longPlain = 254;
const longWide = 255;
const longHeadBytes = 5;

/**
 * Texts by number, stored as one byte per character where possible, outside the garbage-collected heap: a day has
 * millions of them.
 */
export class KeptTexts {
  readonly #chunks: Buffer[] = [];
  #free = chunkBytes;
  /** Places by number; -1 where the text is not known. */
  readonly #places = growingInts();

  /** Texts, known or not. */
  get length(): number {
    return this.#places.length;
  }

  /** Adds a text, or a place for one that is not known yet, and gives its number. */
  push(text: string | null): number {
    return this.#places.push(text === null ? -1 : this.#write(text));
  }

  /** Tells a text that was not known. */
  set(number: number, text: string): void {
    this.#places.set(number, this.#write(text));
  }

  isKnown(number: number): boolean {
    return this.#places.at(number) >= 0;
  }

  /** The text; empty where it is not known. */
  at(number: number): string {
    const place = this.#places.at(number) * alignment;
    if (place < 0) return "";
    const chunk = this.#chunks[Math.floor(place / chunkBytes)];
    const start = place % chunkBytes;
    if (chunk === undefined) return "";
    const head = chunk[start] ?? 0;
    const isLong = head === longPlain || head === longWide;
    const from = start + (isLong ? longHeadBytes : 1);
    const length = isLong ? chunk.readUInt32LE(start + 1) : head;
    return chunk.toString(head === longWide ? "utf16le" : "latin1", from, from + length);
  }

  #write(text: string): number {
    const isWide = !isLatin1(text);
    const length = isWide ? 2 * text.length : text.length;
    const isLong = isWide || length >= longFrom;
    const headBytes = isLong ? longHeadBytes : 1;
    const room = Math.ceil((headBytes + length) / alignment) * alignment;
    if (this.#free + room > chunkBytes) {
      // A text longer than a chunk gets a chunk of its own.
      this.#chunks.push(Buffer.allocUnsafeSlow(Math.max(chunkBytes, room)));
      this.#free = 0;
    }
    const chunk = this.#chunks.at(-1) as Buffer;
    const start = this.#free;
    chunk[start] = isWide ? longWide : isLong ? longPlain : length;
    if (isLong) chunk.writeUInt32LE(length, start + 1);
    chunk.write(text, start + headBytes, isWide ? "utf16le" : "latin1");
    this.#free += room;
    return ((this.#chunks.length - 1) * chunkBytes + start) / alignment;
  }
}

function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 255) return false;
  return true;
}
