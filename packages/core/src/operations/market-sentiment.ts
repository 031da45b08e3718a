import { z } from "zod";
import { historyPeriod, trendHistory } from "../metrics/history.js";
import { marketWindowBuzz } from "../metrics/market-buzz.js";
import { roundBuzz } from "../metrics/rounding.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { measures, measuresOf } from "../namespaces/measures.js";
import { type ActivityDay, type ActivityTotals, hottestQuery } from "../query/activity-queries.js";
import { marketSeriesQuery } from "../query/market-queries.js";
import { readReference } from "../query/reference-query.js";
import { marketBuzzAgainst, type StoredBaseline } from "../rollup/day-reference.js";
import type { FieldName } from "../schema/fields.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { momentumOf, momentumStart } from "./momentum.js";
import { defineOperation, type Operation } from "./operation.js";
import { periodParameters, resolveWindow, sourceRefused } from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { directionOf, inOrder, noActivity } from "./shape.js";
import { readTrendCalendar } from "./trend-calendar.js";

/** Most assets that are named as drivers. */
const DRIVERS = 10;

type MarketRow = ActivityDay & StoredBaseline;

/**
 * Fields of the market's answer that count what is distinct: over several days they are those of the busiest day, as the
 * specification has it, and no union of the days.
 */
export const busiestDayFields: ReadonlySet<string> = new Set(
  Object.entries(measures).flatMap(([name, { fold }]) => (fold === "distinct" ? [name] : [])),
);

/** `GET /market-sentiment`: the whole namespace against its own trailing 90 days. */
export function marketSentiment(namespace: NamespaceDefinition): Operation {
  const { subject } = namespace;
  const counts = [...namespace.marketSentiment.fields, "active_tickers"] as const;
  const scalars: FieldName[] = [
    "buzz_score",
    "trend",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
    "positive_count",
    "negative_count",
    "neutral_count",
    ...counts,
    "trend_history",
  ];
  const names = [...scalars, "drivers"];
  const driverFields = [subject.keyField, namespace.activity, "buzz_score", "sentiment_score"] as const;
  return defineOperation({
    name: "market-sentiment",
    namespace,
    summary: `Market sentiment: ${namespace.title}`,
    description:
      "The namespace as a whole: `buzz_score` is about 50 on a normal day for the weekday. Breadth counts of several days are those of the busiest day.",
    path: `${namespace.basePath}/market-sentiment`,
    access: "any_account",
    parameters: periodParameters,
    refused: [sourceRefused],
    result: resource(names, {
      nullable: ["trend", "sentiment_score"],
      extra: {
        drivers: z
          .array(resource(driverFields, { nullable: ["sentiment_score"] }))
          .max(DRIVERS)
          .meta({ description: "Assets of the period by `buzz_score`." }),
      },
    }),
    defaultDays: DEFAULT_PERIOD_DAYS.list,
    errors: ["lookback_exceeded"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const period = resolveWindow(
        parameters,
        { defaultDays: DEFAULT_PERIOD_DAYS.list },
        namespace,
        dataset,
        scope.view,
        call,
      );
      const run = async () => {
        const reference = await readReference(scope.view, namespace, "subject", period.to, { signal: call.signal });
        const page = { offset: 0, limit: DRIVERS };
        const [stored, calendar, drivers] = await Promise.all([
          scope.query<MarketRow>(marketSeriesQuery(momentumStart(period), period.to)),
          readTrendCalendar(scope, period.to),
          scope.query<ActivityTotals>(
            hottestQuery("subject", period, reference, { contributor: null, assetType: null }, page),
          ),
        ]);
        const running = period.to === call.today;
        const series = stored.map((row) =>
          running && row.day === period.to ? { ...row, buzz: runningBuzz(row, calendar.share.done) } : row,
        );
        const inWindow = series.filter(({ day }) => day >= period.from);
        const totals = { ...noActivity("market"), ...foldWindow(inWindow) };
        const daily = new Map(series.map(({ day, buzz }) => [day, roundBuzz(buzz)]));
        const { trend } = momentumOf(scope, series, period, calendar, "whole");
        const values: Record<string, unknown> = {
          ...directionOf(totals),
          buzz_score: roundBuzz(marketWindowBuzz(inWindow.map(({ buzz }) => buzz))),
          trend,
          trend_history: trendHistory(daily, historyPeriod(period)),
          drivers: drivers.map((driver) =>
            inOrder(driverFields, {
              ...directionOf(driver),
              [subject.keyField]: driver.key,
              [namespace.activity]: driver.mentions,
              buzz_score: roundBuzz(driver.buzz),
            }),
          ),
        };
        for (const { name, measure } of measuresOf(counts))
          values[name] = totals[measure.column as keyof ActivityTotals];
        return inOrder(names, values);
      };
      return { window: period, run };
    },
  });
}

/** The running day as a whole one, so that "about 50 is normal" also holds in the morning. */
function runningBuzz(row: MarketRow, share: number): number {
  const soFar = { mentions: row.mentions, people: row.authors, engagement: row.engagement };
  return marketBuzzAgainst(soFar, row.day, row, share);
}

/** Sums add up, breadth is the busiest day. */
function foldWindow(rows: readonly MarketRow[]): Partial<ActivityTotals> {
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
