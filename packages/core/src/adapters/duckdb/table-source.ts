import { identities } from "../../storage/table-store.js";
import type { StoredFile } from "../../storage/snapshot.js";
import { type TableName, tables } from "../../storage/tables.js";
import { quoted } from "./instance.js";

/** A stored file by its absolute path. */
export type FileSource = Pick<StoredFile, "amends" | "columns"> & { readonly path: string };

/** Columns of amending files: the publication that wrote the row, and whether the row was removed. */
export const amendColumns = { written: "BIGINT", gone: "BOOLEAN" } as const;

/** Columns that files of release 0.1.0 lack. */
const added: Partial<Record<TableName, readonly string[]>> = {
  mentions: ["text_print", "page"],
  day_reference: ["revised", "provisional", "history"],
  traded_reference: ["revised", "provisional", "history"],
};

/** A `SELECT` over a table's files; without files, an empty one with the same columns. */
export function tableSource(table: TableName, files: readonly FileSource[]): string {
  const columns = Object.keys(tables[table]).join(", ");
  const whole = files.filter(({ amends }) => amends !== true);
  const complete = whole.filter((file) => file.columns === 2 || added[table] === undefined);
  const older = whole.filter((file) => !complete.includes(file));
  const amending = files.filter(({ amends }) => amends === true);
  const parts: string[] = [];
  if (complete.length > 0) parts.push(`SELECT ${columns} FROM ${scan(complete)}`);
  if (older.length > 0) {
    const nulls = (added[table] ?? []).map((name) => `CAST(NULL AS ${typeOf(table, name)}) AS ${name}`);
    const shared = Object.keys(tables[table]).filter((name) => added[table]?.includes(name) !== true);
    parts.push(`SELECT ${[...shared, ...nulls].join(", ")} FROM ${scan(older)}`);
  }
  if (amending.length > 0) parts.push(`SELECT ${columns} FROM (${newest(table, amending)}) AS amended WHERE NOT gone`);
  if (parts.length > 0) return parts.join(" UNION ALL BY NAME ");
  const empty = Object.entries(tables[table]).map(([name, type]) => `CAST(NULL AS ${type}) AS ${name}`);
  return `SELECT ${empty.join(", ")} WHERE false`;
}

/** The newest row of each identity in amending files, removed rows included. */
export function newest(table: TableName, files: readonly FileSource[]): string {
  if (files.length === 1) return `SELECT * FROM ${scan(files)}`;
  const identity = identities[table].join(", ");
  return `SELECT * EXCLUDE (nth) FROM (
  SELECT *, row_number() OVER (PARTITION BY ${identity} ORDER BY written DESC) AS nth FROM ${scan(files)}
) AS versions WHERE nth = 1`;
}

/** A table's rows as known at an instant, from its recorded values. */
export function historySource(table: TableName, files: readonly FileSource[], at: Date): string {
  if (files.length === 0) return tableSource(table, []);
  const columns = Object.keys(tables[table]).join(", ");
  const identity = identities[table].join(", ");
  return `SELECT ${columns} FROM (
  SELECT *, row_number() OVER (PARTITION BY ${identity} ORDER BY known_at DESC, written DESC) AS nth
  FROM ${scan(files, ", union_by_name = true")} WHERE known_at <= ${timestamp(at)}
) AS versions WHERE nth = 1 AND NOT gone`;
}

/**
 * Mentions as counted at an instant. A mention that was replaced since appears as it was, without its words.
 *
 * @param superseded Files with replaced rows; their `known_at` is the time until which they held.
 */
export function mentionsAt(source: string, superseded: readonly FileSource[], at: Date): string {
  const seen = seenBy("mentions", source, at);
  if (superseded.length === 0) return seen;
  const columns = Object.keys(tables.mentions).join(", ");
  return `WITH held AS (
  SELECT *, dense_rank() OVER (PARTITION BY document_id ORDER BY known_at) AS nth
  FROM ${scan(superseded, ", union_by_name = true")} WHERE known_at > ${timestamp(at)}
) SELECT ${columns} FROM held WHERE nth = 1 AND first_seen_utc <= ${timestamp(at)}
UNION ALL BY NAME SELECT ${columns} FROM (${seen}) AS now ANTI JOIN held USING (document_id)`;
}

/** Rows of a source table that had been seen at an instant; all rows where that is not recorded. */
export function seenBy(table: TableName, source: string, at: Date): string {
  if (!("first_seen_utc" in tables[table])) return source;
  return `SELECT * FROM (${source}) AS seen WHERE first_seen_utc <= ${timestamp(at)}`;
}

/** An instant as an SQL literal. */
export function timestamp(at: Date): string {
  return `TIMESTAMP '${at.toISOString().replace("T", " ").replace("Z", "")}'`;
}

/** `read_parquet` over the files. */
export function scan(files: readonly Pick<FileSource, "path">[], options = ""): string {
  return `read_parquet([${files.map(({ path }) => quoted(path)).join(", ")}]${options})`;
}

function typeOf(table: TableName, column: string): string {
  return (tables[table] as Readonly<Record<string, string>>)[column] ?? "VARCHAR";
}
