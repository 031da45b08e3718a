import { bandKey, SIGNATURE_BANDS, signatureOf } from "./min-hash.js";
import { mix32, normalisedText, pieceHashes } from "./shingles.js";

/** Bytes of a print that is not empty: 64 bits of the normalised text, and a 32-bit key a band. */
const TEXT_PRINT_BYTES = 8 + 4 * SIGNATURE_BANDS;

const noPrint = new Uint8Array(0);

/**
 * The print by which a text is compared, computed once and stored with it: a hash of its normalised form (equal for
 * texts that differ only in case, punctuation or addresses), and its MinHash band keys (texts that share none are
 * dissimilar). Empty when nothing is left to compare. Numbers are little-endian, so that a stored print means the same
 * on every machine.
 */
export function textPrint(text: string): Uint8Array {
  const normalised = normalisedText(text);
  if (normalised === "") return noPrint;
  const print = newPrint();
  const [high, low] = hash64(normalised);
  setNumber(print, 0, high);
  setNumber(print, 1, low);
  const signature = signatureOf(pieceHashes(normalised));
  for (let band = 0; band < SIGNATURE_BANDS; band += 1) setNumber(print, 2 + band, bandKey(signature, band));
  return print;
}

function setNumber(print: Uint8Array, index: number, number: number): void {
  print[4 * index] = number;
  print[4 * index + 1] = number >>> 8;
  print[4 * index + 2] = number >>> 16;
  print[4 * index + 3] = number >>> 24;
}

/** Prints made from one block of memory: a block for each costs more than the print. */
const printsAtOnce = 64;
let block = new ArrayBuffer(0);
let used = 0;

function newPrint(): Uint8Array {
  if (used + TEXT_PRINT_BYTES > block.byteLength) {
    block = new ArrayBuffer(printsAtOnce * TEXT_PRINT_BYTES);
    used = 0;
  }
  used += TEXT_PRINT_BYTES;
  return new Uint8Array(block, used - TEXT_PRINT_BYTES, TEXT_PRINT_BYTES);
}

/** The text of a document as it is compared with others: title and body. */
export function comparedText({ title, body }: { readonly title: string | null; readonly body: string | null }): string {
  if (title === null || body === null) return title ?? body ?? "";
  return `${title} ${body}`;
}

/** Numbers of 32 bits in a print that is not empty: two of the hash, then the band keys. */
export const PRINT_NUMBERS = TEXT_PRINT_BYTES / 4;

/** Reads the {@link PRINT_NUMBERS} of a print; false for an empty one, which has none. */
export function readPrint(print: Uint8Array, into: Uint32Array): boolean {
  if (print.byteLength !== TEXT_PRINT_BYTES) return false;
  for (let index = 0, at = 0; index < PRINT_NUMBERS; index += 1, at += 4) {
    const [first, second, third, last] = [print[at] ?? 0, print[at + 1] ?? 0, print[at + 2] ?? 0, print[at + 3] ?? 0];
    into[index] = first | (second << 8) | (third << 16) | (last << 24);
  }
  return true;
}

/** Two independent 32-bit hashes of a text: among a million texts of a day, two share both once in 37 million days. */
export function hash64(text: string): [high: number, low: number] {
  let high = 0x9e3779b9;
  let low = 0x85ebca77;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x27d4eb2f);
    high ^= high >>> 13;
    low = Math.imul(low ^ code, 0x165667b1);
    low ^= low >>> 16;
  }
  return [mix32(high ^ text.length), mix32(low + text.length)];
}
