/** The embedded engine and store: DuckDB over Parquet files in a data directory. */
export { openReader, type ReaderOptions } from "./duckdb/reader.js";
export { openTables, openWriter } from "./duckdb/writer.js";
export { duckDbDialect } from "./duckdb/dialect.js";
export { plainRows } from "./duckdb/plain-rows.js";
export { readTableFile } from "./duckdb/read-table-file.js";
export { readSnapshot, readVersion } from "./duckdb/snapshot-files.js";
export { sqlText } from "../query/sql-dialect.js";
export { type TableName, tables } from "../storage/tables.js";
