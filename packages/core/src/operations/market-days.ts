import { marketSeriesQuery } from "../query/market-queries.js";
import type { ActivityDay } from "../query/activity-queries.js";
import type { StoredBaseline } from "../rollup/day-reference.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { Snapshot } from "../storage/snapshot.js";
import { firstDayOf, lastDayOf, monthsFrom, type UtcDay } from "../time/utc-day.js";
import type { RequestScope } from "./request-scope.js";

/** A day of the whole namespace, with the baseline that its buzz is measured against. */
export type MarketDay = ActivityDay & StoredBaseline;

/** By namespace and month. */
type Months = Map<string, readonly MarketDay[]>;

/** Rows do not change within a snapshot, there is one for each day, and most requests need months that others have needed. */
const monthsBySnapshot = new WeakMap<Snapshot, Months>();

/** Daily rows of the whole namespace from one day to another, oldest first; days without a row are missing. */
export async function readMarketDays(
  scope: RequestScope<TextNamespace>,
  from: UtcDay,
  to: UtcDay,
): Promise<MarketDay[]> {
  const { snapshot } = scope.view;
  const remembered: Months = monthsBySnapshot.get(snapshot) ?? new Map<string, readonly MarketDay[]>();
  monthsBySnapshot.set(snapshot, remembered);
  const nameOf = (month: string) => `${scope.namespace.id} ${month}`;
  const months = monthsFrom(from, to);
  const missing = months.filter((month) => !remembered.has(nameOf(month)));
  const [first, last] = [missing[0], missing.at(-1)];
  if (first !== undefined && last !== undefined) {
    const rows = await scope.query<MarketDay>(marketSeriesQuery(firstDayOf(first), lastDayOf(last)));
    for (const month of missing)
      remembered.set(
        nameOf(month),
        rows.filter(({ day }) => day.startsWith(month)),
      );
  }
  return months.flatMap((month) => remembered.get(nameOf(month)) ?? []).filter(({ day }) => day >= from && day <= to);
}
