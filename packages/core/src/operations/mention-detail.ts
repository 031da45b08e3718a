import { z } from "zod";
import { buzz, type BuzzScale, meanPerDay } from "../metrics/buzz.js";
import { roundBuzz } from "../metrics/rounding.js";
import type { TextNamespace } from "../namespaces/define.js";
import { type ActivityDay, contributorsQuery, type ContributorTotals } from "../query/activity-queries.js";
import { topMentionsQuery } from "../query/mention-queries.js";
import { chosenRow, resource, rowOf } from "../schema/resource.js";
import type { Period } from "../time/period.js";
import { daysFrom } from "../time/utc-day.js";
import { readDistinctCounts } from "./distinct-counts.js";
import { mentionItem, namesOf, valuesOf } from "./mention-item.js";
import { everything, readMomentum } from "./momentum.js";
import { readWindowScale } from "./partly-seen-days.js";
import type { AssetPart } from "./namespace-part.js";
import { directionOf, noActivity, scoreOf, subjectFields, totalsFields } from "./shape.js";
import { readTotals } from "./window-totals.js";

/** Longest contributor and mention lists of a detail. */
const LIST_LENGTH = 10;

const day = resource(["date", "mentions", "sentiment_score", "buzz_score", "bullish_pct", "bearish_pct"]);

/** What a detail of texts shows. */
function detailSchemas<const Namespace extends TextNamespace>(namespace: Namespace) {
  type Detail = Namespace["detail"];
  const keyField: Namespace["subject"]["keyField"] = namespace.subject.keyField;
  const nameField: Namespace["subject"]["nameField"] = namespace.subject.nameField;
  const nameKey: Detail["contributors"]["nameKey"] = namespace.detail.contributors.nameKey;
  const speakersKey: Detail["contributors"]["listKey"] = namespace.detail.contributors.listKey;
  const mentionsKey: Detail["topMentions"]["listKey"] = namespace.detail.topMentions.listKey;
  const fields: Detail["fields"] = namespace.detail.fields;
  const speaker = resource([nameKey, "mentions", "sentiment_score", "buzz_score", "count"]);
  const mention = resource(namesOf<Detail["topMentions"]["fields"]>(namespace.detail.topMentions.fields), {
    nullable: ["sentiment_label", "author", "views"],
  });
  const days = z.array(day).meta({ description: "One item per UTC day of the period, oldest first." });
  const speakers = z
    .array(speaker)
    .max(LIST_LENGTH)
    .meta({ description: "Who carried the attention, the most mentions first; `count` equals `mentions`." });
  const mentions = z
    .array(mention)
    .max(LIST_LENGTH)
    .meta({ description: "Representative mentions: the most upvoted first, then the newest." });
  const names = [
    "found",
    keyField,
    nameField,
    "period_days",
    "buzz_score",
    "mentions",
    "sentiment_score",
    "trend",
    ...(fields as readonly Detail["fields"][number][]),
    "positive_count",
    "negative_count",
    "neutral_count",
    "bullish_pct",
    "bearish_pct",
  ] as const;
  // Computed names would lose their lists' types.
  const lists = { daily_trend: days, [speakersKey]: speakers, [mentionsKey]: mentions } as {
    readonly daily_trend: typeof days;
  } & Readonly<Record<Detail["contributors"]["listKey"], typeof speakers>> &
    Readonly<Record<Detail["topMentions"]["listKey"], typeof mentions>>;
  return { speaker, mention, names, result: resource(names, { nullable: ["trend"], extra: lists }) };
}

/** Attention and direction of one asset by day, with contributors and mentions. */
export function mentionDetail<const Namespace extends TextNamespace>(
  namespace: Namespace,
): AssetPart<"text", z.output<ReturnType<typeof detailSchemas<Namespace>>["result"]>> {
  const { contributors, topMentions } = namespace.detail;
  const { speaker, mention, names, result } = detailSchemas(namespace);
  const speakerRow = (row: ContributorTotals, { reference, terms }: BuzzScale, days: number) =>
    chosenRow(speaker, {
      source: row.key,
      community: row.key,
      author: row.key,
      mentions: row.mentions,
      sentiment_score: scoreOf(row),
      buzz_score: roundBuzz(buzz(meanPerDay(row, days), reference, terms)),
      count: row.mentions,
    });
  const mentionRow = (row: Readonly<Record<string, unknown>>) =>
    mentionItem(mention, topMentions.fields, row, topMentions.snippetChars);
  return {
    description:
      "Attention and direction of one asset over the period. A supported asset that nobody mentioned answers 200 with `found` false.",
    result,
    read: async (scope, asset, period) => {
      const scale = await readWindowScale(scope, "subject", period);
      const columns = valuesOf(topMentions.fields);
      const rows = readMomentum(scope, "subject", [asset.key], period, everything);
      const speaking = scope.query<ContributorTotals>(contributorsQuery(asset.key, period, LIST_LENGTH));
      const contributorsOf = async () => new Map([[asset.key, (await speaking)[0]?.contributors ?? 0]]);
      const [totalsOf, series, distinct, speakers, mentions] = await Promise.all([
        readTotals(scope, [asset.key], period, scale, rows),
        rows,
        readDistinctCounts(scope, "subject", names, [asset.key], period, null, contributorsOf),
        speaking,
        scope.query<Record<string, unknown>>(
          topMentionsQuery(asset.key, period, columns, { limit: LIST_LENGTH, isPast: scope.call.asOf !== undefined }),
        ),
      ]);
      const totals = totalsOf(asset.key);
      const { trend, trendHistory } = series.momentum(asset.key);
      return chosenRow(result, {
        ...totalsFields(totals, (name) => distinct(asset.key, name)),
        ...subjectFields(asset),
        trend_history: trendHistory,
        found: totals.mentions > 0,
        period_days: period.days,
        trend,
        daily_trend: dailyTrend(series.days(asset.key), period),
        ...named<Namespace["detail"]["contributors"]["listKey"]>(
          contributors.listKey,
          speakers.map((row) => speakerRow(row, scale, period.days)),
        ),
        ...named<Namespace["detail"]["topMentions"]["listKey"]>(topMentions.listKey, mentions.map(mentionRow)),
      });
    },
  };
}

/** A value under a name that the definition chooses. */
function named<Name extends string>(name: Name, value: unknown): Readonly<Record<Name, unknown>> {
  return { [name]: value } as Readonly<Record<Name, unknown>>;
}
/** The days of the period; one without mentions has 0 mentions, 0.0 buzz and no score. */
function dailyTrend(days: readonly ActivityDay[], period: Period) {
  const byDay = new Map(days.map((row) => [row.day, row]));
  return daysFrom(period.from, period.to).map((date) => {
    const row = byDay.get(date) ?? noActivity("");
    const { sentiment_score, bullish_pct, bearish_pct } = directionOf(row);
    const buzz_score = roundBuzz(row.buzz);
    return rowOf(day, { date, mentions: row.mentions, sentiment_score, buzz_score, bullish_pct, bearish_pct });
  });
}
