import { identities, type TableChange, type TableRows } from "../storage/table-store.js";
import type { sourceTables } from "../storage/source-tables.js";
import { type TableName, tables } from "../storage/tables.js";
import type { UtcDay } from "../time/utc-day.js";

/** Derived tables, whose rows belong to a day. */
export type DayTable = Exclude<TableName, "markets" | "mentions" | keyof typeof sourceTables>;

/**
 * Replaces the stored rows of some days where they differ.
 *
 * @returns Number of rows that were missing, different or superfluous.
 */
export async function putDifferences<Table extends DayTable>(
  change: TableChange,
  table: Table,
  days: readonly UtcDay[],
  rows: readonly TableRows[Table][],
): Promise<number> {
  const [from, to] = [[...days].sort()[0], [...days].sort().at(-1)];
  if (from === undefined || to === undefined) return 0;
  const wanted = new Set(days);
  const before = new Map<string, TableRows[Table]>();
  for await (const page of change.pages(table, { days: { from, to } })) {
    for (const row of page as TableRows[Table][]) if (wanted.has(row.day)) before.set(identityOf(table, row), row);
  }
  const after = new Map(rows.map((row) => [identityOf(table, row), row] as const));
  const changed = [...after].flatMap(([name, row]) => (sameRow(table, before.get(name), row) ? [] : [row]));
  const gone = [...before].flatMap(([name, row]) => (after.has(name) ? [] : [row]));
  await change.replace(table, changed, gone);
  return changed.length + gone.length;
}

function identityOf(table: TableName, row: object): string {
  return JSON.stringify(identities[table].map((name) => (row as Record<string, unknown>)[name]));
}

/** Whether two rows are equal; a null `revised` (release 0.1.0) means false. */
function sameRow(table: TableName, stored: object | undefined, row: object): boolean {
  const value = (of: object, name: string) =>
    (of as Record<string, unknown>)[name] ?? (name === "revised" ? false : null);
  return stored !== undefined && Object.keys(tables[table]).every((name) => value(stored, name) === value(row, name));
}
