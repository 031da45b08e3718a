import type { NamespaceDefinition } from "../namespaces/define.js";
import type { TableChange } from "../storage/table-store.js";
import type { TableName } from "../storage/tables.js";
import { addDays, dayOf, type UtcDay } from "../time/utc-day.js";
import type { AssetOf } from "./day-activity.js";
import { MarketRecords } from "./market-records.js";
import type { Rebuilder } from "./rebuilder.js";
import { putDifferences } from "./row-differences.js";
import { TradedDays } from "./traded-days.js";

/**
 * Rebuilds days of a market namespace.
 *
 * @param takenAnew Today, to recompute frozen references as well; else null.
 */
export function rebuiltTradedDays(
  change: TableChange,
  namespace: NamespaceDefinition,
  assetOf: AssetOf,
  now: Date,
  takenAnew: UtcDay | null,
): Rebuilder {
  const traded = new TradedDays(change, new MarketRecords(change), assetOf);
  let isCompleted = false;
  const firstKept = addDays(dayOf(now), 1 - namespace.rawMentions.retentionDays);
  return {
    days: async () => {
      const query = { columns: ["day"], distinct: true } as const;
      const rows = [
        ...(await change.rows("market_snapshots", query)),
        ...(await change.rows("market_trades", query)),
        ...(await change.rows("traded_reference", query)),
      ];
      return [...new Set(rows.map(({ day }) => day))].sort();
    },
    rebuild: async (day) => {
      const completed = isCompleted ? 0 : await completeMarkets(change, namespace, assetOf);
      isCompleted = true;
      if ((await traded.settledDays(firstKept)).has(day)) return null;
      const made = await traded.rebuilt(day, takenAnew);
      const differing = new Map<TableName, number>();
      const put = async (table: TableName, work: Promise<number>) => {
        const count = await work;
        if (count > 0) differing.set(table, count);
      };
      await put("market_days", putDifferences(change, "market_days", [day], made.markets));
      await put("traded_daily", putDifferences(change, "traded_daily", [day], made.daily));
      await put("traded_reference", putDifferences(change, "traded_reference", [day], made.references));
      await put("market_hourly", putDifferences(change, "market_hourly", [day], made.hourly));
      const rows = made.markets.length + made.daily.length + made.references.length + made.hourly.length;
      return { rows, differing, completed };
    },
  };
}

/**
 * Moves stored markets and share prices to the keys under which their assets are shown today, or to no key where the asset
 * is no longer shown. An earlier release, or an earlier reference graph, may have stored another listing.
 *
 * @returns Number of rows that moved.
 */
async function completeMarkets(change: TableChange, namespace: NamespaceDefinition, assetOf: AssetOf): Promise<number> {
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
