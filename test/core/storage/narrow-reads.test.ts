import { describe, expect, it } from "vitest";
import { type CompiledQuery, utcDay } from "@market-sentiment/core";
import { NarrowReads, readingFrom } from "../../../packages/core/src/adapters/duckdb/narrow-reads.js";
import { emptySnapshot, type StoredFile } from "../../../packages/core/src/storage/snapshot.js";

const file = (month: string, days?: readonly [string, string]): StoredFile => ({
  namespace: "news",
  table: "mentions",
  month,
  path: `files/${month}-${days?.[0] ?? "all"}.parquet`,
  rows: 1,
  ...(days === undefined ? {} : { days: [utcDay(days[0]), utcDay(days[1])] as const }),
});
const files = [
  file("2026-01"),
  file("2026-02", ["2026-02-01", "2026-02-09"]),
  file("2026-02", ["2026-02-10", "2026-02-28"]),
];
const reads = new NarrowReads("/data", { ...emptySnapshot, files }, null);
const asked = (from: string, to: string): CompiledQuery => ({
  sql: "SELECT title FROM mentions WHERE day BETWEEN ? AND ? ORDER BY mentions.created_utc",
  params: [from, to],
  reads: { table: "mentions", from: utcDay(from), to: utcDay(to) },
});
const filesIn = (sql: string | null | undefined) => sql?.match(/20\d\d-\d\d-[\w-]+(?=\.parquet)/g);

describe("a query that tells the days that it reads", () => {
  it("names the files that may have rows of them, and no others", () => {
    expect(filesIn(reads.of("news", asked("2026-02-10", "2026-02-11"))?.sql)).toEqual(["2026-02-2026-02-10"]);
    expect(filesIn(reads.of("news", asked("2026-01-31", "2026-02-01"))?.sql)).toEqual([
      "2026-01-all",
      "2026-02-2026-02-01",
    ]);
  });

  it("needs no statement where there are none, and has no rows then", () => {
    expect(reads.of("news", asked("2026-03-01", "2026-03-31"))).toEqual({ rows: [], sql: null });
    expect(reads.of("forum", asked("2026-02-10", "2026-02-11"))).toEqual({ rows: [], sql: null });
  });

  it("keeps the name of its table", () => {
    expect(readingFrom("SELECT a FROM t JOIN t_x WHERE t.a", "t" as never, "SELECT 1 AS a")).toBe(
      "SELECT a FROM (SELECT 1 AS a) AS t JOIN t_x WHERE t.a",
    );
    expect(readingFrom("SELECT m.a FROM t AS m", "t" as never, "SELECT '$1' AS a")).toBe(
      "SELECT m.a FROM (SELECT '$1' AS a) AS m",
    );
  });

  it("is read by the views where it does not tell", () => {
    expect(reads.of("news", { sql: "SELECT 1 FROM mentions", params: [] })).toBeNull();
  });
});
