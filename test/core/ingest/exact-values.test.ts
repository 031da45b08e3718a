import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { openReader, readTableFile } from "@market-sentiment/core/node";
import { describe, expect, it } from "vitest";
import { fileOf } from "../../support/file-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Path of a Parquet file with the rows of a query. */
async function parquetOf(sql: string): Promise<string> {
  const path = join(await temporaryDirectory(), "rows.parquet");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  await connection.run(`COPY (${sql}) TO '${path}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return path;
}

async function rowsOf(sql: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for await (const row of readTableFile(await parquetOf(sql))) rows.push(row);
  return rows;
}

const posts = (columns: string, ids: readonly string[]) =>
  ids
    .map(
      (id) =>
        `SELECT ${id} AS id, '$AAPL up' AS text, TIMESTAMP '2026-03-10 10:00:00' AS created_at${columns === "" ? "" : `, ${columns}`}`,
    )
    .join(" UNION ALL ");

describe("values of a Parquet file", () => {
  it("are plain, with every digit of a whole number and instants in UTC", async () => {
    const [row] = await rowsOf(`SELECT
      1900000000000000001::BIGINT AS big, 7::BIGINT AS small, 18446744073709551615::UBIGINT AS unsigned,
      1900000000000000001.25::DECIMAL(38, 2) AS decimals, INTERVAL '3 days 4 seconds' AS span, TIME '10:00:00' AS clock,
      TIMESTAMP '2026-03-10 10:00:00.123456' AS micros, TIMESTAMP_NS '2026-03-10 10:00:00.123456789' AS nanos,
      TIMESTAMPTZ '2026-03-10 10:00:00+02' AS zoned, DATE '2026-03-10' AS day,
      [1900000000000000001, 2] AS list, {'id': 1900000000000000001, 'at': DATE '2026-03-10'} AS struct,
      MAP {'a': 1900000000000000001} AS map, encode('Zürich') AS unmarked, NULL::BIGINT AS nothing`);
    expect(row).toEqual({
      big: "1900000000000000001",
      small: 7,
      unsigned: "18446744073709551615",
      decimals: "1900000000000000001.25",
      span: "3 days 00:00:04",
      clock: "10:00:00",
      micros: "2026-03-10T10:00:00.123Z",
      nanos: "2026-03-10T10:00:00.123Z",
      zoned: "2026-03-10T08:00:00.000Z",
      day: "2026-03-10T00:00:00.000Z",
      list: ["1900000000000000001", 2],
      struct: { id: "1900000000000000001", at: "2026-03-10T00:00:00.000Z" },
      map: [{ key: "a", value: "1900000000000000001" }],
      unmarked: "Zürich",
      nothing: null,
    });
  });

  it("with an impossible date keep only their own record aside", async () => {
    const good = posts("INTERVAL '1 day' AS span", ["1::BIGINT", "2::BIGINT"]);
    const bad = ["'infinity'", "'290000-01-01'", "'0044-03-15 (BC)'"].map(
      (time) => `SELECT 3::BIGINT, '$AAPL up', TIMESTAMP ${time}, INTERVAL '1 day'`,
    );
    const content = await readFile(await parquetOf([good, ...bad].join(" UNION ALL ")));
    const { run } = await fileOf("microblog-stocks", "posts.parquet", content);
    const report = await run();
    expect(report.counts).toMatchObject({ read: 5, accepted: 2, rejected: 3, new: 2 });
    expect(report.rejectedByReason).toEqual({ invalid_time: 3 });
    expect(await readFile(report.rejectedFile ?? "", "utf8")).toContain("1 day");
  });
});

describe("64-bit ids", () => {
  const ids = ["1900000000000000001", "1900000000000000002", "1900000000000000003"];
  const stored = ids.map((id) => `x:${id}`);

  it.each([
    ["BIGINT", ids.map((id) => `${id}::BIGINT`)],
    ["UBIGINT", ids.map((id) => `${id}::UBIGINT`)],
    ["DECIMAL", ids.map((id) => `${id}::DECIMAL(20, 0)`)],
    ["VARCHAR", ids.map((id) => `'${id}'`)],
  ])("stay apart in a Parquet column of type %s", async (_type, values) => {
    const { run, rows } = await fileOf(
      "microblog-stocks",
      "p.parquet",
      await readFile(await parquetOf(posts("", values))),
    );
    expect((await run()).counts).toMatchObject({ accepted: 3, new: 3 });
    expect((await rows<{ document_id: string }>("DISTINCT document_id")).map((row) => row.document_id)).toEqual(stored);
  });

  const post = (id: string) => `{"id":${id},"text":"$AAPL up","created_at":"2026-03-10T10:00:00Z"}`;

  it.each([
    ["JSON lines", ids.map(post).join("\n")],
    ["a JSON list on one line", `[${ids.map(post).join(",")}]`],
    [
      "a JSON document",
      JSON.stringify(
        ids.map((id) => JSON.parse(post(`"${id}"`)) as object),
        null,
        1,
      ).replaceAll(/"(\d{19})"/g, "$1"),
    ],
    ["CSV", ["id,text,created_at", ...ids.map((id) => `${id},$AAPL up,2026-03-10T10:00:00Z`)].join("\n")],
    ["an answer of the X API with numbers", `{"data":[${ids.map(post).join(",")}],"meta":{"result_count":3}}`],
  ])("stay apart in %s", async (_form, content) => {
    const { run, rows } = await fileOf("microblog-stocks", "posts.json", content);
    expect((await run()).counts).toMatchObject({ new: 3, rejected: 0 });
    expect((await rows<{ document_id: string }>("DISTINCT document_id")).map((row) => row.document_id)).toEqual(stored);
  });

  it.each([
    [
      "a Parquet column of type DOUBLE, which its writer makes of HUGEINT",
      async () =>
        readFile(
          await parquetOf(
            posts(
              "",
              ids.map((id) => `${id}::HUGEINT`),
            ),
          ),
        ),
    ],
    ["JSON with an exponent", async () => Promise.resolve(ids.map(() => post("1.9e18")).join("\n"))],
    ["JSON with a decimal point", async () => Promise.resolve(ids.map((id) => post(`${id}.0`)).join("\n"))],
    [
      "CSV that a spreadsheet has saved",
      async () =>
        Promise.resolve(["id,text,created_at", ...ids.map(() => "1.9E+18,$AAPL up,2026-03-10T10:00:00Z")].join("\n")),
    ],
  ])("that have lost digits are kept aside: %s", async (_form, content) => {
    const { run } = await fileOf("microblog-stocks", "posts", await content());
    const report = await run();
    expect(report.counts).toMatchObject({ read: 3, accepted: 0, rejected: 3 });
    expect(report.rejectedByReason).toEqual({ invalid_field: 3 });
    expect(await readFile(report.rejectedFile ?? "", "utf8")).toContain("lost digits");
  });

  it("of a market's tokens stay apart in a list encoded as text", async () => {
    const token = "71321045679252212594626385532706912750332728571942532289631379312455583992563";
    const market = { id: "1", question: "Will Apple close above $200?", updatedAt: "2026-03-10T10:00:00Z" };
    const lines = [1, 2].map((n) =>
      JSON.stringify({ ...market, id: String(n), outcomes: '["Yes","No"]', clobTokenIds: `[${token}${n}, ${token}9]` }),
    );
    const { run, data } = await fileOf("predmarket-stocks", "markets.jsonl", lines.join("\n"));
    expect((await run()).counts).toMatchObject({ accepted: 2, rejected: 0 });
    const store = await openReader(data);
    const rows = await (
      await store.view()
    ).query<{ first_token: string }>("predmarket-stocks", {
      sql: "SELECT first_token FROM markets ORDER BY condition_id",
      params: [],
    });
    await store.close();
    expect(rows.map(({ first_token }) => first_token)).toEqual([`${token}1`, `${token}2`]);
  });
});
