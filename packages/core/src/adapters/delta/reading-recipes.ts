import { pathToFileURL } from "node:url";
import type { StoredTable } from "./stored-tables.js";

/** Programs that read the tables, by the word that names each in the command. */
export const recipeEngines = ["trino", "spark", "duckdb", "pandas"] as const;
/** A program that reads the tables. */
export type RecipeEngine = (typeof recipeEngines)[number];

/** Name of a table in a catalogue: one schema a namespace, with underscores. */
const schemaOf = ({ namespace }: Pick<StoredTable, "namespace">) => namespace.replaceAll("-", "_");
const single = (text: string) => `'${text.replaceAll("'", "''")}'`;

/**
 * How a program reads tables with a Delta log: what to install and set once, then a statement for each table. As text of the
 * program's own language, to be pasted.
 *
 * @param root Absolute path of the data directory.
 */
export function readingRecipe(engine: RecipeEngine, root: string, tables: readonly StoredTable[]): string {
  return recipes[engine](root, tables);
}

const recipes: Readonly<Record<RecipeEngine, (root: string, tables: readonly StoredTable[]) => string>> = {
  trino: (root, tables) =>
    [
      "-- etc/catalog/sentiment.properties (the folder must be readable under the same path on every node):",
      "--   connector.name=delta_lake",
      "--   hive.metastore=file",
      "--   hive.metastore.catalog.dir=local:///catalog",
      "--   fs.native-local.enabled=true",
      `--   local.location=${root}`,
      "--   delta.register-table-procedure.enabled=true",
      ...[...new Set(tables.map(schemaOf))].map((name) => `CREATE SCHEMA IF NOT EXISTS sentiment.${name};`),
      ...tables.map(
        (table) =>
          `CALL sentiment.system.register_table(schema_name => ${single(schemaOf(table))}, table_name => ${single(table.table)}, table_location => ${single(`local:///files/${table.namespace}/${table.table}`)});`,
      ),
      ...tables.slice(0, 1).map((table) => `SELECT * FROM sentiment.${schemaOf(table)}.${table.table} LIMIT 10;`),
    ].join("\n"),
  spark: (_, tables) =>
    [
      "# pyspark --packages io.delta:delta-spark_2.13:<the release for your Spark> \\",
      "#   --conf spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension \\",
      "#   --conf spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog",
      ...tables.map(
        (table) =>
          `${schemaOf(table)}_${table.table} = spark.read.format("delta").load(${JSON.stringify(pathToFileURL(table.location).href)})`,
      ),
    ].join("\n"),
  duckdb: (_, tables) =>
    [
      "INSTALL delta; LOAD delta;",
      ...[...new Set(tables.map(schemaOf))].map((name) => `CREATE SCHEMA IF NOT EXISTS ${name};`),
      ...tables.map(
        (table) =>
          `CREATE OR REPLACE VIEW ${schemaOf(table)}.${table.table} AS FROM delta_scan(${single(table.location)});`,
      ),
    ].join("\n"),
  pandas: (_, tables) =>
    [
      "# pip install deltalake pandas pyarrow",
      "from deltalake import DeltaTable",
      ...tables.map(
        (table) => `${schemaOf(table)}_${table.table} = DeltaTable(${JSON.stringify(table.location)}).to_pandas()`,
      ),
    ].join("\n"),
};
