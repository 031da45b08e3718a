import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { loadRows } from "../../../packages/core/src/adapters/duckdb/load-rows.js";

const columns = {
  text: "VARCHAR",
  bytes: "BLOB",
  long: "BIGINT",
  whole: "INTEGER",
  real: "DOUBLE",
  yes: "BOOLEAN",
  day: "DATE",
  instant: "TIMESTAMP",
};
const texts = ["", "a", "twelve chars", "thirteen char", "zero\0inside", "漲 🚀", "x".repeat(5_000), "é"];
const longs = [
  0,
  1,
  -1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  -(2 ** 32),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
];
const reals = [0, -0.1, 1e300, 5e-324, Infinity];
const days = ["1970-01-01", "1969-12-31", "2026-03-31", "9999-12-31"];
const instants = [0, 1, -1, Date.parse("2026-03-31T23:59:59.999Z"), Date.parse("9999-12-31T23:59:59.999Z")];
const at = <Value>(values: readonly Value[], index: number) => values[index % values.length] as Value;

/** Bytes in the middle of a larger block, as text prints are. */
const bytesOf = (index: number) => Uint8Array.of(9, 9, index & 255, 0, 200, 9).subarray(2, 5);

/** Every kind of value beside nulls, in more rows than the engine takes at a time. */
const rows = Array.from({ length: 5_000 }, (_, index) => ({
  text: index % 7 === 3 ? null : at(texts, index),
  ...(index % 11 === 0 ? {} : { bytes: bytesOf(index) }),
  long: index % 5 === 1 ? null : at(longs, index),
  whole: index % 3 === 1 ? null : (index - 2_500) * 800_000,
  real: index % 4 === 1 ? null : at(reals, index),
  yes: index % 6 === 1 ? null : index % 2 === 0,
  day: index % 9 === 1 ? null : at(days, index),
  instant: index % 8 === 1 ? null : at(instants, index),
}));

describe("rows that are handed to the engine", () => {
  it("are stored unchanged: every type, nulls, long and unusual texts, numbers beyond 32 bits", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    for (const count of [5_000, 1, 65, 2_048, 0]) {
      await loadRows(connection, "taken", columns, rows.slice(0, count));
      const found = await connection.runAndReadAll(
        "SELECT text, hex(bytes), CAST(long AS VARCHAR), whole, real, yes, CAST(day AS VARCHAR), epoch_ms(instant) FROM taken",
      );
      const wanted = rows
        .slice(0, count)
        .map(({ text, bytes, long, whole, real, yes, day, instant }) => [
          text,
          bytes === undefined ? null : Buffer.from(bytes).toString("hex").toUpperCase(),
          long === null ? null : String(long),
          whole,
          real,
          yes,
          day,
          instant === null ? null : BigInt(instant),
        ]);
      expect(found.getRows()).toEqual(wanted);
    }
    connection.closeSync();
    instance.closeSync();
  });

  it("are refused when a column has an unknown type", async () => {
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    await expect(loadRows(connection, "taken", { odd: "HUGEINT" }, [{ odd: 1 }])).rejects.toThrow(/type HUGEINT/);
    connection.closeSync();
    instance.closeSync();
  });
});
