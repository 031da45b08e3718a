import { z } from "zod";
import { historyPeriod, trendHistory } from "../metrics/history.js";
import { marketWindowBuzz } from "../metrics/market-buzz.js";
import { roundBuzz } from "../metrics/rounding.js";
import type { TextNamespace } from "../namespaces/define.js";
import { type ActivityTotals, hottestQuery, type RankedKey, type WindowScale } from "../query/activity-queries.js";
import { marketBuzzAgainst } from "../rollup/day-reference.js";
import { chosenRow, resource } from "../schema/resource.js";
import { type MarketDay, readMarketDays } from "./market-days.js";
import { everything, momentumOf, momentumStart } from "./momentum.js";
import type { WholePart } from "./namespace-part.js";
import type { RequestScope } from "./request-scope.js";
import { readWindowScale } from "./partly-seen-days.js";
import { noActivity, subjectFields, totalsFields } from "./shape.js";
import type { Period } from "../time/period.js";
import { daysBetween } from "../time/utc-day.js";
import { readTrendCalendar } from "./trend-calendar.js";
import { readTotals, readWindowDays } from "./window-totals.js";

/** Most assets that are named as drivers. */
const DRIVERS = 10;

/** What the market of texts shows. */
function marketSchemas<const Namespace extends TextNamespace>(namespace: Namespace) {
  const keyField: Namespace["subject"]["keyField"] = namespace.subject.keyField;
  const activity: Namespace["activity"] = namespace.activity;
  const counts: Namespace["marketSentiment"]["fields"] = namespace.marketSentiment.fields;
  const driver = resource([keyField, activity, "buzz_score", "sentiment_score"]);
  const names = [
    "buzz_score",
    "trend",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
    "positive_count",
    "negative_count",
    "neutral_count",
    ...(counts as readonly Namespace["marketSentiment"]["fields"][number][]),
    "active_tickers",
    "trend_history",
  ] as const;
  const drivers = z.array(driver).max(DRIVERS).meta({ description: "Assets of the period by `buzz_score`." });
  return { driver, result: resource(names, { nullable: ["trend"], extra: { drivers } }) };
}

/** The whole namespace against its own trailing 90 days. */
export function mentionMarketSentiment<const Namespace extends TextNamespace>(
  namespace: Namespace,
): WholePart<"text", z.output<ReturnType<typeof marketSchemas<Namespace>>["result"]>> {
  const { driver, result } = marketSchemas(namespace);
  return {
    description:
      "The namespace as a whole: `buzz_score` is about 50 on a normal day for the weekday. Breadth counts of several days are those of the busiest day.",
    result,
    read: async (scope, period) => {
      const { today } = scope.call;
      const scale = await readWindowScale(scope, "subject", period);
      const [stored, calendar, drivers] = await Promise.all([
        readMarketDays(scope, momentumStart(period), period.to),
        readTrendCalendar(scope, period.to),
        readDrivers(scope, period, scale),
      ]);
      const running = period.to === today;
      const series = stored.map((row) => {
        const back = daysBetween(row.day, period.to);
        const done = running && row.day === period.to ? calendar.share.done : 1;
        // Unseen time is not silence: compare the seen part of a day.
        const share = (calendar.knownAt(back) ?? 1) < 1 ? calendar.exposureAt(back) : done;
        return share === 1 ? row : { ...row, buzz: partialBuzz(row, share) };
      });
      const inWindow = series.filter(({ day }) => day >= period.from);
      const totals = { ...noActivity("market"), ...foldWindow(inWindow) };
      const daily = new Map(series.map(({ day, buzz }) => [day, roundBuzz(buzz)]));
      return chosenRow(result, {
        // The window's count is that of the busiest day.
        ...totalsFields(totals, () => undefined),
        buzz_score: roundBuzz(marketWindowBuzz(inWindow.map(({ buzz }) => buzz))),
        trend: momentumOf(scope, series, period, calendar, "whole").trend,
        trend_history: trendHistory(daily, historyPeriod(period)),
        drivers: drivers.map((row) => {
          const activity = totalsFields(row, () => undefined);
          return chosenRow(driver, {
            ...activity,
            ...subjectFields({ key: row.key, name: null }),
            trend: null,
            trend_history: [],
          });
        }),
      });
    },
  };
}

/** Totals of the hottest assets, hottest first. */
async function readDrivers(
  scope: RequestScope<TextNamespace>,
  period: Period,
  scale: WindowScale,
): Promise<ActivityTotals[]> {
  const page = { offset: 0, limit: DRIVERS };
  const ranked = await scope.query<RankedKey>(hottestQuery("subject", period, scale, everything, page));
  if (ranked.length === 0) return [];
  const keys = ranked.map(({ key }) => key);
  const totalsOf = await readTotals(scope, keys, period, scale, readWindowDays(scope, keys, period));
  return keys.map(totalsOf);
}

/** Scales a partly seen day up to a whole one, so that "about 50 is normal" holds in the morning and after outages. */
function partialBuzz(row: MarketDay, share: number): number {
  const soFar = { mentions: row.mentions, people: row.authors, engagement: row.engagement };
  return marketBuzzAgainst(soFar, row.day, row, share);
}

/** Sums add up, breadth is the busiest day. */
function foldWindow(rows: readonly MarketDay[]): Partial<ActivityTotals> {
  const folded: Record<string, number> = {};
  const summed = [
    "mentions",
    "engagement",
    "sentiment_sum",
    "sentiment_weight",
    "positive",
    "neutral",
    "negative",
  ] as const;
  for (const column of summed) folded[column] = rows.reduce((sum, row) => sum + row[column], 0);
  for (const column of ["documents", "threads", "authors", "places", "subjects"] as const) {
    folded[column] = rows.reduce((peak, row) => Math.max(peak, row[column]), 0);
  }
  return folded;
}
