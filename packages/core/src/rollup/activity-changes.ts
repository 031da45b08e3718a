import type { ActivityRow, HourlyRow } from "./activity.js";

/** Levels of activity; the market is one group. */
export const levels = ["subject", "sector", "country", "market"] as const;
export type Level = (typeof levels)[number];
/** Levels whose groups have contributors of their own. */
export const contributorLevels = ["subject", "sector", "country"] as const;
export type ContributorTable = `${(typeof contributorLevels)[number]}_contributor_daily`;
/** Tables derived from the mentions of a day, references excepted. */
export type ActivityTable = `${Level}_daily` | ContributorTable;

/** Changed rows, and the identities of removed ones. `buzz` is not filled in. */
export interface ChangedRows {
  readonly rows: ActivityRow[];
  readonly gone: ActivityRow[];
}

/** Adds a row to those that changed, or to those that are gone. */
export function addRow(changed: ChangedRows, row: ActivityRow, isGone: boolean): void {
  (isGone ? changed.gone : changed.rows).push(row);
}

/** What changed in the activity of a day. */
export interface ActivityChanges {
  /** Rows of whole groups. */
  readonly groups: ReadonlyMap<`${Level}_daily`, ChangedRows>;
  /**
   * Rows of contributors: a busy day has hundreds of thousands, so they are made page by page, while they are read. Read
   * them once, and before the day changes again.
   */
  readonly contributors: ReadonlyMap<ContributorTable, Iterable<ChangedRows>>;
  readonly hourly: readonly HourlyRow[];
  /** True when nothing of the day was stored before: then these are all of its rows. */
  readonly isWhole: boolean;
}

/** All changed rows by table; reads the contributors. Tables without any are left out. */
export function rowsByTable({ groups, contributors }: ActivityChanges): Map<ActivityTable, ChangedRows> {
  const tables = new Map<ActivityTable, ChangedRows>(groups);
  for (const [table, pages] of contributors) {
    const all = [...pages];
    const changed = { rows: all.flatMap(({ rows }) => rows), gone: all.flatMap(({ gone }) => gone) };
    if (changed.rows.length + changed.gone.length > 0) tables.set(table, changed);
  }
  return tables;
}
