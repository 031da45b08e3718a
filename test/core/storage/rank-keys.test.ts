import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, utcDay } from "@market-sentiment/core";
import type { RankedRead } from "../../../packages/core/src/engine.js";
import { openInstance, quoted, readRows } from "../../../packages/core/src/adapters/duckdb/instance.js";
import { rankKeys } from "../../../packages/core/src/adapters/duckdb/rank-keys.js";
import { dayNumber, ResidentKeys } from "../../../packages/core/src/adapters/duckdb/resident-keys.js";

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

const first = utcDay("2025-12-20");
const keys = ["", "A", "AB", "a", "é", "😀", "Ａ", "Z"];
const row = fc.record({
  key: fc.constantFrom(...keys),
  at: fc.integer({ min: 0, max: 39 }),
  kind: fc.constantFrom("stock", "etf", null),
  // Few different values: keys with the same number are in the order of their bytes.
  share: fc.constantFrom(0, 0.1, 0.2, 0.3, 1 / 3),
  count: fc.integer({ min: 0, max: 3 }),
});
const byKeyAndDay = { selector: ({ key, at }: { key: string; at: number }) => `${key} ${at}` };
const read = (only: RankedRead["only"], offset: number, limit: number): RankedRead => ({
  sums: ["share", "count"],
  numberOf: ({ 0: share = 0, 1: count = 0 }) => 100 * (share / 7 / (share / 7 + 2) + count / (count + 3)),
  name: "heat",
  ...{ only, offset, limit },
});
const number = "100 * (SUM(share) / 7e0 / (SUM(share) / 7e0 + 2e0) + SUM(count)::DOUBLE / (SUM(count)::DOUBLE + 3e0))";

describe("keys ranked outside the engine", () => {
  it("are to the bit and in their order those of its statement, over one part or several, whatever the page and the days", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { ...byKeyAndDay, minLength: 1, maxLength: 60 }),
        fc.array(fc.integer({ min: 1, max: 39 }), { maxLength: 2 }),
        fc.tuple(fc.integer({ min: 0, max: 39 }), fc.integer({ min: 0, max: 39 })),
        fc.record({ offset: fc.integer({ min: 0, max: 4 }), limit: fc.integer({ min: 1, max: 9 }) }),
        fc.record({ isFiltered: fc.boolean(), hole: fc.integer({ min: 0, max: 60 }) }),
        async (rows, cuts, [one, other], { offset, limit }, { isFiltered, hole }) => {
          const values = rows.map(
            ({ key, at, kind, share, count }) =>
              `(${quoted(key)}, DATE '${addDays(first, at)}', ${kind === null ? "NULL::VARCHAR" : quoted(kind)}, ${share}::DOUBLE, ${count}::BIGINT)`,
          );
          await connection.run(
            `CREATE OR REPLACE TABLE ranked AS SELECT * FROM (VALUES ${values.join(", ")}) AS t(key, day, kind, share, count) ORDER BY day, key`,
          );
          const [from, to] = [addDays(first, Math.min(one, other)), addDays(first, Math.max(one, other))];
          const expected = await readRows<{ key: string; heat: number }>(
            connection,
            `SELECT key, ${number} AS heat FROM ranked WHERE day BETWEEN '${from}' AND '${to}' AND day <> '${addDays(first, hole)}' ${isFiltered ? "AND kind = 'stock'" : ""}
             GROUP BY key ORDER BY heat DESC, key OFFSET ${offset} LIMIT ${limit}`,
          );
          const outside = dayNumber(addDays(first, hole));
          // Every part keeps all rows, as a copy of months does of which some have changed, and counts those of its own days.
          const edges = [...new Set([0, ...cuts, 40])].sort((a, b) => a - b);
          const parts = [];
          for (const [index, edge] of edges.slice(0, -1).entries()) {
            const [begin, end] = [dayNumber(addDays(first, edge)), dayNumber(addDays(first, edges[index + 1] ?? 40))];
            const own = `CREATE OR REPLACE TABLE part AS FROM ranked ${index === 0 ? "" : `WHERE day >= '${addDays(first, edge)}'`}`;
            await connection.run(own);
            const keyed = await ResidentKeys.read(connection, "part", ["key < 'B'", "key >= 'B'"]);
            if (keyed === null) throw new Error("The rows are not kept.");
            parts.push({ keyed, isOut: (day: number) => day < begin || day >= end || day === outside });
          }
          const found = rankKeys(
            parts,
            { from, to },
            read(isFiltered ? { column: "kind", value: "stock" } : null, offset, limit),
          );
          expect(found).toEqual(expected);
        },
      ),
      { numRuns: 200, seed: 11 },
    );
  });

  it("are left to the engine where a column that is added is no number", async () => {
    await connection.run(
      "CREATE OR REPLACE TABLE texts AS SELECT 'K' AS key, DATE '2026-01-01' AS day, 'n' || i % 2 AS kind FROM range(2) AS r(i)",
    );
    const keyed = await ResidentKeys.read(connection, "texts", ["true"]);
    const parts = keyed === null ? [] : [{ keyed, isOut: () => false }];
    expect(parts).toHaveLength(1);
    expect(rankKeys(parts, { from: first, to: first }, { ...read(null, 0, 5), sums: ["kind"] })).toBeNull();
    expect(rankKeys([], { from: first, to: first }, read(null, 0, 5))).toEqual([]);
  });
});
