import { canonicalAddress } from "../metrics/canonical-address.js";
import { comparedText, textPrint } from "../metrics/text-print.js";
import type { TextNamespace } from "../namespaces/define.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { TableChange } from "../storage/table-store.js";
import type { TableName } from "../storage/tables.js";
import type { UtcDay } from "../time/utc-day.js";
import { type AssetOf, DayActivity } from "./day-activity.js";
import type { DayReferenceRow } from "./day-reference.js";
import { loadDay, tellTexts } from "./load-day.js";
import { activityTables, measuredRow, type References } from "./measured-row.js";
import { MentionDays } from "./mention-days.js";
import type { Rebuilder } from "./rebuilder.js";
import { putDifferences } from "./row-differences.js";

/** Documents that are completed at once. */
const documentsAtOnce = 5_000;

/**
 * Makes days of texts anew.
 *
 * @param takenAnew The day of today, when frozen references are taken anew as well; else null.
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
      const completed = await complete(change, day);
      const activity = new DayActivity(day, namespace, assetOf);
      await loadDay(activity, change);
      await tellTexts([activity], change);
      const { tables, hourly } = activity.everything();
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

/** Gives counted rows of release 0.1.0 what texts are compared by. Gives the number of rows. */
async function complete(change: TableChange, day: UtcDay): Promise<number> {
  const days = { from: day, to: day };
  const columns = ["document_id", "subject", "excluded", "text_print"] as const;
  const missing = new Set<string>();
  for await (const page of change.pages("mentions", { days, columns }))
    for (const row of page)
      if (row.subject !== null && !row.excluded && row.text_print === null) missing.add(row.document_id);
  const ids = [...missing];
  let completed = 0;
  for (let at = 0; at < ids.length; at += documentsAtOnce) {
    const values = ids.slice(at, at + documentsAtOnce);
    const rows = await change.rows("mentions", { days, where: { column: "document_id", values } });
    await change.put(
      "mentions",
      rows.map(withPrint),
      values.map((document_id) => ({ document_id })),
    );
    completed += rows.length;
  }
  return completed;
}

function withPrint(row: MentionRow): MentionRow {
  if (row.subject === null || row.excluded || row.text_print !== null) return row;
  return {
    ...row,
    text_print: textPrint(comparedText(row)),
    page: row.url === null ? null : canonicalAddress(row.url),
  };
}
