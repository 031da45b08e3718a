import type { TextActivityField } from "../namespaces/activity-fields.js";
import { type ActivityTotals, hottestQuery, totalsQuery } from "../query/activity-queries.js";
import { mentionCountsBySubjectQuery } from "../query/mention-queries.js";
import { marketSpanQuery, type SpanRow } from "../query/market-queries.js";
import type { ActivityItem, ActivityReader } from "./activity-reader.js";
import { readDistinctCounts } from "./distinct-counts.js";
import { readMomentum } from "./momentum.js";
import { readWindowScale } from "./partly-seen-days.js";
import { noActivity, totalsFields } from "./shape.js";

/** Activity of text namespaces. */
export const mentionActivity: ActivityReader<"text"> = {
  async hottest(scope, { level, period, fields, filter, page }) {
    const scale = await readWindowScale(scope, level, period);
    const rows = await scope.query<ActivityTotals>(hottestQuery(level, period, scale, filter, page));
    const keys = rows.map(({ key }) => key);
    const [{ momentum }, distinct] = await Promise.all([
      readMomentum(scope, level, keys, period, filter.contributor),
      readDistinctCounts(scope, level, fields, keys, period, filter.contributor),
    ]);
    return rows.map((totals): ActivityItem<TextActivityField> => {
      const { trend, trendHistory } = momentum(totals.key);
      const values = totalsFields(totals, (name) => distinct(totals.key, name));
      return { key: totals.key, buzz: totals.buzz, values: { ...values, trend, trend_history: trendHistory } };
    });
  },

  async ofAssets(scope, { keys, period, fields }) {
    const scale = await readWindowScale(scope, "subject", period);
    const [rows, { momentum }, distinct] = await Promise.all([
      scope.query<ActivityTotals>(totalsQuery("subject", keys, period, scale)),
      readMomentum(scope, "subject", keys, period, null),
      readDistinctCounts(scope, "subject", fields, keys, period, null),
    ]);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return keys.map((key): ActivityItem<TextActivityField> => {
      const totals = byKey.get(key) ?? noActivity(key);
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
