import type { TableName } from "../storage/tables.js";
import type { UtcDay } from "../time/utc-day.js";
import type { SqlDialect } from "./sql-dialect.js";

/** A day of which live sources missed a part. */
export interface PartlySeenDay {
  readonly day: UtcDay;
  /** Share of a day that was missed, above 0. */
  readonly missing: number;
  /** Days before it that were seen and say what is usual, at least one. */
  readonly usualDays: readonly UtcDay[];
}

/** A table of daily rows by `key` and `day`. */
export interface DailyMeasures {
  readonly table: TableName;
  /** Columns of the measures, none of them below 0. A null counts for nothing. */
  readonly measures: readonly string[];
  /** A column with the value that the rows must have; null where all rows count. */
  readonly only: { readonly column: string; readonly value: string } | null;
}

/** What was missed as a subquery, with the parameters that stand in it. */
export interface UnseenPart {
  readonly sql: (dialect: SqlDialect) => string;
  readonly params: readonly string[];
}

/**
 * What was missed, by key and day, with the columns `key`, `day` and the measures: the missing share of the key's
 * usual values, capped so that the day does not exceed the usual. So an outage alone makes nothing look quiet, and
 * nothing hot.
 */
export function unseenPart({ table, measures, only }: DailyMeasures, days: readonly PartlySeenDay[]): UnseenPart {
  const rows = days.flatMap(({ day, missing, usualDays }) =>
    usualDays.map((usual) => `(DATE '${day}', DATE '${usual}', ${usualDays.length}, ${missing.toExponential()})`),
  );
  const isWanted = (name: string) => (only === null ? "" : ` AND ${name}.${only.column} = ?`);
  // As DOUBLE, because some engines divide integers to integers.
  const means = (dialect: SqlDialect) =>
    measures.map(
      (measure) => `${dialect.doubleSum(`CAST(d.${measure} AS DOUBLE)`, "p.usual")} / ANY_VALUE(p.days) AS ${measure}`,
    );
  const missed = measures.map((measure) => {
    const short = `usual.${measure} - COALESCE(own.${measure}, 0)`;
    // A null is the least of all values for one engine and left out by another.
    return `COALESCE(GREATEST(0, LEAST(${short}, usual.missing * usual.${measure})), 0) AS ${measure}`;
  });
  return {
    sql: (dialect) => `(SELECT usual.key AS key, usual.day AS day, ${missed.join(", ")}
FROM (SELECT d.key AS key, p.day AS day, ANY_VALUE(p.missing) AS missing, ${means(dialect).join(", ")}
FROM (VALUES ${rows.join(", ")}) AS p(day, usual, days, missing) JOIN ${table} AS d ON d.day = p.usual${isWanted("d")}
GROUP BY d.key, p.day) AS usual
LEFT JOIN ${table} AS own ON own.key = usual.key AND own.day = usual.day${isWanted("own")})`,
    params: only === null ? [] : [only.value, only.value],
  };
}
