import type { TextSpan } from "./text-model.js";

const TICKER = /^[A-Z0-9.-]{1,5}$/;

/**
 * Where any of `names` stands in a normalised text, as whole words in any case, a `$` before included; sorted and disjoint,
 * longer names first. Short all-capital names ("IT", "NOW", "ON") count only in capitals or after a `$`, unless nothing at
 * all is found that way: then any case will do. Empty when the text does not hold them.
 */
export function findMentions(text: string, names: readonly string[]): TextSpan[] {
  const known = [...new Set(names)]
    .filter((name) => name !== "")
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  if (known.length === 0) return [];
  const strict = search(text, known).filter(({ start, end }) => {
    const surface = text.slice(start, end);
    if (surface.startsWith("$")) return true;
    return known.some((name) => (TICKER.test(name) ? surface === name : sameInAnyCase(surface, name)));
  });
  return strict.length > 0 ? strict : search(text, known);
}

function search(text: string, names: readonly string[]): TextSpan[] {
  const anyName = names.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])\\$?(?:${anyName})(?![\\p{L}\\p{N}_])`, "giu");
  return [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function sameInAnyCase(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
