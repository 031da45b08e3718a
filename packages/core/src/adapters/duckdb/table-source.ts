import { identities } from "../../storage/table-store.js";
import type { StoredFile } from "../../storage/snapshot.js";
import { type TableName, tables } from "../../storage/tables.js";
import { quoted } from "./instance.js";

/** A stored file by its absolute path. */
export type FileSource = Pick<StoredFile, "amends" | "columns"> & { readonly path: string; readonly month?: string };

/** What stands after `FROM` to read these columns, or more, of files, in the order of the files. */
export type FileScan = (files: readonly FileSource[], columns: string) => string;

/** Columns that files of release 0.1.0 lack. */
const added: Partial<Record<TableName, readonly string[]>> = {
  mentions: ["text_print", "page"],
  day_reference: ["revised", "provisional", "history"],
  traded_reference: ["revised", "provisional", "history"],
};

/** Whether a file has every column of its table. */
export function isComplete(table: TableName, { columns }: Pick<FileSource, "columns">): boolean {
  return columns === 2 || added[table] === undefined;
}

/** A `SELECT` over a table's files; without files, an empty one with the same columns. */
export function tableSource(table: TableName, files: readonly FileSource[], read?: FileScan): string {
  const columns = Object.keys(tables[table]).join(", ");
  const whole = files.filter(({ amends }) => amends !== true);
  const complete = whole.filter((file) => isComplete(table, file));
  const older = whole.filter((file) => !complete.includes(file));
  const amending = files.filter(({ amends }) => amends === true);
  const rowsOf: FileScan = read ?? ((these) => scan(these));
  const parts: string[] = [];
  if (complete.length > 0) parts.push(`SELECT ${columns} FROM ${rowsOf(complete, columns)}`);
  if (older.length > 0) {
    const nulls = (added[table] ?? []).map((name) => `CAST(NULL AS ${typeOf(table, name)}) AS ${name}`);
    const shared = Object.keys(tables[table]).filter((name) => added[table]?.includes(name) !== true);
    parts.push(`SELECT ${[...shared, ...nulls].join(", ")} FROM ${rowsOf(older, shared.join(", "))}`);
  }
  if (amending.length > 0)
    parts.push(`SELECT ${columns} FROM (${newest(table, amending, read)}) AS amended WHERE NOT gone`);
  if (parts.length > 0) return parts.join(" UNION ALL BY NAME ");
  const empty = Object.entries(tables[table]).map(([name, type]) => `CAST(NULL AS ${type}) AS ${name}`);
  return `SELECT ${empty.join(", ")} WHERE false`;
}

/** The newest row of each identity in amending files, removed rows included. */
export function newest(table: TableName, files: readonly FileSource[], read?: FileScan): string {
  const columns = [...Object.keys(tables[table]), "gone", "written"].join(", ");
  const rows = `SELECT * FROM ${read === undefined ? scan(files) : read(files, columns)}`;
  return files.length === 1 ? rows : newestOf(table, rows);
}

/** The newest row of each identity among amending rows. */
export function newestOf(table: TableName, rows: string): string {
  return lastWritten(table, ["gone"], rows);
}

/**
 * Of rows that tell the same identity several times, what the publication of the highest number told. A publication tells an
 * identity once, so an aggregate of each column is enough; it costs less than to sort the versions by a window.
 *
 * @param more Columns of the rows beside those of the table and `written`.
 */
export function lastWritten(table: TableName, more: readonly string[], rows: string): string {
  const identity: readonly string[] = identities[table];
  const others = [...Object.keys(tables[table]), ...more].filter((name) => !identity.includes(name));
  const last = others.map((name) => `arg_max_null(${name}, written) AS ${name}`);
  return `SELECT ${[...identity, ...last, "max(written) AS written"].join(", ")} FROM (${rows}) AS told GROUP BY ${identity.join(", ")}`;
}

/** A table's rows as known at an instant, from its recorded values. */
export function historySource(table: TableName, files: readonly FileSource[], at: Date): string {
  if (files.length === 0) return tableSource(table, []);
  const columns = Object.keys(tables[table]).join(", ");
  return `SELECT ${columns} FROM (${knownAt(table, files, at)}) AS known WHERE NOT gone`;
}

/**
 * The rows of a table as they are, each with the instant from which it was known, and of those that are gone their identity.
 *
 * @param history Files with earlier values.
 * @param newest The newest state: what it has changed since the last record was known from its publication on.
 */
export function knownNow(
  table: TableName,
  files: readonly FileSource[],
  history: readonly FileSource[],
  newestState: { readonly publishedAt: string; readonly recorded: number } | undefined,
): string {
  const columns = Object.keys(tables[table]);
  const amending = files.filter(({ amends }) => amends === true);
  const whole = files.filter(({ amends }) => amends !== true);
  const parts = [`SELECT *, CAST(NULL AS BIGINT) AS written FROM (${tableSource(table, whole)}) AS whole`];
  if (amending.length > 0)
    parts.push(`SELECT ${columns.join(", ")}, written FROM (${newest(table, amending)}) AS amended WHERE NOT gone`);
  const now = parts.join(" UNION ALL BY NAME ");
  if (newestState === undefined || history.length === 0) {
    const at = newestState === undefined ? "CAST(NULL AS TIMESTAMP)" : timestamp(new Date(newestState.publishedAt));
    return `SELECT * EXCLUDE (written), ${at} AS known_at, false AS gone FROM (${now}) AS now`;
  }
  const identity = identities[table].join(", ");
  const { publishedAt, recorded } = newestState;
  return `WITH now AS (${now}), latest AS (
  SELECT ${identity}, max(known_at) AS known_at, arg_max(gone, known_at) AS gone
  FROM ${scan(history, ", union_by_name = true")} GROUP BY ${identity}
) SELECT ${columns.map((name) => `now.${name}`).join(", ")}, false AS gone,
  CASE WHEN now.written > ${recorded} THEN ${timestamp(new Date(publishedAt))} ELSE latest.known_at END AS known_at
FROM now LEFT JOIN latest USING (${identity})
UNION ALL BY NAME SELECT ${identity}, known_at, gone FROM latest ANTI JOIN now USING (${identity}) WHERE gone`;
}

/** The rows of a table as they were known at an instant, each with the instant from which it was, gone ones included. */
export function knownAt(table: TableName, files: readonly FileSource[], at: Date): string {
  const columns = Object.keys(tables[table]).join(", ");
  if (files.length === 0)
    return `SELECT *, CAST(NULL AS TIMESTAMP) AS known_at, false AS gone FROM (${tableSource(table, [])}) AS none`;
  const told = `SELECT * FROM ${scan(files, ", union_by_name = true")} WHERE known_at <= ${timestamp(at)}`;
  return `SELECT ${columns}, known_at, gone FROM (${lastWritten(table, ["gone", "known_at"], told)}) AS latest`;
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
