import { tableDescriptions } from "./table-descriptions.js";
import { type TableName, tables } from "./tables.js";

/** A stored column. */
export interface StoredColumn {
  /** SQL type. */
  readonly type: string;
  /** What it holds, as a sentence. */
  readonly holds: string;
}

/** The columns of each stored table with what they hold, in stored order. */
export const tableColumns = Object.fromEntries(
  (Object.keys(tables) as TableName[]).map((table) => [table, columnsOf(table)]),
) as unknown as { readonly [Table in TableName]: Readonly<Record<string, StoredColumn>> };

/** What one row of each stored table is, as a sentence. */
export const tableRows = Object.fromEntries(
  Object.entries(tableDescriptions).map(([table, { row }]) => [table, row]),
) as { readonly [Table in TableName]: string };

function columnsOf(table: TableName): Readonly<Record<string, StoredColumn>> {
  const holds: Readonly<Record<string, string>> = tableDescriptions[table].columns;
  return Object.fromEntries(
    Object.entries(tables[table]).map(([name, type]): [string, StoredColumn] => [
      name,
      { type, holds: holds[name] ?? "" },
    ]),
  );
}
