import { identities } from "../../storage/table-store.js";
import { type TableName, tables } from "../../storage/tables.js";

/** Identity columns of a table with their types. */
export function identityColumns(table: TableName): Record<string, string> {
  const types = tables[table] as Readonly<Record<string, string>>;
  return Object.fromEntries(identities[table].map((name) => [name, types[name] ?? "VARCHAR"]));
}

/** SQL condition: two rows of a table have the same identity. */
export function sameIdentity(table: TableName, a: string, b: string): string {
  return identities[table].map((name) => `${a}.${name} = ${b}.${name}`).join(" AND ");
}
