import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";

// A reader of Delta logs that shares no code with the writer: it follows the protocol's text, from the first version on.

interface Line {
  readonly txn?: { readonly version: number };
  readonly add?: { readonly path: string; readonly stats: string };
  readonly remove?: { readonly path: string };
  readonly metaData?: { readonly schemaString: string };
}

/** A version of a table: which snapshot it shows, its files, columns and statistics. */
export interface DeltaVersion {
  readonly version: number;
  readonly snapshot: number;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly columns: readonly string[];
  readonly statistics: readonly string[];
}

/** Every version of the log in a table's folder, oldest first; empty without a log. */
export function deltaVersions(folder: string): DeltaVersion[] {
  const log = join(folder, "_delta_log");
  if (!existsSync(log)) return [];
  const names = readdirSync(log).filter((name) => /^\d{20}\.json$/.test(name));
  let [snapshot, columns] = [-1, [] as string[]];
  const files = new Map<string, string>();
  return names.sort().map((name, version) => {
    if (Number(name.slice(0, 20)) !== version) throw new Error(`Version ${version} of ${folder} is missing.`);
    for (const text of readFileSync(join(log, name), "utf8").trim().split("\n")) {
      const line = JSON.parse(text) as Line;
      if (line.txn !== undefined) snapshot = line.txn.version;
      if (line.metaData !== undefined) {
        const schema = JSON.parse(line.metaData.schemaString) as { fields: { name: string }[] };
        columns = schema.fields.map((field) => field.name);
      }
      if (line.remove !== undefined && !files.delete(line.remove.path))
        throw new Error(`${line.remove.path} was not there.`);
      if (line.add !== undefined) files.set(line.add.path, line.add.stats);
    }
    return {
      version,
      snapshot,
      files: [...files.keys()].map((path) => join(folder, path)),
      columns,
      statistics: [...files.values()],
    };
  });
}

/** The rows of a version as JSON texts, in one order. */
export async function rowsOf({ files, columns }: DeltaVersion): Promise<string[]> {
  if (files.length === 0) return [];
  const connection = await (await engine()).connect();
  const listed = files.map((path) => `'${path}'`).join(", ");
  const rows = await connection.runAndReadAll(
    jsonRows(`SELECT ${columns.join(", ")} FROM read_parquet([${listed}], union_by_name = true)`),
  );
  connection.closeSync();
  return rows.getRows().map(([row]) => String(row));
}

/** A statement that gives each row of another one as a JSON text, `row`, in one order. */
export const jsonRows = (sql: string) => `SELECT CAST(to_json(r) AS VARCHAR) AS row FROM (${sql}) AS r ORDER BY 1`;

let made: Promise<DuckDBInstance> | null = null;
const engine = () => (made ??= DuckDBInstance.create(":memory:"));
