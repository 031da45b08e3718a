import type { CompiledQuery, SqlValue } from "../engine.js";
import { type BuzzScale, buzzSqlExpression } from "../metrics/buzz.js";
import type { ActivityColumn, TableName } from "../storage/tables.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import { type DailyMeasures, type PartlySeenDay, unseenPart } from "./unseen-part.js";

/** Level of activity. */
export type ActivityScope = "subject" | "sector" | "country";

/** Sums of one key over a period; breadth columns are those of the busiest day. */
export interface ActivityTotals {
  readonly key: string;
  readonly buzz: number;
  readonly mentions: number;
  readonly inherited_mentions: number;
  readonly engagement: number;
  readonly documents: number;
  readonly threads: number;
  readonly authors: number;
  readonly places: number;
  readonly subjects: number;
  readonly sentiment_sum: number;
  readonly sentiment_weight: number;
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** What a window is measured against, and its days of which live sources missed a part. */
export interface WindowScale extends BuzzScale {
  readonly partlySeen: readonly PartlySeenDay[];
}

/** One day of one key. */
export interface ActivityDay extends ActivityTotals {
  readonly day: UtcDay;
}

/** Columns that add up over days. */
const additive: readonly ActivityColumn[] = [
  "mentions",
  "inherited_mentions",
  "engagement",
  "sentiment_sum",
  "sentiment_weight",
  "positive",
  "neutral",
  "negative",
];
/** The measures of buzz. */
const measures = ["evidence", "people", "places"] as const;
/** Distinct counts of a day: from daily rows, only their maximum over several days is known. */
const breadth: readonly ActivityColumn[] = ["documents", "threads", "authors", "places", "subjects"];

const doubles = new Set<ActivityColumn>(["sentiment_sum", "sentiment_weight"]);

/** `CAST(SUM…)`, because a sum of integers has a wider type, which engines return differently. */
const totals = [
  ...additive.map((column) => `CAST(SUM(${column}) AS ${doubles.has(column) ? "DOUBLE" : "BIGINT"}) AS ${column}`),
  ...breadth.map((column) => `MAX(${column}) AS ${column}`),
].join(", ");

/** Table of a scope; with a contributor, the one with rows by contributor. */
export function tableOf(scope: ActivityScope, contributor: string | null): TableName {
  return contributor === null ? `${scope}_daily` : `${scope}_contributor_daily`;
}

/** Filter of a list. */
export interface ActivityFilter {
  /** Only mentions of this contributor (news: a source id). */
  readonly contributor: string | null;
  readonly assetType: string | null;
}

/**
 * Keys by buzz of the window, hottest first, ties by key. Buzz is the formula over the mean per day of the window, with
 * the references of the window's last day.
 */
export function hottestQuery(
  scope: ActivityScope,
  period: Period,
  scale: WindowScale,
  filter: ActivityFilter,
  page: { readonly offset: number; readonly limit: number },
): CompiledQuery {
  const table = tableOf(scope, filter.contributor);
  const unseen = unseenOf(table, scale, filter.contributor);
  const conditions: string[] = ["day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)"];
  const params: SqlValue[] = [...unseen.params, period.from, period.to];
  if (filter.contributor !== null) {
    conditions.push("contributor = ?");
    params.push(filter.contributor);
  }
  if (filter.assetType !== null) {
    conditions.push("asset_type = ?");
    params.push(filter.assetType);
  }
  return {
    sql: `SELECT key, ${windowBuzz(scale, period.days)} AS buzz, ${totals}
FROM ${table}${unseen.join}
WHERE ${conditions.join(" AND ")}
GROUP BY key
ORDER BY buzz DESC, key
LIMIT ${page.limit} OFFSET ${page.offset}`,
    params,
  };
}

/** Totals of the given keys over the window, in key order; keys without activity are missing. */
export function totalsQuery(
  scope: ActivityScope,
  keys: readonly string[],
  period: Period,
  scale: WindowScale,
): CompiledQuery {
  const unseen = unseenOf(`${scope}_daily`, scale, null);
  return {
    sql: `SELECT key, ${windowBuzz(scale, period.days)} AS buzz, ${totals}
FROM ${scope}_daily${unseen.join}
WHERE ${keyIn(keys)} AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY key ORDER BY key`,
    params: [...unseen.params, ...keys, period.from, period.to],
  };
}

/** Daily rows of the given keys, by key and day. With a contributor, buzz is that contributor's part of the day. */
export function seriesQuery(
  scope: ActivityScope,
  keys: readonly string[],
  from: UtcDay,
  to: UtcDay,
  contributor: string | null,
): CompiledQuery {
  const conditions = [keyIn(keys), "day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)"];
  const params: SqlValue[] = [...keys, from, to];
  if (contributor !== null) {
    conditions.push("contributor = ?");
    params.push(contributor);
  }
  return {
    sql: `SELECT key, CAST(day AS VARCHAR) AS day, buzz, ${[...additive, ...breadth].join(", ")}
FROM ${tableOf(scope, contributor)}
WHERE ${conditions.join(" AND ")}
ORDER BY key, day`,
    params,
  };
}

/** Contributors of one key in the window, the most mentions first, ties by name. */
export function contributorsQuery(
  key: string,
  period: Period,
  { reference, terms }: BuzzScale,
  limit: number,
): CompiledQuery {
  return {
    sql: `SELECT contributor AS key, ${windowBuzz({ reference, terms, partlySeen: [] }, period.days)} AS buzz, ${totals}
FROM subject_contributor_daily
WHERE key = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY contributor
ORDER BY mentions DESC, contributor
LIMIT ${limit}`,
    params: [key, period.from, period.to],
  };
}

/** Exact number of distinct contributors per key over several days, as `distinct_count`. */
export function distinctContributorsQuery(
  scope: ActivityScope,
  keys: readonly string[],
  period: Period,
  contributor: string | null,
): CompiledQuery {
  return {
    sql: `SELECT key, COUNT(DISTINCT contributor) AS distinct_count FROM ${scope}_contributor_daily
WHERE ${keyIn(keys)} AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)${contributor === null ? "" : " AND contributor = ?"}
GROUP BY key`,
    params: [...keys, period.from, period.to, ...(contributor === null ? [] : [contributor])],
  };
}

/** The measures of buzz in a daily table; of one with contributors, those of this one. */
export function buzzMeasuresIn(table: TableName, contributor: string | null): DailyMeasures {
  return { table, measures, only: contributor === null ? null : { column: "contributor", value: contributor } };
}

/** Joins what was missed of the days of a window, where something was. Its parameters stand before those of the window. */
function unseenOf(table: TableName, { partlySeen }: WindowScale, contributor: string | null) {
  if (partlySeen.length === 0) return { join: "", params: [] };
  const { sql, params } = unseenPart(buzzMeasuresIn(table, contributor), partlySeen);
  const sums = measures.map((measure) => `SUM(${measure}) AS unseen_${measure}`).join(", ");
  return {
    join: ` LEFT JOIN (SELECT key, ${sums} FROM ${sql} AS days GROUP BY key) AS unseen USING (key)`,
    params,
  };
}

/** Window buzz as SQL: the mean per day of each measure in the formula. Division by a power of the window only. */
function windowBuzz({ reference, terms, partlySeen }: WindowScale, days: number): string {
  const missed = (column: ActivityColumn) =>
    partlySeen.length === 0 ? "" : ` + COALESCE(ANY_VALUE(unseen_${column}), 0)`;
  const mean = (column: ActivityColumn) => `((CAST(SUM(${column}) AS DOUBLE)${missed(column)}) / ${days})`;
  return buzzSqlExpression(
    { evidence: mean("evidence"), people: mean("people"), places: mean("places") },
    {
      evidence: String(reference.evidence),
      people: String(reference.people),
      places: String(reference.places),
    },
    terms,
  );
}

/** `key IN (?, …)`; false for no keys. */
export function keyIn(keys: readonly string[], column = "key"): string {
  return keys.length === 0 ? "false" : `${column} IN (${keys.map(() => "?").join(", ")})`;
}
