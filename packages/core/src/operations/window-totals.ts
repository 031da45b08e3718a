import { type BuzzScale, buzz, meanPerDay } from "../metrics/buzz.js";
import type { TextNamespace } from "../namespaces/define.js";
import {
  type ActivityTotals,
  type MeasuredDay,
  seriesQuery,
  totalsQuery,
  type WindowScale,
} from "../query/activity-queries.js";
import type { Period } from "../time/period.js";
import type { RequestScope } from "./request-scope.js";
import { noActivity } from "./shape.js";

const summed = [
  "mentions",
  "inherited_mentions",
  "engagement",
  "sentiment_sum",
  "sentiment_weight",
  "positive",
  "neutral",
  "negative",
] as const;
const ofBusiestDay = ["documents", "threads", "authors", "places", "subjects"] as const;
const measures = ["evidence", "people", "places"] as const;

/**
 * Sums of a key over a window from its daily rows, which a read has anyway: the same sums as {@link totalsQuery}, one statement
 * less.
 *
 * @param rows The key's rows by day, also of days before the window.
 * @param assetType Only rows of this type count; null for all.
 */
export function windowTotals(
  key: string,
  rows: readonly MeasuredDay[],
  { from, to, days }: Period,
  { reference, terms }: BuzzScale,
  assetType: string | null = null,
): ActivityTotals {
  const totals: { -readonly [Name in keyof ActivityTotals]: ActivityTotals[Name] } = noActivity(key);
  const sums = { evidence: 0, people: 0, places: 0 };
  for (const row of rows) {
    if (row.day < from || row.day > to || (assetType !== null && row.asset_type !== assetType)) continue;
    for (const column of summed) totals[column] += row[column];
    for (const column of ofBusiestDay) totals[column] = Math.max(totals[column], row[column]);
    for (const measure of measures) sums[measure] += row[measure];
  }
  totals.buzz = buzz(meanPerDay(sums, days), reference, terms);
  return totals;
}

/** Daily rows by asset, of the window alone: for {@link readTotals} where a read has no longer series of them. */
export async function readWindowDays(
  scope: RequestScope<TextNamespace>,
  keys: readonly string[],
  { from, to }: Period,
): Promise<{ readonly days: (key: string) => readonly MeasuredDay[] }> {
  const filter = { contributor: null, assetType: null };
  const rows = await scope.query<MeasuredDay>(seriesQuery("subject", keys, from, to, filter));
  return { days: (key) => rows.filter((row) => row.key === key) };
}

/**
 * Totals of each of the given assets over the window; zeros without activity. From their daily rows, unless live sources missed
 * a part of the window: what is usual in its place is known to the stored rows of all days.
 *
 * @param series The daily rows of an asset, once they are read.
 */
export async function readTotals(
  scope: RequestScope<TextNamespace>,
  keys: readonly string[],
  period: Period,
  scale: WindowScale,
  series: Promise<{ readonly days: (key: string) => readonly MeasuredDay[] }>,
): Promise<(key: string) => ActivityTotals> {
  if (scale.partlySeen.length === 0) {
    const { days } = await series;
    return (key) => windowTotals(key, days(key), period, scale);
  }
  const rows = await scope.query<ActivityTotals>(totalsQuery("subject", keys, period, scale));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return (key) => byKey.get(key) ?? noActivity(key);
}
