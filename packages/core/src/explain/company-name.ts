import { legalSuffixes, withoutListing } from "../linking/name-forms.js";
import type { Asset } from "../subjects/asset.js";

/** The company as a sentence calls it: its name without what only says what kind of body it is; the key where it has no name. */
export function companyName(asset: Asset): string {
  const words = withoutListing(asset.name ?? asset.key)
    .replace(/^The (?=\S+ \S)/, "")
    .split(/\s+/);
  while (words.length > 1 && isEnding(words.at(-1) ?? "")) words.pop();
  return words.join(" ").replace(/[,&\s]+$/, "");
}

function isEnding(word: string): boolean {
  const plain = word.replaceAll(/[.,]/g, "").toLowerCase();
  return ["", "&", "and", "aktiengesellschaft"].includes(plain) || legalSuffixes.has(plain);
}
