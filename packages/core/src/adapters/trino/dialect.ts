import type { SqlDialect } from "../../query/sql-dialect.js";

/** What Trino spells its own way. */
export const trinoDialect: SqlDialect = {
  epochMs: (instant) => `date_diff('millisecond', TIMESTAMP '1970-01-01 00:00:00', ${instant})`,
  isoText: (instant) => `to_iso8601(CAST(${instant} AS TIMESTAMP(3))) || 'Z'`,
  // Several workers add up parts in the order in which they arrive, and a sum of DOUBLEs depends on its order.
  doubleSum: (value, order) =>
    `reduce(array_agg(${value} ORDER BY ${order}) FILTER (WHERE ${value} IS NOT NULL), DOUBLE '0', (total, one) -> total + one, total -> total)`,
};
