import type { Asset } from "./asset.js";
import { foldPhrase } from "./fold-text.js";

const FORM_WORDS = new Set(
  "inc corp corporation co company plc ltd limited ag sa se nv group holdings holding the and of trust fund etf class adr common stock a b c".split(
    " ",
  ),
);

/** The words of an asset's name and aliases that tell it from others, folded. */
export function distinguishingWords(asset: Asset): string[] {
  return [asset.name ?? "", ...asset.aliases]
    .flatMap((phrase) => foldPhrase(phrase).split(" "))
    .filter((word) => word.length > 0 && !FORM_WORDS.has(word));
}

/** Knows who owns which spelling, so that an import cannot give one company another's name. */
export class AliasClaims {
  readonly #owners = new Map<string, Set<string>>();
  readonly #builtIn = new Map<string, Set<string>>();
  readonly #counted = new Set<string>();

  /** @param knownOf The built-in asset that a row belongs to, if any. */
  constructor(assets: readonly Asset[], knownOf: (asset: Asset) => Asset | undefined) {
    for (const asset of assets) {
      const company = companyOf(knownOf(asset) ?? asset);
      for (const phrase of [asset.name ?? "", ...asset.aliases].map(foldPhrase)) {
        if (phrase === "") continue;
        claim(this.#owners, phrase, company);
        if (asset.origin === "built_in") claim(this.#builtIn, phrase, company);
      }
    }
  }

  get dropped(): number {
    return this.#counted.size;
  }

  /** Whether no other company claims the alias. Built-in assets ignore claims of imported ones. */
  mayHave(asset: Asset, alias: string): boolean {
    const phrase = foldPhrase(alias);
    const company = companyOf(asset);
    const builtIn = this.#builtIn.get(phrase);
    const rivals = asset.origin === "built_in" ? builtIn : (builtIn ?? this.#owners.get(phrase));
    const isFree = phrase !== "" && (rivals === undefined || [...rivals].every((owner) => owner === company));
    if (!isFree) this.#counted.add(`${asset.key} ${phrase}`);
    return isFree;
  }
}

function claim(map: Map<string, Set<string>>, phrase: string, company: string): void {
  const owners = map.get(phrase);
  if (owners === undefined) map.set(phrase, new Set([company]));
  else owners.add(company);
}

/** Built-in listings are one company by their primary; imported ones, which name none, by equal names. */
function companyOf(asset: Asset): string {
  if (asset.origin === "built_in") return `= ${asset.primary ?? asset.key}`;
  return distinguishingWords({ ...asset, aliases: [] }).join(" ");
}
