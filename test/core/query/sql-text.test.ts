import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { duckDbDialect } from "../../../packages/core/src/adapters/duckdb/dialect.js";
import { trinoDialect } from "../../../packages/core/src/adapters/trino/dialect.js";
import { type SqlDialect, sqlText } from "../../../packages/core/src/query/sql-dialect.js";
import { expectGolden } from "../../cli/golden.js";
import { everyQuery } from "../../support/every-query.js";

const dialects: Readonly<Record<string, SqlDialect>> = { duckdb: duckDbDialect, trino: trinoDialect };

/** What only one engine understands, or understands in its own way. */
const special =
  /\b(?:arg_max|epoch_ms|semi join|anti join|replace \(|strftime|unnest|exclude|by name)\b|\/\/|::|limit \d+ offset/i;

describe("the queries of all reads", () => {
  it.each(Object.keys(dialects))("have the reviewed text for %s (UPDATE_GOLDEN=1 rewrites it)", async (engine) => {
    const dialect = dialects[engine] ?? duckDbDialect;
    const texts = Object.entries(everyQuery).map(
      ([name, query]) => `-- ${name}\n${sqlText(query, dialect)};\n-- ${JSON.stringify(query.params)}\n`,
    );
    await expectGolden(`sql/${engine}.sql`, texts.join("\n"));
  });

  it.each(Object.entries(everyQuery))("say nothing that one engine alone understands: %s", (_name, query) => {
    expect(sqlText(query, trinoDialect)).not.toMatch(special);
    expect(sqlText(query, trinoDialect).match(/\?/g)?.length ?? 0).toBe(query.params.length);
  });

  it("are all among these: every file with SQL for reads has its builders here, or gives its text to both engines", async () => {
    const folder = new URL("../../../packages/core/src/", import.meta.url);
    const files = (await readdir(folder, { recursive: true })).filter(
      (path) => path.endsWith(".ts") && !/^(?:adapters|node|rollup|ingest)\//.test(path),
    );
    const offending: string[] = [];
    for (const path of files) {
      // The panel's pieces are written by DuckDB, whichever engine reads.
      if (/panel/.test(path)) continue;
      const lines = (await readFile(new URL(path, folder), "utf8")).split("\n");
      const code = lines.filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line)).join("\n");
      if (/\b(?:ARG_MAX|epoch_ms|SEMI JOIN|strftime|unnest)\b|\* REPLACE/.test(code)) offending.push(path);
    }
    expect(offending).toEqual([]);
  });
});
