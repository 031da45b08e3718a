import { DuckDBInstance } from "@duckdb/node-api";
import { addDays, utcDay } from "@market-sentiment/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadRows } from "../../../packages/core/src/adapters/duckdb/load-rows.js";
import { type PanelSource, panelQuery } from "../../../packages/core/src/query/panel-query.js";

const first = utcDay("2026-01-20");
const source: PanelSource = {
  table: "subject_daily",
  referenceTable: "day_reference",
  isOfAsset: null,
  values: { mentions: { type: "BIGINT", ofRow: "r.mentions", silent: "0" } },
  references: { reference_people: "people" },
};

interface Stored {
  readonly day: number;
  readonly asset: number;
  readonly mentions: number;
  readonly gone: boolean;
}

/** All rows of the panel as `[date, ticker, mentions, people]`, from an engine with several threads. */
async function panelOf(stored: readonly Stored[], days: number, keys: readonly string[]): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "4" });
  const connection = await instance.connect();
  try {
    await loadRows(
      connection,
      "subject_daily_known",
      { day: "DATE", key: "VARCHAR", mentions: "BIGINT", known_at: "TIMESTAMP", gone: "BOOLEAN" },
      stored.map(({ day, asset, ...row }) => ({ ...row, day: addDays(first, day), key: keys[asset], known_at: 0 })),
    );
    const scopes = Array.from({ length: days }, (_, day) => ({
      day: addDays(first, day),
      people: day,
      scope: "subject",
    }));
    await loadRows(
      connection,
      "day_reference_known",
      {
        day: "DATE",
        scope: "VARCHAR",
        people: "DOUBLE",
        known_at: "TIMESTAMP",
        revision: "INTEGER",
        frozen: "BOOLEAN",
        gone: "BOOLEAN",
      },
      scopes.map((row) => ({ ...row, known_at: 0, revision: 0, frozen: true, gone: false })),
    );
    const query = panelQuery(source, ["date", "ticker", "mentions", "reference_people"], {
      keyField: "ticker",
      days: scopes.map(({ day }) => ({ day, coverage: 1 })),
      keys,
      isText: false,
    });
    for (const [name, { columns, rows }] of Object.entries(query.given))
      await loadRows(connection, name, columns, rows);
    const found: unknown[][] = [];
    for (const { chosen, pieces } of query.parts) {
      for (const [name, select] of Object.entries(chosen))
        await connection.run(`CREATE OR REPLACE TEMP TABLE ${name} AS ${select}`);
      for (const piece of pieces) {
        const answer = await connection.runAndReadAll(`SELECT CAST(date AS VARCHAR), * EXCLUDE (date) FROM (${piece})`);
        for (const row of answer.getRows())
          found.push(row.map((value) => (typeof value === "bigint" ? Number(value) : value)));
      }
    }
    return found;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function expected(stored: readonly Stored[], days: number, keys: readonly string[]): unknown[][] {
  const rows = Array.from({ length: days }, (_, day) =>
    keys.map((key) => [addDays(first, day), key, 0, day] as unknown[]),
  );
  for (const { day, asset, mentions, gone } of stored) {
    const row = rows[day]?.[asset];
    if (row !== undefined && !gone) row[2] = mentions;
  }
  return rows.flat();
}

const keysOf = (assets: number) => Array.from({ length: assets }, (_, index) => `K${String(index).padStart(6, "0")}`);

describe("the rows of a panel", () => {
  it("are all days and assets in order, with each stored row in its place, whichever are stored", async () => {
    const streams = fc
      .record({ days: fc.integer({ min: 1, max: 40 }), assets: fc.integer({ min: 1, max: 12 }) })
      .chain(({ days, assets }) =>
        fc.record({
          days: fc.constant(days),
          assets: fc.constant(assets),
          stored: fc.uniqueArray(
            fc.record({
              day: fc.integer({ min: 0, max: days - 1 }),
              asset: fc.integer({ min: 0, max: assets - 1 }),
              mentions: fc.integer({ min: 1, max: 1_000_000 }),
              gone: fc.boolean(),
            }),
            { selector: ({ day, asset }) => `${day} ${asset}`, maxLength: 60 },
          ),
        }),
      );
    await fc.assert(
      fc.asyncProperty(streams, async ({ days, assets, stored }) => {
        expect(await panelOf(stored, days, keysOf(assets))).toEqual(expected(stored, days, keysOf(assets)));
      }),
      { numRuns: 30 },
    );
  });

  it("keep their order where there are many of them and several threads", async () => {
    const [days, assets] = [10, 60_000];
    const stored = Array.from({ length: days * 3_000 }, (_, index) => ({
      day: index % days,
      // Coprime to the number of assets, so that no asset has two rows on a day.
      asset: (index * 7_919) % assets,
      mentions: index + 1,
      gone: index % 13 === 0,
    }));
    const [found, wanted] = [await panelOf(stored, days, keysOf(assets)), expected(stored, days, keysOf(assets))];
    expect(found.length).toBe(wanted.length);
    const misplaced = found.findIndex((row, at) => row.some((value, column) => value !== wanted[at]?.[column]));
    expect({ misplaced, row: found[misplaced] }).toEqual({ misplaced: -1, row: undefined });
  });
});
