import type { Asset } from "../subjects/asset.js";
import { precedence } from "../subjects/asset-precedence.js";
import { foldedKey, listingSuffix, rootTicker } from "../subjects/asset-key.js";
import { foldPhrase } from "../subjects/fold-text.js";
import { exchangeNamed } from "../subjects/exchange.js";
import { coreWords } from "./name-forms.js";
import type { NameStrength, StrengthJudge } from "./name-strength.js";

/** All listings of one company (or one fund); a text gets one link to it, whichever listing it names. */
export interface Company {
  /** The listing to link when the text names none. */
  readonly main: Asset;
  readonly listings: readonly Asset[];
  readonly builtIn: boolean;
  readonly isFund: boolean;
  /** The name without legal form, as folded words; empty when the name is unknown. */
  readonly core: readonly string[];
  readonly strength: NameStrength;
}

/**
 * Groups listings into companies: listings with the same primary, and imported rows with the same name, if the name is
 * distinctive or the country is the same (many unrelated companies are called "First Capital").
 */
export function groupCompanies(assets: readonly Asset[], strengthOf: StrengthJudge): Company[] {
  const ordered = [...assets].sort(byPreference);
  const keys = new Map(ordered.map((asset) => [foldedKey(asset.key), asset]));
  const contested = contestedCores(ordered);
  const groups = new Map<string, Asset[]>();
  const groupByName = new Map<string, string>();
  for (const asset of ordered) {
    const core = coreWords(asset.name ?? "");
    const primary = asset.primary === null ? undefined : keys.get(foldedKey(asset.primary));
    let id = primary === undefined ? undefined : foldedKey(primary.primary ?? primary.key);
    const names =
      core.length === 0
        ? []
        : nameKeys(asset, contested.has(core.join(" ")) ? foldPhrase(asset.name ?? "").split(" ") : core, strengthOf);
    if (id === undefined && asset.origin !== "built_in")
      id = names.map((name) => groupByName.get(name)).find((known) => known !== undefined);
    id ??= foldedKey(asset.key);
    for (const name of names) if (!groupByName.has(name)) groupByName.set(name, id);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [asset]);
    else group.push(asset);
  }
  return [...groups.values()].map((listings) => companyOf(listings, strengthOf));
}

/** Core names that two built-in companies share (Merck & Co. and Merck KGaA). Only the full name tells them apart. */
function contestedCores(assets: readonly Asset[]): ReadonlySet<string> {
  const owners = new Map<string, string>();
  const contested = new Set<string>();
  for (const asset of assets) {
    if (asset.origin !== "built_in") continue;
    const core = coreWords(asset.name ?? "").join(" ");
    const owner = asset.primary ?? asset.key;
    if ((owners.get(core) ?? owner) !== owner) contested.add(core);
    owners.set(core, owner);
  }
  return contested;
}

function nameKeys(asset: Asset, core: readonly string[], strengthOf: StrengthJudge): string[] {
  const phrase = `${asset.type} ${core.join(" ")}`;
  const withCountry = `${phrase} @${asset.country ?? ""}`;
  const isDistinct = strengthOf(core, { builtIn: asset.origin === "built_in", upperOnly: false }) === "distinct";
  return isDistinct ? [phrase, withCountry] : [withCountry];
}

function companyOf(listings: readonly Asset[], strengthOf: StrengthJudge): Company {
  const [main] = listings;
  if (main === undefined) throw new RangeError("A company needs a listing.");
  const core = coreWords(main.name ?? "");
  const builtIn = main.origin === "built_in";
  return {
    main,
    listings,
    builtIn,
    isFund: main.type === "etf",
    core,
    strength: strengthOf(core, { builtIn, upperOnly: false }),
  };
}

/** Built-in before imported, primary before secondary, US before elsewhere, plain before suffixed keys, then the key. */
function byPreference(a: Asset, b: Asset): number {
  return preference(a) - preference(b) || a.key.length - b.key.length || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

function preference(asset: Asset): number {
  const elsewhere = asset.exchange === null || exchangeNamed(asset.exchange)?.unitedStates !== true;
  return (
    precedence[asset.origin] * 16 +
    (asset.primary === null ? 0 : 8) +
    (elsewhere ? 2 : 0) +
    (!elsewhere && asset.exchange === "OTC" ? 1 : 0) +
    (listingSuffix(asset.key) === null ? 0 : 1)
  );
}

/** The company's listing with this ticker, with or without its exchange suffix, or null. */
export function listingWithTicker(company: Company, ticker: string): Asset | null {
  const folded = foldedKey(ticker);
  return (
    company.listings.find((asset) => foldedKey(asset.key) === folded) ??
    company.listings.find((asset) => rootTicker(asset.key) === folded) ??
    null
  );
}
