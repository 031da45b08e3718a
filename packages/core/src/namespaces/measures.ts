import type { FieldName } from "../schema/fields.js";
import type { ActivityColumn, MentionColumn } from "../storage/tables.js";

/**
 * How a wire measure comes from the daily rows.
 *
 * - `sum`: days add up.
 * - `distinct`: exact distinct count over the period; the daily column serves a single day, the mention column several.
 *   For the whole market the specification wants the busiest day instead.
 */
export type Measure =
  | { readonly fold: "sum"; readonly column: ActivityColumn }
  | { readonly fold: "distinct"; readonly column: ActivityColumn; readonly of: MentionColumn };

/** Every count that a resource may have, and its origin. */
export const measures = {
  mentions: { fold: "sum", column: "mentions" },
  total_upvotes: { fold: "sum", column: "engagement" },
  positive_count: { fold: "sum", column: "positive" },
  neutral_count: { fold: "sum", column: "neutral" },
  negative_count: { fold: "sum", column: "negative" },
  source_count: { fold: "distinct", column: "places", of: "place" },
  community_count: { fold: "distinct", column: "places", of: "place" },
  unique_posts: { fold: "distinct", column: "threads", of: "thread_id" },
  unique_mposts: { fold: "distinct", column: "documents", of: "document_id" },
  unique_articles: { fold: "distinct", column: "documents", of: "document_id" },
  unique_authors: { fold: "distinct", column: "authors", of: "author" },
  unique_tickers: { fold: "distinct", column: "subjects", of: "subject" },
  active_tickers: { fold: "distinct", column: "subjects", of: "subject" },
} as const satisfies Partial<Record<FieldName, Measure>>;

/** A count that a resource of texts may carry. */
export type TextMeasure = keyof typeof measures;

/** Whether the field is one of them. */
export function isTextMeasure(name: string): name is TextMeasure {
  return Object.hasOwn(measures, name);
}

/** The measures among the fields, in their order. */
export function measuresOf(names: readonly string[]): { readonly name: TextMeasure; readonly measure: Measure }[] {
  return names.filter(isTextMeasure).map((name) => ({ name, measure: measures[name] }));
}
