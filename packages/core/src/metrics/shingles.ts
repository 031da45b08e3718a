/** Characters of a text that are compared; more would make one long post cost as much as hundreds of short ones. */
const comparedCharacters = 2000;
/** Length of a shingle. Characters instead of words: works for short posts, for languages without spaces and for typos. */
const shingleLength = 5;

/**
 * The part of a text that counts when two are compared: its first 4,000 characters without links and invisible
 * characters, in one Unicode form (NFKC) and lower case, letters, digits and pictographs only, one space between words,
 * cut to 2,000 characters. Empty when nothing is left.
 */
export function normalisedText(text: string): string {
  const compared = text.length > 2 * comparedCharacters ? text.slice(0, 2 * comparedCharacters) : text;
  return isAscii(compared) ? normalisedAscii(compared) : normalisedUnicode(compared);
}

/** Most posts are plain ASCII, whose one form, letters and marks are told without tables. */
function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}

function normalisedAscii(text: string): string {
  const lower = text.toLowerCase();
  const linkless = lower.includes("://") ? lower.replace(/https?:\/\/\S+/g, " ") : lower;
  return linkless
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .slice(0, comparedCharacters);
}

function normalisedUnicode(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/\p{Cf}/gu, "")
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu, " ")
    .trim()
    .slice(0, comparedCharacters);
}

/** 32-bit hashes of all 5-character pieces of a normalised text, as they come; of the whole text when it is shorter. */
export function pieceHashes(normalised: string): Uint32Array {
  if (normalised === "") return new Uint32Array(0);
  const count = Math.max(1, normalised.length - shingleLength + 1);
  const hashes = new Uint32Array(count);
  for (let start = 0; start < count; start += 1)
    hashes[start] = hashPiece(normalised, start, Math.min(normalised.length, start + shingleLength));
  return hashes;
}

/** The set of {@link pieceHashes}, in ascending order; empty for the empty text. */
export function shinglesOf(normalised: string): Uint32Array {
  const hashes = pieceHashes(normalised).sort();
  let distinct = Math.min(1, hashes.length);
  for (let index = 1; index < hashes.length; index += 1) {
    const hash = hashes[index] ?? 0;
    if (hash === hashes[distinct - 1]) continue;
    hashes[distinct] = hash;
    distinct += 1;
  }
  return hashes.slice(0, distinct);
}

/** Jaccard similarity of two ascending sets: shared elements over all elements, 0 to 1; 0 when one is empty. */
export function jaccard(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const difference = (a[i] ?? 0) - (b[j] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return shared === 0 ? 0 : shared / (a.length + b.length - shared);
}

/**
 * The same where it is at least `least`, else 0 or the exact value: it gives up as soon as too many elements are not shared.
 *
 * @param least From 0 to 1.
 */
export function jaccardFrom(least: number, a: Uint32Array, b: Uint32Array): number {
  const elements = a.length + b.length;
  // At s, the elements of one set alone are (1 − s) / (1 + s) of both counts; one more allows for rounding.
  let spare = Math.floor(((1 - least) / (1 + least)) * elements) + 1;
  if (Math.abs(a.length - b.length) > spare) return 0;
  let [shared, i, j] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i] ?? 0, b[j] ?? 0];
    if (x === y) {
      shared += 1;
      i += 1;
      j += 1;
      continue;
    }
    spare -= 1;
    if (spare < 0) return 0;
    if (x < y) i += 1;
    else j += 1;
  }
  return shared === 0 ? 0 : shared / (elements - shared);
}

/** Spreads the bits of a 32-bit number over all of it (MurmurHash3's finaliser); 0 to 2³² − 1. */
export function mix32(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function hashPiece(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix32(hash);
}
