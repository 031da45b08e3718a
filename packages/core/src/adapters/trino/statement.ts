import type { SqlValue } from "../../engine.js";
import { type TableName, tables } from "../../storage/tables.js";

/** A value as Trino's SQL. Only the quote has a meaning inside a text. */
export function literal(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === "boolean") return String(value);
  if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be asked for.`);
  // With an exponent it is a DOUBLE; a plain fraction would be a DECIMAL, with other arithmetic.
  return Number.isSafeInteger(value) ? String(value) : value.toExponential();
}

/** The statement that runs a query with its parameters. They stand beside the text of the query, never in it. */
export function statementOf(sql: string, params: readonly SqlValue[]): string {
  return params.length === 0 ? sql : `EXECUTE IMMEDIATE ${literal(sql)} USING ${params.map(literal).join(", ")}`;
}

/**
 * The query with the tables that it reads bound to what stands for them.
 *
 * @param source A `SELECT` of a table's rows.
 */
export function withTables(sql: string, source: (table: TableName) => string): string {
  const named = [...sql.matchAll(/\b(?:from|join)\s+([a-z_]+)\b/gi)].map(([, name = ""]) => name);
  const bound = [...new Set(named)].filter(isTable).map((table) => `${table} AS (${source(table)})`);
  if (bound.length === 0) return sql;
  const own = /^\s*with\s/i.exec(sql)?.[0];
  return own === undefined ? `WITH ${bound.join(", ")}\n${sql}` : `WITH ${bound.join(", ")}, ${sql.slice(own.length)}`;
}

/** The rows of a registered table as of a version of its log. */
export function rowsAt(catalog: string, schema: string, table: TableName, version: number): string {
  return `SELECT * FROM "${catalog}"."${schema}"."${table}" FOR VERSION AS OF ${version}`;
}

/** No rows, with the columns of a table. */
export function noRows(table: TableName): string {
  const columns = Object.entries(tables[table]).map(
    ([name, type]) => `CAST(NULL AS ${type === "BLOB" ? "VARBINARY" : type}) AS ${name}`,
  );
  return `SELECT ${columns.join(", ")} WHERE false`;
}

function isTable(name: string): name is TableName {
  return Object.hasOwn(tables, name);
}
