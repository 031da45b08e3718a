import { createRequire } from "node:module";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type * as Client from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";

const require = createRequire(import.meta.url);

/**
 * Loads the client on first use, so that whoever never opens a data directory needs no DuckDB. By `require`, since the
 * client is CommonJS: an `import` would first parse each of its files for the names that it exports, which costs a third
 * of a short command's processor time.
 */
export function loadClient(): typeof Client {
  try {
    return require("@duckdb/node-api") as typeof Client;
  } catch (cause) {
    const message = "The query engine is not installed. Install it with: npm install @duckdb/node-api@1.5.5-r.5";
    throw new MarketDataError("engine_unavailable", message, {}, { cause });
  }
}

/** How much memory an instance may take, and the folder where it puts what does not fit. */
export interface MemoryBound {
  readonly megabytes: number;
  readonly spillDirectory: string;
}

/**
 * An in-memory instance that may touch nothing outside `directories`, downloads nothing and keeps its settings.
 *
 * @param threads Threads that one query may use. 1 had the best tail under many callers.
 * @param bound Four fifths of the machine's memory when left out, and nothing is put on disk. With a bound the engine also keeps no
 *   copies of files that it has read: those of a writer are soon replaced, and their copies would fill it.
 */
export async function openInstance(
  directories: readonly string[],
  threads: number,
  bound?: MemoryBound,
): Promise<DuckDBInstance> {
  const { DuckDBInstance: Instance } = loadClient();
  const instance = await Instance.create(":memory:", {
    threads: String(threads),
    ...(bound === undefined
      ? { temp_directory: "" }
      : { memory_limit: `${bound.megabytes}MB`, temp_directory: bound.spillDirectory }),
  });
  const connection = await instance.connect();
  try {
    // Late materialisation makes ORDER BY … LIMIT of small pages several times slower here.
    await connection.run("SET GLOBAL late_materialization_max_rows=0");
    if (bound !== undefined) await connection.run("SET GLOBAL enable_external_file_cache=false");
    await connection.run("SET GLOBAL TimeZone='UTC'");
    await connection.run("SET GLOBAL preserve_insertion_order=true");
    await connection.run("SET GLOBAL autoinstall_known_extensions=false");
    await connection.run("SET GLOBAL autoload_known_extensions=false");
    await connection.run(`SET GLOBAL allowed_directories=[${directories.map(quoted).join(", ")}]`);
    await connection.run("SET GLOBAL enable_external_access=false");
    await connection.run("SET GLOBAL lock_configuration=true");
  } finally {
    connection.closeSync();
  }
  return instance;
}

/** A text as an SQL string literal, for the statements that take no parameters (COPY, views, settings). */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Runs a query to its end and gives plain rows. */
export async function readRows<Row>(
  connection: DuckDBConnection,
  sql: string,
  params: readonly (string | number | boolean | null)[] = [],
): Promise<Row[]> {
  const reader = await connection.runAndReadAll(sql, [...params]);
  const rows = reader.getRowObjectsJS() as Record<string, unknown>[];
  const names = reader.columnNames();
  // Column by column: looking at every field of every row costs more than the query where a page has thousands of them.
  for (const [at, type] of reader.columnTypes().entries()) {
    const name = names[at];
    if (name !== undefined && !plainTypes.test(String(type))) makePlain(rows, name);
  }
  return rows as Row[];
}

/** Types whose values are plain already. */
const plainTypes = /^(?:VARCHAR|DOUBLE|FLOAT|BOOLEAN|U?(?:TINYINT|SMALLINT|INTEGER))$/;

/** 64-bit integers become numbers (our counts stay far below 2^53) and instants ISO text. */
function makePlain(rows: readonly Record<string, unknown>[], name: string): void {
  for (const row of rows) {
    const value = row[name];
    if (typeof value === "bigint") row[name] = Number(value);
    else if (value instanceof Date) row[name] = value.toISOString();
  }
}
