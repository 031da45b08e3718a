/** One-letter endings after a dot that name an exchange (Frankfurt, London, Tokyo, TSX Venture), not a share class. */
const ONE_LETTER_SUFFIXES = new Set(["F", "L", "T", "V"]);

const CLASS_FORM = /^([A-Z0-9]{1,8})[.-]([A-Z])$/;
const HYPHEN_CLASS = /-([A-Z])(?=\.|$)/;

/**
 * The spelling under which keys are compared: upper case, and a share class always after a hyphen, so `BRK.B` and `brk-b`
 * are one. A dot before F, L, T or V is an exchange suffix and stays: `AZN.L` is not a class of `AZN`.
 */
export function foldedKey(text: string): string {
  const upper = text.toUpperCase();
  const parts = CLASS_FORM.exec(upper);
  if (parts?.[1] === undefined || parts[2] === undefined) return upper;
  if (upper.includes(".") && ONE_LETTER_SUFFIXES.has(parts[2])) return upper;
  return `${parts[1]}-${parts[2]}`;
}

/** The second spelling to try for a dotted F, L, T or V: the share class, for the few companies that have one. */
export function classReading(folded: string): string | null {
  const parts = CLASS_FORM.exec(folded);
  return parts?.[1] !== undefined && parts[2] !== undefined && folded.includes(".") ? `${parts[1]}-${parts[2]}` : null;
}

/** `BRK-B` without its class mark, `BRKB`, or null when the key has no class. */
export function unmarkedClass(folded: string): string | null {
  return HYPHEN_CLASS.test(folded) ? folded.replace(HYPHEN_CLASS, "$1") : null;
}

/** The exchange suffix of a key (`AZN.L` has `L`), or null. */
export function listingSuffix(key: string): string | null {
  const folded = foldedKey(key);
  const dot = folded.lastIndexOf(".");
  return dot > 0 && dot < folded.length - 1 ? folded.slice(dot + 1) : null;
}

/** The key without its exchange suffix: `AZN.L` is `AZN`, `BRK-B` stays. */
export function rootTicker(key: string): string {
  const folded = foldedKey(key);
  const dot = folded.lastIndexOf(".");
  return dot > 0 ? folded.slice(0, dot) : folded;
}
