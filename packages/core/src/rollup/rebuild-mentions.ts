import type { TextNamespace } from "../namespaces/define.js";
import type { TableChange } from "../storage/table-store.js";
import type { TableName } from "../storage/tables.js";
import type { UtcDay } from "../time/utc-day.js";
import { rowsByTable } from "./activity-changes.js";
import { completeMentions } from "./complete-mentions.js";
import { type AssetOf, DayActivity } from "./day-activity.js";
import type { DayReferenceRow } from "./day-reference.js";
import { loadDay, tellTexts } from "./load-day.js";
import { activityTables, measuredRow, type References } from "./measured-row.js";
import { MentionDays } from "./mention-days.js";
import type { Rebuilder } from "./rebuilder.js";
import { putDifferences } from "./row-differences.js";

/**
 * Rebuilds days of a text namespace.
 *
 * @param takenAnew Today, to recompute frozen references as well; else null.
 */
export function rebuiltMentionDays(
  change: TableChange,
  namespace: TextNamespace,
  assetOf: AssetOf,
  takenAnew: UtcDay | null,
): Rebuilder {
  const measuring = new MentionDays(change, namespace, assetOf);
  return {
    days: async () => {
      const rows = [
        ...(await change.rows("mentions", { columns: ["day"], distinct: true })),
        ...(await change.rows("day_reference", { columns: ["day"], distinct: true })),
      ];
      return [...new Set(rows.map(({ day }) => day))].sort();
    },
    rebuild: async (day) => {
      const completed = await completeMentions(change, day, namespace, assetOf);
      const activity = new DayActivity(day, namespace, assetOf);
      await loadDay(activity, change);
      await tellTexts([activity], change);
      const changes = activity.everything();
      const { hourly } = changes;
      const tables = rowsByTable(changes);
      const stored: References = new Map(
        (await change.rows("day_reference", { days: { from: day, to: day } })).map((row) => [row.scope, row]),
      );
      const market = tables.get("market_daily")?.rows[0] ?? null;
      const against = await measuring.references(day, stored, market, takenAnew);
      const differing = new Map<TableName, number>();
      const put = async (table: TableName, work: Promise<number>) => {
        const count = await work;
        if (count > 0) differing.set(table, count);
      };
      let rows = hourly.length + against.size;
      for (const table of activityTables) {
        const made = (tables.get(table)?.rows ?? []).map((row) =>
          measuredRow(table, row, against, namespace.buzzTerms),
        );
        rows += made.length;
        await put(table, putDifferences(change, table, [day], made));
      }
      await put("market_hourly", putDifferences(change, "market_hourly", [day], hourly));
      const references: DayReferenceRow[] = [...against.values()];
      await put("day_reference", putDifferences(change, "day_reference", [day], references));
      measuring.forget(day);
      return { rows, differing, completed };
    },
  };
}
