import { percentages, polarityScore } from "../metrics/polarity.js";
import { roundBuzz, roundScore } from "../metrics/rounding.js";
import type { ActivityValues, SubjectField, TextActivityField } from "../namespaces/activity-fields.js";
import { type Measure, measures, type TextMeasure } from "../namespaces/measures.js";
import type { ActivityTotals } from "../query/activity-queries.js";
import type { Asset } from "../subjects/asset.js";

/** Direction fields of some labelled mentions, as they are shown. */
export interface Direction {
  readonly sentiment_score: number | null;
  readonly bullish_pct: number;
  readonly bearish_pct: number;
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

/** Score of some labelled mentions, rounded; null when nothing labelled is in it. */
export function scoreOf(totals: Pick<ActivityTotals, "sentiment_sum" | "sentiment_weight">): number | null {
  const score = polarityScore({ weightedScore: totals.sentiment_sum, weight: totals.sentiment_weight });
  return score === null ? null : roundScore(score);
}

/** Scores and percentages of a period; the score is null when nothing labelled is in it. */
export function directionOf(
  totals: Pick<ActivityTotals, "sentiment_sum" | "sentiment_weight" | "positive" | "neutral" | "negative">,
): Direction {
  const { positive, neutral, negative } = totals;
  const { bullishPct, bearishPct } = percentages({ positive, neutral, negative });
  return {
    sentiment_score: scoreOf(totals),
    bullish_pct: bullishPct,
    bearish_pct: bearishPct,
    positive_count: positive,
    neutral_count: neutral,
    negative_count: negative,
  };
}

/** A measure's value: the day sum, or the distinct count given for it, or (one day) the day's own distinct count. */
export function measureValue(measure: Measure, totals: ActivityTotals, distinct: number | undefined): number {
  if (measure.fold === "distinct" && distinct !== undefined) return distinct;
  return Number(totals[measure.column as keyof ActivityTotals]);
}

/** Every count with its origin. */
const countedMeasures = Object.entries(measures) as readonly (readonly [TextMeasure, Measure])[];

/** Every activity field that totals can fill; `distinctOf` gives the counts that a period of several days needs. */
export function totalsFields(
  totals: ActivityTotals,
  distinctOf: (name: TextMeasure) => number | undefined,
): Omit<ActivityValues<TextActivityField>, "trend" | "trend_history"> {
  const counts: Partial<Record<TextMeasure, number>> = {};
  for (const [name, measure] of countedMeasures)
    counts[name] = measureValue(measure, totals, measure.fold === "distinct" ? distinctOf(name) : undefined);
  return {
    ...(counts as Readonly<Record<TextMeasure, number>>),
    ...directionOf(totals),
    buzz_score: roundBuzz(totals.buzz),
  };
}

/** All ways in which a row may name an asset; a namespace's grammar chooses the two to show. */
export function subjectFields({ key, name }: Pick<Asset, "key" | "name">) {
  return { ticker: key, symbol: key, company_name: name, name } satisfies Record<SubjectField, string | null>;
}

/** Whether a row of the namespace is one without any activity. */
export function isIdle(row: object, { activity }: { readonly activity: string }): boolean {
  return (row as Readonly<Record<string, unknown>>)[activity] === 0;
}

/** Totals of an asset that was not mentioned. */
export function noActivity(key: string): ActivityTotals {
  return {
    key,
    buzz: 0,
    mentions: 0,
    inherited_mentions: 0,
    engagement: 0,
    documents: 0,
    threads: 0,
    authors: 0,
    places: 0,
    subjects: 0,
    sentiment_sum: 0,
    sentiment_weight: 0,
    positive: 0,
    neutral: 0,
    negative: 0,
  };
}
