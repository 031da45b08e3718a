import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, it } from "vitest";
import { identityParts, rowsInMemory } from "../../../packages/core/src/adapters/duckdb/bounded-parts.js";
import { openTables } from "../../../packages/core/src/adapters/duckdb/writer.js";
import type { TableRows, TableStore } from "../../../packages/core/src/storage/table-store.js";
import { addDays, utcDay } from "../../../packages/core/src/time/utc-day.js";
import { namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const { id: namespace } = namespaceNamed("microblog-stocks");
const day = utcDay("2026-03-31");
const table = "subject_contributor_daily";
type Row = TableRows[typeof table];

/** Rows of contributors, told by their mentions. */
function* rowsOf(first: number, count: number, mentions: number): Generator<Row> {
  for (let nth = first; nth < first + count; nth += 1)
    yield {
      ...({ key: `A${nth % 50}`, contributor: `contributor ${nth} of a long name`, day, asset_type: null } as const),
      ...{ mentions, inherited_mentions: 0, documents: mentions, threads: 1, authors: 1, places: 1, subjects: 1 },
      ...{ engagement: 10, evidence: mentions, people: 1, sentiment_sum: 0.25, sentiment_weight: 1 },
      ...{ positive: 1, neutral: 0, negative: 0, buzz: nth / 7 },
    };
}

/** Publishes rows of the day in place of those with their identities. */
async function publish(tables: TableStore, time: string, rows: Iterable<Row>): Promise<void> {
  const change = await tables.change(namespace);
  const page = [...rows];
  if (page.length > 0) await change.replacePages(table, [{ rows: page, gone: [] }]);
  await change.publish({ at: new Date(time), firstDay: day });
}

/** Rows and mentions of the table, as the next change sees them, and what a sum over all of their columns gives. */
async function told(tables: TableStore): Promise<{ rows: number; mentions: number; buzz: number }> {
  const sums = { rows: 0, mentions: 0, buzz: 0 };
  const identities = new Set<string>();
  for await (const page of (await tables.change(namespace)).pages(table, { days: { from: day, to: day } })) {
    for (const row of page) {
      identities.add(row.contributor);
      sums.mentions += row.mentions;
      sums.buzz += row.buzz ?? 0;
    }
    sums.rows += page.length;
  }
  expect(identities.size).toBe(sums.rows);
  return { ...sums, buzz: Math.round(sums.buzz) };
}

describe("a day with many more rows than fit into a writer's memory", () => {
  it("is read, recorded hour by hour, and closed, without a row lost or doubled", async () => {
    const tables = await openTables(join(await temporaryDirectory(), "data"));
    const count = 130_000;
    for (let part = 0; part < 3; part += 1)
      await publish(tables, `2026-03-31T10:0${part}:00Z`, rowsOf(part * count, count, 1));
    // 50,000 of them change within the next hour, after the state before was recorded.
    await publish(tables, "2026-03-31T11:00:00Z", rowsOf(0, 50_000, 5));
    await publish(tables, "2026-03-31T12:00:00Z", rowsOf(0, 1, 6));
    const expected = { rows: 390_000, mentions: 340_000 + 49_999 * 5 + 6, buzz: Math.round((389_999 * 390_000) / 14) };
    const history = tables.snapshot.files.filter((file) => file.table === table && file.history === true);
    expect(history.reduce((sum, { rows }) => sum + rows, 0)).toBe(390_000 + 50_000);

    await publish(tables, `${addDays(day, 2)}T00:00:10Z`, []);
    const closed = tables.snapshot.files.filter((file) => file.table === table && file.history !== true);
    expect(closed.length).toBeGreaterThan(1);
    for (const file of closed) expect(file).toMatchObject({ days: [day, day] });
    expect(closed.some(({ amends }) => amends === true)).toBe(false);
    expect(await told(tables)).toEqual(expected);
    await tables.close();
  });
});

describe("a publication of many more rows than fit into a writer's memory", () => {
  it("writes closed days and the running one in several files, and replaces them later, without a row lost or doubled", async () => {
    const tables = await openTables(join(await temporaryDirectory(), "data"));
    const days = [addDays(day, -3), addDays(day, -2), day];
    function* rows(mentions: number): Generator<Row> {
      for (const [nth, of] of days.entries()) {
        for (const row of rowsOf(0, nth === 0 ? 270_000 : 30_000, mentions)) yield { ...row, day: of };
      }
    }
    for (const mentions of [1, 2]) {
      const change = await tables.change(namespace);
      await change.replacePages(table, [{ rows: [...rows(mentions)], gone: [] }]);
      await change.publish({ at: new Date(`2026-03-31T1${mentions}:00:00Z`), firstDay: days[0] ?? day });
      const files = tables.snapshot.files.filter((file) => file.table === table && file.history !== true);
      expect(files.length).toBeGreaterThan(2);
      const sums = { rows: 0, mentions: 0 };
      for await (const page of (await tables.change(namespace)).pages(table, {})) {
        sums.rows += page.length;
        for (const row of page) sums.mentions += row.mentions;
      }
      expect(sums).toEqual({ rows: 330_000, mentions: 330_000 * mentions });
    }
    await tables.close();
  });
});

describe("parts of a table", () => {
  it.each([0, 1, rowsInMemory, rowsInMemory + 1, 10 * rowsInMemory])(
    "hold every row exactly once, each about as many (%d rows)",
    async (rows) => {
      const parts = identityParts(table, rows);
      expect(parts.length).toBe(Math.max(1, Math.ceil(rows / rowsInMemory)));
      const connection = await (await DuckDBInstance.create()).connect();
      const among = `SELECT 'A' || i % 3 AS key, 'c' || i AS contributor, DATE '${day}' AS day FROM range(10_000) t(i)`;
      const counts = await Promise.all(
        parts.map(async (part) => {
          const read = await connection.runAndReadAll(`SELECT count(*) FROM (${among}) WHERE ${part}`);
          return Number(read.getRows()[0]?.[0]);
        }),
      );
      expect(counts.reduce((sum, some) => sum + some, 0)).toBe(10_000);
      for (const some of counts) expect(some).toBeGreaterThan(10_000 / parts.length / 2);
      connection.closeSync();
    },
  );
});
