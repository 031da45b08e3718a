import { pathToFileURL } from "node:url";
import { isObjectAddress } from "../object-storage/object-address.js";
import type { StoredTable, TablePlace } from "./stored-tables.js";

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
 * @param place Where the tables are. Keys of object storage are in no recipe.
 */
export function readingRecipe(engine: RecipeEngine, place: TablePlace, tables: readonly StoredTable[]): string {
  return recipes[engine](place, tables);
}

const recipes: Readonly<Record<RecipeEngine, (place: TablePlace, tables: readonly StoredTable[]) => string>> = {
  trino: (place, tables) =>
    [
      isInBucket(place)
        ? "-- etc/catalog/sentiment.properties (keys: s3.aws-access-key and s3.aws-secret-key, or a role of the machine):"
        : "-- etc/catalog/sentiment.properties (the folder must be readable under the same path on every node):",
      ...trinoCatalog(place).map((line) => `--   ${line}`),
      ...[...new Set(tables.map(schemaOf))].map((name) => `CREATE SCHEMA IF NOT EXISTS sentiment.${name};`),
      ...tables.map(
        (table) =>
          `CALL sentiment.system.register_table(schema_name => ${single(schemaOf(table))}, table_name => ${single(table.table)}, table_location => ${single(isInBucket(place) ? table.location : `local:///files/${table.namespace}/${table.table}`)});`,
      ),
      ...tables.slice(0, 1).map((table) => `SELECT * FROM sentiment.${schemaOf(table)}.${table.table} LIMIT 10;`),
    ].join("\n"),
  spark: (place, tables) =>
    [
      `# pyspark --packages io.delta:delta-spark_2.13:<the release for your Spark>${isInBucket(place) ? ",org.apache.hadoop:hadoop-aws:<the release of its Hadoop>" : ""} \\`,
      ...sparkStorage(place).map((line) => `#   --conf ${line} \\`),
      "#   --conf spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension \\",
      "#   --conf spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog",
      ...tables.map(
        (table) =>
          `${schemaOf(table)}_${table.table} = spark.read.format("delta").load(${JSON.stringify(isInBucket(place) ? table.location.replace(/^s3:/, "s3a:") : pathToFileURL(table.location).href)})`,
      ),
    ].join("\n"),
  duckdb: (place, tables) =>
    [
      "INSTALL delta; LOAD delta;",
      ...(isInBucket(place) ? ["INSTALL httpfs; LOAD httpfs; INSTALL aws; LOAD aws;", duckDbSecret(place)] : []),
      ...[...new Set(tables.map(schemaOf))].map((name) => `CREATE SCHEMA IF NOT EXISTS ${name};`),
      ...tables.map(
        (table) =>
          `CREATE OR REPLACE VIEW ${schemaOf(table)}.${table.table} AS FROM delta_scan(${single(table.location)});`,
      ),
    ].join("\n"),
  pandas: (place, tables) => {
    const options = Object.entries(pandasStorage(place));
    const set = options.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ");
    return [
      "# pip install deltalake pandas pyarrow",
      "from deltalake import DeltaTable",
      ...(options.length === 0 ? [] : [`storage = {${set}}`]),
      ...tables.map((table) => {
        const of = JSON.stringify(table.location) + (options.length === 0 ? "" : ", storage_options=storage");
        return `${schemaOf(table)}_${table.table} = DeltaTable(${of}).to_pandas()`;
      }),
    ].join("\n");
  },
};

function isInBucket({ root }: TablePlace): boolean {
  return isObjectAddress(root);
}

/** Lines of the catalogue's file. */
function trinoCatalog(place: TablePlace): string[] {
  const { root, endpoint, region } = place;
  const fromBucket = [
    "local.location=<a folder of Trino's own>",
    "fs.native-s3.enabled=true",
    `s3.region=${region ?? "us-east-1"}`,
    ...(endpoint === null ? [] : [`s3.endpoint=${endpoint}`, "s3.path-style-access=true"]),
  ];
  return [
    "connector.name=delta_lake",
    "hive.metastore=file",
    "hive.metastore.catalog.dir=local:///catalog",
    "fs.native-local.enabled=true",
    ...(isInBucket(place) ? fromBucket : [`local.location=${root}`]),
    "delta.register-table-procedure.enabled=true",
  ];
}

function sparkStorage({ endpoint, region }: TablePlace): string[] {
  return [
    ...(region === null ? [] : [`spark.hadoop.fs.s3a.endpoint.region=${region}`]),
    ...(endpoint === null
      ? []
      : [`spark.hadoop.fs.s3a.endpoint=${endpoint}`, "spark.hadoop.fs.s3a.path.style.access=true"]),
  ];
}

/** Keys come from where the AWS client finds them. */
function duckDbSecret({ endpoint, region }: TablePlace): string {
  const at = endpoint === null ? null : new URL(endpoint);
  const settings = [
    "TYPE s3",
    "PROVIDER credential_chain",
    ...(region === null ? [] : [`REGION ${single(region)}`]),
    ...(at === null
      ? []
      : [`ENDPOINT ${single(at.host)}`, "URL_STYLE 'path'", `USE_SSL ${String(at.protocol === "https:")}`]),
  ];
  return `CREATE OR REPLACE SECRET sentiment (${settings.join(", ")});`;
}

function pandasStorage({ endpoint, region }: TablePlace): Readonly<Record<string, string>> {
  return {
    ...(region === null ? {} : { AWS_REGION: region }),
    ...(endpoint === null ? {} : { AWS_ENDPOINT_URL: endpoint }),
    ...(endpoint?.startsWith("http:") === true ? { AWS_ALLOW_HTTP: "true" } : {}),
  };
}
