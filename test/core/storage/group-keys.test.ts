import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays, utcDay } from "@market-sentiment/core";
import type { GroupedRead } from "../../../packages/core/src/engine.js";
import { countValues, groupRows } from "../../../packages/core/src/adapters/duckdb/group-keys.js";
import { openInstance, quoted, readRows } from "../../../packages/core/src/adapters/duckdb/instance.js";
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
const keys = ["A", "é", "Ａ"];
const row = fc.record({
  key: fc.constantFrom(...keys),
  who: fc.constantFrom("", "a", "B", "é", "😀", "Ａ"),
  at: fc.integer({ min: 0, max: 29 }),
  count: fc.integer({ min: 0, max: 3 }),
  share: fc.constantFrom(0, 0.1, 0.2, 1 / 3),
});
const identity = { selector: (of: { key: string; who: string; at: number }) => `${of.key} ${of.who} ${of.at}` };
const read = (key: string, limit: number): GroupedRead => ({
  ...{ key, limit, by: "who", as: "name", sums: ["count", "share"], count: "groups" },
});

/** The table in one part or in two that share no day. */
async function partsOf(cut: number, hole: number) {
  const parts = [];
  for (const [begin, end] of cut === 0
    ? [[0, 30]]
    : [
        [0, cut],
        [cut, 30],
      ]) {
    const [from, to] = [dayNumber(addDays(first, begin ?? 0)), dayNumber(addDays(first, end ?? 30))];
    await connection.run(
      `CREATE OR REPLACE TABLE part AS FROM said ${begin === 0 ? "" : `WHERE day >= '${addDays(first, begin ?? 0)}'`}`,
    );
    const keyed = await ResidentKeys.read(connection, "part", ["true"], ["who", "count", "share"]);
    if (keyed === null) throw new Error("The rows are not kept.");
    const outside = dayNumber(addDays(first, hole));
    parts.push({ keyed, isOut: (day: number) => day < from || day >= to || day === outside });
  }
  return parts;
}

describe("rows grouped outside the engine", () => {
  it("give to the bit and in their order the groups of a key, and the number of values of several, as their statements do", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { ...identity, minLength: 1, maxLength: 50 }),
        fc.record({ cut: fc.integer({ min: 0, max: 29 }), hole: fc.integer({ min: 0, max: 45 }) }),
        fc.tuple(fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 29 })),
        fc.integer({ min: 1, max: 5 }),
        async (rows, { cut, hole }, [one, other], limit) => {
          const values = rows.map(
            ({ key, who, at, count, share }) =>
              `(${quoted(key)}, ${quoted(who)}, DATE '${addDays(first, at)}', ${count}::BIGINT, ${share}::DOUBLE)`,
          );
          await connection.run(
            `CREATE OR REPLACE TABLE said AS SELECT * FROM (VALUES ${values.join(", ")}) AS t(key, who, day, count, share) ORDER BY key, day, who`,
          );
          const window = { from: addDays(first, Math.min(one, other)), to: addDays(first, Math.max(one, other)) };
          const where = `day BETWEEN '${window.from}' AND '${window.to}' AND day <> '${addDays(first, hole)}'`;
          const parts = await partsOf(cut, hole);
          for (const key of [...keys, "unknown"]) {
            const expected = await readRows(
              connection,
              `SELECT who AS name, CAST(SUM(count) AS BIGINT) AS count, SUM(share) AS share, COUNT(*) OVER () AS groups FROM said
               WHERE key = ? AND ${where} GROUP BY who ORDER BY count DESC, who LIMIT ${limit}`,
              [key],
            );
            expect(groupRows(parts, window, read(key, limit))).toEqual(expected);
          }
          const counted = await readRows(
            connection,
            `SELECT key, COUNT(DISTINCT who) AS spoke FROM said WHERE ${where} GROUP BY key ORDER BY key`,
          );
          const asked = { keys: [...keys, "A", "unknown"], column: "who", as: "spoke" };
          expect(countValues(parts, window, asked)).toEqual(counted);
        },
      ),
      { numRuns: 120, seed: 17 },
    );
  });

  it("are left to the engine where a column is not kept or a row has no name", async () => {
    await connection.run(
      "CREATE OR REPLACE TABLE said AS SELECT 'A' AS key, DATE '2025-12-20' AS day, CASE WHEN i > 0 THEN 'x' END AS who, i AS count, 0.5::DOUBLE AS share FROM range(2) AS r(i)",
    );
    const parts = await partsOf(0, 45);
    const window = { from: first, to: first };
    expect(groupRows(parts, window, read("A", 3))).toBeNull();
    expect(countValues(parts, window, { keys: ["A"], column: "who", as: "spoke" })).toBeNull();
    expect(groupRows(parts, window, { ...read("A", 3), by: "share" })).toBeNull();
    expect(groupRows(parts, window, { ...read("A", 3), sums: ["missing"] })).toBeNull();
    expect(countValues(parts, window, { keys: ["A"], column: "missing", as: "spoke" })).toBeNull();
  });
});
