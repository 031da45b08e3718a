import type { CompiledQuery, RankedRead, SqlValue } from "../engine.js";
import { BUZZ_MEASURES, type BuzzScale, buzzSqlExpression } from "../metrics/buzz.js";
import type { BuzzMeasures } from "../metrics/evidence.js";
import { type ActivityColumn, type TableName, tables } from "../storage/tables.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import { rankedBy } from "./activity-ranking.js";
import type { SqlDialect } from "./sql-dialect.js";
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

/** Sums of a contributor of one key, with those of the measures of buzz. */
export interface ContributorTotals
  extends BuzzMeasures, Pick<ActivityTotals, "key" | "mentions" | "sentiment_sum" | "sentiment_weight"> {
  /** How many contributors the key has in the window. */
  readonly contributors: number;
}

/** What a window is measured against, and its days of which live sources missed a part. */
export interface WindowScale extends BuzzScale {
  readonly partlySeen: readonly PartlySeenDay[];
}

/** One day of one key. */
export interface ActivityDay extends ActivityTotals {
  readonly day: UtcDay;
}

/** A daily row with the measures of buzz, from which the sums of any window can be made. */
export interface MeasuredDay extends ActivityDay, BuzzMeasures {
  /** Set where the rows were asked for by the type of the asset. */
  readonly asset_type?: string | null;
}

/** A key and the buzz of its window, not rounded. */
export type RankedKey = Pick<ActivityTotals, "key" | "buzz">;

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
/** Distinct counts of a day: from daily rows, only their maximum over several days is known. */
const breadth: readonly ActivityColumn[] = ["documents", "threads", "authors", "places", "subjects"];

/** `CAST(SUM…)`, because a sum of integers has a wider type, which engines return differently. */
const totals = (dialect: SqlDialect) =>
  [...additive.map((column) => added(column, dialect)), ...breadth.map((column) => `MAX(${column}) AS ${column}`)].join(
    ", ",
  );

const contributorSums = ["mentions", "sentiment_sum", "sentiment_weight", ...BUZZ_MEASURES] as const;

const added = (column: ActivityColumn, dialect: SqlDialect) =>
  `CAST(${sumOf(column, dialect)} AS ${typeOf(column)}) AS ${column}`;

const typeOf = (column: ActivityColumn) => tables.subject_daily[column];

/** Sum of a column over the days of a group. */
function sumOf(column: ActivityColumn, { doubleSum }: SqlDialect): string {
  return typeOf(column) === "DOUBLE" ? doubleSum(column, "day") : `SUM(${column})`;
}

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
 * Keys by buzz of the window ({@link RankedKey}), hottest first, ties by key. Buzz is the formula over the mean per day of the
 * window, with the references of the window's last day. It reads the measures of buzz alone: the other sums are wanted of a page
 * of keys only, not of all.
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
    sql: (dialect) => `SELECT key, ${windowBuzz(scale, period.days, dialect)} AS buzz
FROM ${table}${unseen.join(dialect)}
WHERE ${conditions.join(" AND ")}
GROUP BY key
ORDER BY buzz DESC, key
OFFSET ${page.offset} LIMIT ${page.limit}`,
    params,
    ...readsIn(
      table,
      period,
      scale,
      filter.contributor === null ? rankedBy(period, scale, filter.assetType, page) : undefined,
    ),
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
    sql: (dialect) => `SELECT key, ${windowBuzz(scale, period.days, dialect)} AS buzz, ${totals(dialect)}
FROM ${scope}_daily${unseen.join(dialect)}
WHERE ${keyIn(keys)} AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY key ORDER BY key`,
    params: [...unseen.params, ...keys, period.from, period.to],
    order: "key",
    ...readsIn(`${scope}_daily`, period, scale),
  };
}

/** The days of the window are all that is read, unless days before it say what is usual. */
function readsIn(
  table: TableName,
  { from, to }: Period,
  { partlySeen }: WindowScale,
  ranked?: RankedRead,
): Pick<CompiledQuery, "reads"> {
  if (partlySeen.length > 0) return {};
  return { reads: { table, from, to, ...(ranked === undefined ? {} : { ranked }) } };
}

/**
 * Daily rows of the given keys, by key and day: {@link MeasuredDay}. With a contributor, buzz is that contributor's part of the day.
 * Rows of any type are given; where a type is asked for, each says its own.
 */
export function seriesQuery(
  scope: ActivityScope,
  keys: readonly string[],
  from: UtcDay,
  to: UtcDay,
  { contributor, assetType }: ActivityFilter,
): CompiledQuery {
  const conditions = [keyIn(keys), "day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)"];
  const params: SqlValue[] = [...keys, from, to];
  if (contributor !== null) {
    conditions.push("contributor = ?");
    params.push(contributor);
  }
  const columns = [
    "buzz",
    ...additive,
    ...breadth,
    "evidence",
    "people",
    ...(assetType === null ? [] : ["asset_type"]),
  ];
  const table = tableOf(scope, contributor);
  return {
    sql: `SELECT key, CAST(day AS VARCHAR) AS day, ${columns.join(", ")}
FROM ${table}
WHERE ${conditions.join(" AND ")}
ORDER BY key, day`,
    params,
    order: "key",
    reads: { table, from, to, ...(contributor === null ? { rowsOf: { keys, columns } } : {}) },
  };
}

/**
 * Contributors of one key in the window, the most mentions first, ties by name, each with the number of all of them:
 * {@link ContributorTotals}.
 */
export function contributorsQuery(key: string, period: Period, limit: number): CompiledQuery {
  return {
    sql: (dialect) => `SELECT contributor AS key, ${contributorSums.map((column) => added(column, dialect)).join(", ")},
  COUNT(*) OVER () AS contributors
FROM subject_contributor_daily
WHERE key = ? AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)
GROUP BY contributor
ORDER BY mentions DESC, contributor
LIMIT ${limit}`,
    params: [key, period.from, period.to],
    reads: {
      ...{ table: "subject_contributor_daily", from: period.from, to: period.to },
      grouped: { key, by: "contributor", as: "key", sums: contributorSums, count: "contributors", limit },
    },
  };
}

/** Exact number of distinct contributors per key over several days, as `distinct_count`. */
export function distinctContributorsQuery(
  scope: ActivityScope,
  keys: readonly string[],
  period: Period,
  contributor: string | null,
): CompiledQuery {
  const table = `${scope}_contributor_daily` as const;
  return {
    sql: `SELECT key, COUNT(DISTINCT contributor) AS distinct_count FROM ${table}
WHERE ${keyIn(keys)} AND day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)${contributor === null ? "" : " AND contributor = ?"}
GROUP BY key`,
    params: [...keys, period.from, period.to, ...(contributor === null ? [] : [contributor])],
    reads: {
      ...{ table, from: period.from, to: period.to },
      ...(contributor === null ? { counted: { keys, column: "contributor", as: "distinct_count" } } : {}),
    },
  };
}

/** The measures of buzz in a daily table; of one with contributors, those of this one. */
export function buzzMeasuresIn(table: TableName, contributor: string | null): DailyMeasures {
  return {
    table,
    measures: BUZZ_MEASURES,
    only: contributor === null ? null : { column: "contributor", value: contributor },
  };
}

/** Joins what was missed of the days of a window, where something was. Its parameters stand before those of the window. */
function unseenOf(table: TableName, { partlySeen }: WindowScale, contributor: string | null) {
  if (partlySeen.length === 0) return { join: () => "", params: [] };
  const { sql, params } = unseenPart(buzzMeasuresIn(table, contributor), partlySeen);
  return {
    join: (dialect: SqlDialect) => {
      const sums = BUZZ_MEASURES.map((measure) => `${dialect.doubleSum(measure, "day")} AS unseen_${measure}`).join(
        ", ",
      );
      return ` LEFT JOIN (SELECT key, ${sums} FROM ${sql(dialect)} AS days GROUP BY key) AS unseen USING (key)`;
    },
    params,
  };
}

/** Window buzz as SQL: the mean per day of each measure in the formula. Division by a power of the window only. */
function windowBuzz({ reference, terms, partlySeen }: WindowScale, days: number, dialect: SqlDialect): string {
  const missed = (column: ActivityColumn) =>
    partlySeen.length === 0 ? "" : ` + COALESCE(ANY_VALUE(unseen_${column}), 0)`;
  const mean = (column: ActivityColumn) => `((CAST(${sumOf(column, dialect)} AS DOUBLE)${missed(column)}) / ${days})`;
  return buzzSqlExpression(
    { evidence: mean("evidence"), people: mean("people"), places: mean("places") },
    {
      evidence: reference.evidence.toExponential(),
      people: reference.people.toExponential(),
      places: reference.places.toExponential(),
    },
    terms,
  );
}

/** `key IN (?, …)`; false for no keys. */
export function keyIn(keys: readonly string[], column = "key"): string {
  return keys.length === 0 ? "false" : `${column} IN (${keys.map(() => "?").join(", ")})`;
}
