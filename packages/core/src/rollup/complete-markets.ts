import type { NamespaceDefinition } from "../namespaces/define.js";
import type { TableChange } from "../storage/table-store.js";
import type { AssetOf } from "./day-activity.js";

/**
 * Moves stored markets and share prices to the keys under which their assets are shown today, or to no key where the asset
 * is no longer shown. An earlier release, or an earlier reference graph, may have stored another listing.
 *
 * @returns Number of rows that moved.
 */
export async function completeMarkets(
  change: TableChange,
  namespace: NamespaceDefinition,
  assetOf: AssetOf,
): Promise<number> {
  const shown = (key: string) => assetOf(key)?.key ?? (namespace.subject.parse(key) === null ? null : key);
  const isMoved = ({ subject }: { readonly subject: string | null }) => subject !== null && shown(subject) !== subject;
  const markets = (await change.rows("markets")).filter(isMoved);
  await change.replace(
    "markets",
    markets.map((row) => ({ ...row, subject: row.subject === null ? null : shown(row.subject) })),
  );
  const prices = await change.rows("asset_prices");
  const moved = prices.filter(isMoved);
  // Where the shown key already has a price of the same time, that price stays.
  const identity = (subject: string, observedAt: number) => `${observedAt} ${subject}`;
  const taken = new Set(prices.map(({ subject, observed_at }) => identity(subject, observed_at)));
  const renamed = moved.flatMap((row) => {
    const subject = shown(row.subject);
    if (subject === null || taken.has(identity(subject, row.observed_at))) return [];
    taken.add(identity(subject, row.observed_at));
    return [{ ...row, subject }];
  });
  await change.replace("asset_prices", renamed, moved);
  return markets.length + moved.length;
}
