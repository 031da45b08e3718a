import type { DuckDBConnection } from "@duckdb/node-api";
import { sortKeys, type TableName, tables } from "../../storage/tables.js";
import { readRows } from "../duckdb/instance.js";
import { scan } from "../duckdb/table-source.js";
import type { FileStatistics } from "./actions.js";

/** Longer values are left out: engines use them to skip files, and a log must stay small. */
const LONGEST_TEXT = 256;

/** How each type's extremes stand in a log; types that are missing here have none. */
const written: Readonly<Record<string, (value: string) => string>> = {
  VARCHAR: (value) => value,
  INTEGER: (value) => value,
  DATE: (value) => `CAST(${value} AS VARCHAR)`,
  // Our instants are whole milliseconds.
  TIMESTAMP: (value) => `strftime(${value}, '%Y-%m-%dT%H:%M:%S.%g')`,
};

/** Extremes of the columns by which a table is sorted and of its day: what queries usually ask by. */
export async function fileStatistics(
  table: TableName,
  path: string,
  rows: number,
  connection: DuckDBConnection,
): Promise<FileStatistics> {
  const types: Readonly<Record<string, string>> = tables[table];
  const names = [...new Set([...sortKeys[table].split(", "), ...("day" in types ? ["day"] : [])])];
  const asked = names.flatMap((name) => {
    const form = written[types[name] ?? ""];
    return form === undefined ? [] : [{ name, form }];
  });
  const parts = asked.flatMap(({ name, form }) => [
    `${form(`min(${name})`)} AS least_${name}`,
    `${form(`max(${name})`)} AS most_${name}`,
    `CAST(count(*) - count(${name}) AS DOUBLE) AS nulls_${name}`,
  ]);
  const [found = {}] = await readRows<Record<string, unknown>>(
    connection,
    `SELECT ${parts.join(", ")} FROM ${scan([{ path }])}`,
  );
  const isShort = (value: unknown) => value !== null && !(typeof value === "string" && value.length > LONGEST_TEXT);
  const valuesOf = (which: string) =>
    Object.fromEntries(
      asked.flatMap(({ name }) =>
        isShort(found[`${which}_${name}`]) ? [[name, found[`${which}_${name}`]] as [string, unknown]] : [],
      ),
    );
  return {
    numRecords: rows,
    minValues: valuesOf("least"),
    maxValues: valuesOf("most"),
    nullCount: Object.fromEntries(asked.map(({ name }) => [name, Number(found[`nulls_${name}`])])),
  };
}
