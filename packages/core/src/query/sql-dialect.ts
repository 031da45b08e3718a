/**
 * What engines spell differently. Everything else in a query is SQL that all of them understand alike: what one of them
 * would read otherwise (integers divided, the least of a value and null, text as dates) is written so that it cannot be.
 *
 * Arguments are trusted SQL expressions.
 */
export interface SqlDialect {
  /** Milliseconds since the epoch of an instant, as BIGINT. */
  readonly epochMs: (instant: string) => string;
  /** An instant as ISO 8601 text with milliseconds and `Z`. */
  readonly isoText: (instant: string) => string;
  /**
   * Sum of DOUBLEs without nulls; null of none. Where an engine adds the rows of a group in any order, in that of a column,
   * so that the sum is the same each time.
   */
  readonly doubleSum: (value: string, order: string) => string;
}

/** SQL that all engines understand alike, or that is made for one. */
export type SqlText = string | ((dialect: SqlDialect) => string);

/** The text of a query in an engine's dialect. */
export function sqlText({ sql }: { readonly sql: SqlText }, dialect: SqlDialect): string {
  return typeof sql === "string" ? sql : sql(dialect);
}
