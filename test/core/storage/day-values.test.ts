import fc from "fast-check";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayValuesOf } from "../../../packages/core/src/adapters/duckdb/day-values.js";
import { openInstance } from "../../../packages/core/src/adapters/duckdb/instance.js";
import { ResidentKeys } from "../../../packages/core/src/adapters/duckdb/resident-keys.js";

const names = ["share", "count", "one"];
let instance: DuckDBInstance;
let connection: DuckDBConnection;
let keyed: ResidentKeys;
beforeAll(async () => {
  instance = await openInstance([], 1);
  connection = await instance.connect();
  await connection.run(`CREATE TABLE given AS SELECT 'K' || k AS key, CAST(DATE '2026-01-01' + CAST(d AS INTEGER) AS DATE) AS day,
    1.0::DOUBLE / (1 + k + d) AS share, CAST(k * d AS BIGINT) AS count, CAST(7 AS BIGINT) AS one
    FROM range(9) AS a(k), range(20) AS b(d) WHERE (k + d) % 3 > 0`);
  const read = await ResidentKeys.read(connection, "given", ["true"]);
  if (read === null) throw new Error("The rows are not kept.");
  keyed = read;
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

/** The same from the columns in the order of keys. */
function expectedOf(day: number, columns: readonly string[]): number[] {
  const { rows, starts } = keyed.byDay;
  return [...rows.slice(starts[day], starts[day + 1])].flatMap((row) =>
    columns.map((name) => keyed.valueIn(name)(row) as number),
  );
}

describe("values of a day side by side", () => {
  it("are those of its rows, whichever days and columns were asked for before and given up since", () => {
    const asks = fc.tuple(fc.nat({ max: 19 }), fc.shuffledSubarray(names, { minLength: 1 }));
    fc.assert(
      fc.property(fc.array(asks, { maxLength: 40 }), (asked) => {
        for (const [day, columns] of asked)
          expect([...dayValuesOf(keyed).of(day, columns)]).toEqual(expectedOf(day, columns));
      }),
      { seed: 5 },
    );
  });

  it("are kept for the days that were asked for last, and for no more than their room", () => {
    const values = dayValuesOf(keyed);
    const first = values.of(0, names);
    expect(values.of(0, names)).toBe(first);
    const kept = Array.from({ length: 20 }, (_, day) => values.of(day, names));
    expect(keyed.dayBytes).toBeLessThan(kept.reduce((sum, { byteLength }) => sum + byteLength, 0));
    expect(values.of(19, names)).toBe(kept[19]);
    expect(values.of(0, names)).not.toBe(first);
  });
});
