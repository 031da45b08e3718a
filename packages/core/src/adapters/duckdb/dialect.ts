import type { SqlDialect } from "../../query/sql-dialect.js";

/** What DuckDB spells its own way. A reading connection adds the rows of a group in the order of its files. */
export const duckDbDialect: SqlDialect = {
  epochMs: (instant) => `epoch_ms(${instant})`,
  isoText: (instant) => `strftime(${instant}, '%Y-%m-%dT%H:%M:%S.%gZ')`,
  doubleSum: (value) => `SUM(${value})`,
};
