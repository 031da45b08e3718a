import { z } from "zod";
import { roundBuzz } from "../metrics/rounding.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { type ActivityDay, type ActivityTotals, contributorsQuery, totalsQuery } from "../query/activity-queries.js";
import { topMentionsQuery } from "../query/mention-queries.js";
import { readReference } from "../query/reference-query.js";
import type { FieldName } from "../schema/fields.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS, type Period } from "../time/period.js";
import { daysFrom } from "../time/utc-day.js";
import { readDistinctCounts } from "./distinct-counts.js";
import { mentionItem, valuesOf } from "./mention-item.js";
import { readMomentum } from "./momentum.js";
import { defineOperation, type Operation } from "./operation.js";
import { assetParameter, periodParameters, resolveWindow, sourceRefused, supportedAsset } from "./parameters.js";
import { requestScope } from "./request-scope.js";
import { directionOf, inOrder, noActivity, totalsFields } from "./shape.js";

/** Longest contributor and mention lists of a detail. */
const LIST_LENGTH = 10;

const dailyFields = ["date", "mentions", "sentiment_score", "buzz_score", "bullish_pct", "bearish_pct"] as const;

/** `GET /stock/{ticker}` or `/token/{symbol}`: one asset over the period, day by day, with who said what. */
export function detail(namespace: NamespaceDefinition): Operation {
  const { subject } = namespace;
  const { contributors, topMentions } = namespace.detail;
  const contributorFields = [contributors.nameKey, "mentions", "sentiment_score", "buzz_score", "count"] as const;
  const scalars: FieldName[] = [
    "found",
    subject.keyField,
    subject.nameField,
    "period_days",
    "buzz_score",
    "mentions",
    "sentiment_score",
    "trend",
    ...namespace.detail.fields,
    "positive_count",
    "negative_count",
    "neutral_count",
    "bullish_pct",
    "bearish_pct",
  ];
  const names = [...scalars, "daily_trend", contributors.listKey, topMentions.listKey];
  return defineOperation({
    name: "detail",
    namespace,
    summary: `One asset: ${namespace.title}`,
    description:
      "Attention and direction of one asset over the period. A supported asset that nobody mentioned answers 200 with `found` false.",
    path: `${namespace.basePath}/${namespace.assetPath}/{${subject.keyField}}`,
    access: "any_account",
    parameters: { asset: assetParameter(namespace), ...periodParameters },
    refused: [sourceRefused],
    result: resource(names, {
      nullable: [subject.nameField, "sentiment_score", "trend"],
      extra: {
        daily_trend: z.array(resource(dailyFields, { nullable: ["sentiment_score"] })).meta({
          description: "One item per UTC day of the period, oldest first.",
        }),
        [contributors.listKey]: z
          .array(resource(contributorFields, { nullable: ["sentiment_score"] }))
          .max(LIST_LENGTH)
          .meta({ description: "Who carried the attention, the most mentions first; `count` equals `mentions`." }),
        [topMentions.listKey]: z
          .array(
            resource(Object.keys(topMentions.fields), {
              nullable: ["sentiment_score", "sentiment_label", "author", "views"],
            }),
          )
          .max(LIST_LENGTH)
          .meta({ description: "Representative mentions: the most upvoted first, then the newest." }),
      },
    }),
    defaultDays: DEFAULT_PERIOD_DAYS.detail,
    errors: ["lookback_exceeded", "unsupported_asset"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const period = resolveWindow(
        parameters,
        { defaultDays: DEFAULT_PERIOD_DAYS.detail },
        namespace,
        dataset,
        scope.view,
        call,
      );
      const run = async () => {
        const asset = supportedAsset(dataset, namespace, parameters.asset);
        const reference = await readReference(scope.view, namespace, "subject", period.to, { signal: call.signal });
        const columns = valuesOf(topMentions.fields);
        const [[totals = noActivity(asset.key)], series, distinct, speakers, mentions] = await Promise.all([
          scope.query<ActivityTotals>(totalsQuery("subject", [asset.key], period, reference)),
          readMomentum(scope, "subject", [asset.key], period, null),
          readDistinctCounts(scope, "subject", scalars, [asset.key], period, null),
          scope.query<ActivityTotals>(contributorsQuery(asset.key, period, reference, LIST_LENGTH)),
          scope.query<Record<string, unknown>>(topMentionsQuery(asset.key, period, columns, LIST_LENGTH)),
        ]);
        const { trend } = series.momentum(asset.key);
        return inOrder(names, {
          ...totalsFields(scalars, totals, (name) => distinct(asset.key, name)),
          found: totals.mentions > 0,
          [subject.keyField]: asset.key,
          [subject.nameField]: asset.name,
          period_days: period.days,
          trend,
          daily_trend: dailyTrend(series.days(asset.key), period),
          [contributors.listKey]: speakers.map((speaker) => ({
            [contributors.nameKey]: speaker.key,
            mentions: speaker.mentions,
            sentiment_score: directionOf(speaker).sentiment_score,
            buzz_score: roundBuzz(speaker.buzz),
            count: speaker.mentions,
          })),
          [topMentions.listKey]: mentions.map((row) => mentionItem(topMentions.fields, row, topMentions.snippetChars)),
        });
      };
      return { window: period, run };
    },
  });
}

/** The days of the period; one without mentions has 0 mentions, 0.0 buzz and no score. */
function dailyTrend(days: readonly ActivityDay[], period: Period): Record<string, unknown>[] {
  const byDay = new Map(days.map((row) => [row.day, row]));
  return daysFrom(period.from, period.to).map((day) => {
    const row = byDay.get(day) ?? noActivity("");
    return inOrder(dailyFields, {
      ...directionOf(row),
      date: day,
      mentions: row.mentions,
      buzz_score: roundBuzz(row.buzz),
    });
  });
}
