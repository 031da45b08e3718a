import type { ExplainRules } from "../namespaces/define.js";
import { foldedKey, rootTicker } from "../subjects/asset-key.js";
import type { Asset } from "../subjects/asset.js";
import type { AssetDirectory } from "../subjects/directory.js";

/** Knows which other assets a written ticker may mean. */
export interface RivalReadings {
  /** Keys of other companies or tokens that share the ticker, in key order. */
  of(asset: Asset): readonly string[];
}

/**
 * Rival readings over the reference graph. Other listings of the same company are no rivals; imported rows are not either:
 * lists of exchanges hold every three letters there are.
 */
export function rivalReadings(stocks: AssetDirectory, tokens: AssetDirectory): RivalReadings {
  const byTicker = new Map<string, Asset[]>();
  const all = [...stocks.all().filter(({ origin }) => origin === "built_in"), ...tokens.all()];
  for (const asset of all) {
    const ticker = rootTicker(asset.key);
    const known = byTicker.get(ticker);
    if (known === undefined) byTicker.set(ticker, [asset]);
    else known.push(asset);
  }
  const company = (asset: Asset) => foldedKey(asset.primary ?? asset.key);
  return {
    of: (asset) =>
      (byTicker.get(rootTicker(asset.key)) ?? [])
        .filter((other) => (other.type === "token") !== (asset.type === "token") || company(other) !== company(asset))
        .map(({ key }) => key)
        .sort(),
  };
}

/**
 * SQL condition on a mention row: its own text shows that it is about the asset. What only the thread or the feed says
 * is not shown by the text; a ticker with a rival reading is no proof, the company's name is.
 */
export function verifiedCondition(rules: ExplainRules, rivals: readonly string[]): string {
  const named = ["name", "alias", "exchange_ticker"].map((kind) => `evidence LIKE '%${kind}%'`).join(" OR ");
  const conditions = ["NOT inherited", "mention_at IS NOT NULL", `relevance >= ${rules.leastRelevance}`];
  if (rules.namedWhenAmbiguous && rivals.length > 0) conditions.push(`(${named})`);
  return conditions.join(" AND ");
}
