import { buzz, type BuzzTerm } from "../metrics/buzz.js";
import type { ActivityRow } from "./activity.js";
import type { ActivityTable, ChangedRows } from "./activity-changes.js";
import {
  type BuzzScope,
  buzzScopes,
  type DayReferenceRow,
  type MarketDay,
  marketBuzzAgainst,
} from "./day-reference.js";

/** The references of a day, by level. */
export type References = Map<BuzzScope | "market", DayReferenceRow>;

/** Tables whose rows have a buzz. */
export const activityTables: readonly ActivityTable[] = [
  ...buzzScopes.flatMap((scope) => [`${scope}_daily`, `${scope}_contributor_daily`] as const),
  "market_daily",
];

/** Market columns of a reference of a buzz level: all null. */
export const noMarketReference = {
  market_centre: null,
  market_scale: null,
  market_offset: null,
  frozen: false,
  revision: 0,
  revised: false,
  history: false,
} as const;

/** The row with its buzz. */
export function measuredRow(
  table: ActivityTable,
  row: ActivityRow,
  against: References,
  terms: readonly BuzzTerm[],
): ActivityRow {
  return { ...row, buzz: buzzOf(table, row, against, terms) };
}

/** Sets the buzz of fresh rows, which nobody else has: copies of hundreds of thousands would cost more than their buzz. */
export function measureRows(
  table: ActivityTable,
  rows: readonly ActivityRow[],
  against: References,
  terms: readonly BuzzTerm[],
): void {
  for (const row of rows) (row as { buzz: number | null }).buzz = buzzOf(table, row, against, terms);
}

/** The pages with {@link measureRows}, while they are read. */
export function* measuredPages(
  table: ActivityTable,
  pages: Iterable<ChangedRows>,
  against: References,
  terms: readonly BuzzTerm[],
): Generator<ChangedRows> {
  for (const page of pages) {
    measureRows(table, page.rows, against, terms);
    yield page;
  }
}

function buzzOf(
  table: ActivityTable,
  row: ActivityRow,
  against: References,
  terms: readonly BuzzTerm[],
): number | null {
  if (table === "market_daily") {
    const reference = against.get("market");
    return reference === undefined ? null : marketBuzzAgainst(marketDayOf(row), row.day, reference);
  }
  const reference = against.get(scopeOf(table));
  if (reference === undefined) return null;
  const { evidence, people, places } = reference;
  const scale = { evidence: evidence ?? 1, people: people ?? 1, places: places ?? 1 };
  return buzz(row, scale, terms);
}

/** The columns of a market row from which market buzz is computed. */
export function marketDayOf(row: Pick<ActivityRow, "day" | "mentions" | "authors" | "engagement">): MarketDay {
  return { day: row.day, mentions: row.mentions, people: row.authors, engagement: row.engagement };
}

const numbers = [
  "evidence",
  "people",
  "places",
  "market_centre",
  "market_scale",
  "market_offset",
  "history_days",
] as const;

/** Whether two sets of references have the same numbers on every level. */
export function sameNumbers(stored: References, next: References): boolean {
  return [...next].every(([scope, row]) => sameReferenceNumbers(stored.get(scope), row));
}

/** Whether two reference rows have the same numbers. */
export function sameReferenceNumbers(stored: DayReferenceRow | undefined, row: DayReferenceRow): boolean {
  return numbers.every((name) => stored?.[name] === row[name]);
}

/** Whether two reference rows are equal; rows of release 0.1.0 lack `revised`, `provisional` and `history`. */
export function sameReference(stored: DayReferenceRow | undefined, row: DayReferenceRow): boolean {
  return (
    stored !== undefined &&
    sameReferenceNumbers(stored, row) &&
    stored.provisional === row.provisional &&
    stored.frozen === row.frozen &&
    stored.revision === row.revision &&
    (stored.revised ?? false) === (row.revised ?? false) &&
    (stored.history ?? false) === (row.history ?? false)
  );
}

function scopeOf(table: Exclude<ActivityTable, "market_daily">): BuzzScope {
  return table.slice(0, table.indexOf("_")) as BuzzScope;
}
