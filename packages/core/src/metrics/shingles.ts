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
  return text
    .slice(0, 2 * comparedCharacters)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, " ")
    .replace(/\p{Cf}/gu, "")
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu, " ")
    .trim()
    .slice(0, comparedCharacters);
}

/**
 * The set of 32-bit hashes of all 5-character pieces of a normalised text, in ascending order; of the whole text when it
 * is shorter; empty for the empty text.
 */
export function shinglesOf(normalised: string): Uint32Array {
  if (normalised === "") return new Uint32Array(0);
  const count = Math.max(1, normalised.length - shingleLength + 1);
  const hashes = new Uint32Array(count);
  for (let start = 0; start < count; start += 1)
    hashes[start] = hashPiece(normalised, start, Math.min(normalised.length, start + shingleLength));
  hashes.sort();
  let distinct = 1;
  for (let index = 1; index < count; index += 1) {
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
