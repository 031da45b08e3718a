import { foldedKey, listingSuffix, unmarkedClass } from "./asset-key.js";
import type { Asset } from "./asset.js";
import { AssetDirectory } from "./directory.js";
import type { AssetGrammar } from "./grammars.js";

const made = new WeakMap<AssetDirectory, Map<AssetGrammar, AssetDirectory>>();

/**
 * The assets that a namespace can show, each under a key that its grammar takes, so that whatever a list shows can be asked
 * for. A key that the grammar does not take is shown without its class mark where that is nobody else's (`BRKB`), else it
 * stands for its company's primary listing, or where that cannot be shown either, for another listing of the company (a US
 * one first); without any it is left out. Every spelling of the graph still finds the asset that it stands for.
 */
export function shownAssets(graph: AssetDirectory, grammar: AssetGrammar): AssetDirectory {
  const known = made.get(graph) ?? new Map<AssetGrammar, AssetDirectory>();
  made.set(graph, known);
  const shown = known.get(grammar) ?? shownIn(graph, grammar);
  known.set(grammar, shown);
  return shown;
}

function shownIn(graph: AssetDirectory, grammar: AssetGrammar): AssetDirectory {
  const all = graph.all();
  if (all.every(({ key }) => grammar.parse(key) !== null)) return graph;
  const own = new Map<string, string>();
  const companies = new Map<string, Asset[]>();
  for (const asset of all) {
    const key = ownKey(asset, graph, grammar);
    if (key === null) continue;
    own.set(asset.key, key);
    const company = asset.primary ?? asset.key;
    companies.set(company, [...(companies.get(company) ?? []), asset]);
  }
  const assets: Asset[] = [];
  const spellings = new Map<string, string>();
  for (const asset of all) {
    const key = own.get(asset.key);
    const company = asset.primary ?? asset.key;
    if (key !== undefined) {
      const primary = asset.primary === null ? null : (own.get(asset.primary) ?? null);
      assets.push(key === asset.key && primary === asset.primary ? asset : { ...asset, key, primary });
      if (key !== asset.key) spellings.set(foldedKey(asset.key), key);
      continue;
    }
    const listings = (companies.get(company) ?? []).filter(({ type }) => type === asset.type);
    const standsFor = listings.find((other) => other.key === company) ?? listings.toSorted(byNearness)[0];
    const shown = standsFor === undefined ? undefined : own.get(standsFor.key);
    if (shown !== undefined) spellings.set(foldedKey(asset.key), shown);
  }
  return new AssetDirectory(assets, spellings);
}

/** The key under which the asset itself is shown; null when the grammar takes none. */
function ownKey(asset: Asset, graph: AssetDirectory, grammar: AssetGrammar): string | null {
  if (grammar.parse(asset.key) !== null) return asset.key;
  const unmarked = unmarkedClass(foldedKey(asset.key));
  const isOwn = unmarked !== null && grammar.parse(unmarked) !== null && graph.lookup(unmarked) === asset;
  return isOwn ? unmarked : null;
}

/** Listings without an exchange suffix first, then shorter keys. */
function byNearness(a: Asset, b: Asset): number {
  const isForeign = ({ key }: Asset) => Number(listingSuffix(key) !== null);
  return isForeign(a) - isForeign(b) || a.key.length - b.key.length || (a.key < b.key ? -1 : 1);
}
