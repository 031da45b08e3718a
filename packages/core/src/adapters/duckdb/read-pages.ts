import type { DuckDBConnection } from "@duckdb/node-api";
import { readRows } from "./instance.js";

/** Rows of one page. */
const pageRows = 20_000;

/**
 * The rows of a query, a page at a time. They are set down in a temporary table first, so that what the caller changes in between does not
 * move them; it is dropped in the end.
 *
 * @param order Columns that tell the rows apart.
 */
export async function* readPages<Row>(
  connection: DuckDBConnection,
  sql: string,
  order: readonly string[],
): AsyncGenerator<Row[]> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE page_rows AS SELECT *, row_number() OVER (ORDER BY ${order.join(", ")}) AS nth FROM (${sql})`,
  );
  for (let from = 0; ; from += pageRows) {
    const page = await readRows<Row>(
      connection,
      `SELECT * EXCLUDE (nth) FROM page_rows WHERE nth > ${from} AND nth <= ${from + pageRows} ORDER BY nth`,
    );
    if (page.length > 0) yield page;
    if (page.length < pageRows) break;
  }
  await connection.run("DROP TABLE page_rows");
}
