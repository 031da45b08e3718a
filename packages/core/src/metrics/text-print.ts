import { bandKeys, SIGNATURE_BANDS, signatureOf } from "./min-hash.js";
import { mix32, normalisedText, pieceHashes } from "./shingles.js";

/** Bytes of a print that is not empty: 64 bits of the normalised text, and a 32-bit key a band. */
export const TEXT_PRINT_BYTES = 8 + 4 * SIGNATURE_BANDS;

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
  const print = new DataView(new ArrayBuffer(TEXT_PRINT_BYTES));
  const [high, low] = hash64(normalised);
  print.setUint32(0, high, true);
  print.setUint32(4, low, true);
  bandKeys(signatureOf(pieceHashes(normalised))).forEach((key, band) => print.setUint32(8 + 4 * band, key, true));
  return new Uint8Array(print.buffer);
}

/** The text of a document as it is compared with others: title and body. */
export function comparedText({ title, body }: { readonly title: string | null; readonly body: string | null }): string {
  return [title, body].filter((part) => part !== null).join(" ");
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
