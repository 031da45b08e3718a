import type { TextActivityField } from "../namespaces/activity-fields.js";
import { hottestQuery, type RankedKey } from "../query/activity-queries.js";
import { mentionCountsBySubjectQuery } from "../query/mention-queries.js";
import { marketSpanQuery, type SpanRow } from "../query/market-queries.js";
import type { ActivityItem, ActivityReader } from "./activity-reader.js";
import { readDistinctCounts } from "./distinct-counts.js";
import { everything, readMomentum } from "./momentum.js";
import { readWindowScale } from "./partly-seen-days.js";
import { totalsFields } from "./shape.js";
import { readTotals, windowTotals } from "./window-totals.js";

/** Activity of text namespaces. */
export const mentionActivity: ActivityReader<"text"> = {
  async hottest(scope, { level, period, fields, filter, page }) {
    const scale = await readWindowScale(scope, level, period);
    const rows = await scope.query<RankedKey>(hottestQuery(level, period, scale, filter, page));
    const keys = rows.map(({ key }) => key);
    const [{ days, momentum }, distinct] = await Promise.all([
      readMomentum(scope, level, keys, period, filter),
      readDistinctCounts(scope, level, fields, keys, period, filter.contributor),
    ]);
    return rows.map(({ key, buzz }): ActivityItem<TextActivityField> => {
      const { trend, trendHistory } = momentum(key);
      const totals = { ...windowTotals(key, days(key), period, scale, filter.assetType), buzz };
      const values = totalsFields(totals, (name) => distinct(key, name));
      return { key, buzz, values: { ...values, trend, trend_history: trendHistory } };
    });
  },

  async ofAssets(scope, { keys, period, fields }) {
    const scale = await readWindowScale(scope, "subject", period);
    const series = readMomentum(scope, "subject", keys, period, everything);
    const [totalsOf, { momentum }, distinct] = await Promise.all([
      readTotals(scope, keys, period, scale, series),
      series,
      readDistinctCounts(scope, "subject", fields, keys, period, null),
    ]);
    return keys.map((key): ActivityItem<TextActivityField> => {
      const totals = totalsOf(key);
      const { trend, trendHistory } = momentum(key);
      const values = totalsFields(totals, (name) => distinct(key, name));
      return { key, buzz: totals.buzz, values: { ...values, trend, trend_history: trendHistory } };
    });
  },

  async ranking(scope, period, contributor) {
    const rows = await scope.query<{ key: string; mentions: number }>(mentionCountsBySubjectQuery(period, contributor));
    return rows.map(({ key, mentions }) => ({ key, count: mentions }));
  },

  async span(scope) {
    const [row] = await scope.query<SpanRow>(marketSpanQuery());
    return row?.first_day == null || row.last_day === null ? null : { from: row.first_day, to: row.last_day };
  },
};
