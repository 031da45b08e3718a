import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { utcDay } from "@market-sentiment/core";
import { openInstance, readRows } from "../../../packages/core/src/adapters/duckdb/instance.js";
import { ResidentKeys } from "../../../packages/core/src/adapters/duckdb/resident-keys.js";

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await openInstance([], 1);
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

const columns = ["small", "medium", "signed", "large", "one", "share", "kind", "held", "whole"];
const values = `CAST(i % 200 AS BIGINT) AS small, CAST(i * 300 AS BIGINT) AS medium, CAST(-i * 70000 AS BIGINT) AS signed,
  CAST(i * 9007199254 AS BIGINT) AS large, CAST(7 AS BIGINT) AS one, CASE WHEN i = 3 THEN -0.0::DOUBLE ELSE 1.0::DOUBLE / (i + 1) END AS share,
  CASE i % 3 WHEN 0 THEN 'it''s' WHEN 1 THEN NULL ELSE 'é' END AS kind, i % 2 = 0 AS held, '' AS whole`;
const keys = ["", "A", "a", "é", "😀", "Ａ"];
const rows = `SELECT k.key AS key, CAST(DATE '2025-12-20' + CAST(i AS INTEGER) AS DATE) AS day, ${values}
FROM (VALUES ${keys.map((key) => `('${key}')`).join(", ")}) AS k(key), range(40) AS r(i) WHERE k.key <> 'a' OR i = 5`;

describe("rows kept by key outside the engine", () => {
  it("are to the bit those that the engine gives, for every type of value, key and day", async () => {
    await connection.run(`CREATE TABLE given AS ${rows} ORDER BY hash(i, key)`);
    const parts = ["key < 'B'", "key >= 'B'"];
    const kept = await ResidentKeys.read(connection, "given", parts);
    expect(kept?.has(columns)).toBe(true);
    expect(kept?.has(["small", "missing"])).toBe(false);
    for (const key of [...keys, "unknown"]) {
      for (const [from, to] of [
        ["2025-01-01", "2026-12-31"],
        ["2025-12-25", "2026-01-03"],
        ["2025-12-25", "2025-12-25"],
        ["2024-01-01", "2024-02-01"],
      ] as const) {
        const expected = await readRows<Record<string, unknown>>(
          connection,
          `SELECT key, CAST(day AS VARCHAR) AS day, ${columns.join(", ")} FROM given WHERE key = ? AND day BETWEEN '${from}' AND '${to}' ORDER BY day`,
          [key],
        );
        const found = kept?.rowsOf(key, { from: utcDay(from), to: utcDay(to), columns }, () => false) ?? [];
        expect(found.length).toBe(expected.length);
        for (const [at, row] of found.entries())
          for (const name of ["key", "day", ...columns]) expect(Object.is(row[name], expected[at]?.[name])).toBe(true);
      }
    }
  });

  it("leave out the days that they are told to", async () => {
    const kept = await ResidentKeys.read(connection, "given", ["true"]);
    const wanted = { from: utcDay("2025-01-01"), to: utcDay("2026-12-31"), columns: ["small"] };
    const newYear = Date.parse("2026-01-01") / 86_400_000;
    const found = kept?.rowsOf("A", wanted, (day) => day < newYear) ?? [];
    expect(found.map(({ day }) => day)[0]).toBe("2026-01-01");
    expect(found.length).toBe(28);
  });

  it("keep thousands of texts, and of a table only the columns that are asked for", async () => {
    await connection.run(
      "CREATE TABLE many AS SELECT 'K' || i % 7 AS key, DATE '2026-01-01' + CAST(i // 7 AS INTEGER) AS day, 'ü' || i * 37 % 3000 AS name, i AS count FROM range(3000) AS r(i)",
    );
    const kept = await ResidentKeys.read(connection, "many", ["key < 'K3'", "key >= 'K3'"], ["name"]);
    expect([kept?.has(["name"]), kept?.has(["count"])]).toEqual([true, false]);
    const wanted = { from: utcDay("2026-01-01"), to: utcDay("2029-12-31"), columns: ["name"] };
    for (let key = 0; key < 7; key += 1) {
      const expected = await readRows<{ name: string }>(
        connection,
        `SELECT name FROM many WHERE key = 'K${key}' ORDER BY day`,
      );
      expect(kept?.rowsOf(`K${key}`, wanted, () => false).map(({ name }) => name)).toEqual(
        expected.map(({ name }) => name),
      );
    }
    const types = await readRows(
      connection,
      "SELECT * FROM duckdb_types() WHERE logical_type = 'ENUM' AND NOT internal",
    );
    expect(types).toEqual([]);
    await connection.run(
      "CREATE TABLE lacking AS SELECT key, day, CASE WHEN count = 5 THEN NULL ELSE name END AS name FROM many",
    );
    expect(await ResidentKeys.read(connection, "lacking", ["true"])).toBeNull();
  });

  it("are not kept where a number is missing or a column has very many texts", async () => {
    await connection.run(
      "CREATE TABLE unknown AS SELECT *, CASE WHEN small = 1 THEN NULL ELSE small END AS lacking FROM given",
    );
    expect(await ResidentKeys.read(connection, "unknown", ["true"])).toBeNull();
    await connection.run(
      "CREATE TABLE varied AS SELECT 'K' AS key, DATE '2026-01-01' AS day, 'n' || i AS name FROM range(66000) AS r(i)",
    );
    expect(await ResidentKeys.read(connection, "varied", ["true"])).toBeNull();
  });
});
