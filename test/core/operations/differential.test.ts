import { join } from "node:path";
import {
  addDays,
  type Dataset,
  invoke,
  type Operation,
  type OperationName,
  operationsOf,
  utcDay,
} from "@market-sentiment/core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callOn, news, newsDataset } from "../../support/news-dataset.js";
import { NewsOracle, oracleMentions } from "../../support/news-oracle.js";
import type { NewsRecord } from "../../support/news-records.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";

const firstDay = "2026-01-01";
const lastDay = "2026-03-31";
const tickers = ["AAPL", "MSFT", "NVDA", "TSLA", "AMZN", "JPM", "XOM"] as const;
const names = ["Apple", "Microsoft", "Nvidia", "Tesla", "Amazon", "JPMorgan", "Exxon Mobil"] as const;
const sources = ["Reuters", "Bloomberg", "CNBC", "Benzinga"] as const;
const words = [
  "harbour",
  "orchard",
  "violin",
  "granite",
  "meadow",
  "lantern",
  "copper",
  "willow",
  "saddle",
  "pepper",
] as const;

/** A seeded stream with bursts, quiet weeks and word-for-word copies. */
function records(): NewsRecord[] {
  let state = 20_260_101;
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const made: NewsRecord[] = [];
  for (let offset = 0; offset < 90; offset += 1) {
    const day = addDays(utcDay(firstDay), offset);
    tickers.forEach((ticker, index) => {
      const burst = random() < 0.06 ? 12 : 1;
      const count = Math.floor(random() * random() * (7 - index) * burst * (offset % 7 > 4 ? 0.5 : 1));
      let title = "";
      for (let item = 0; item < count; item += 1) {
        if (title === "" || random() > 0.2) {
          const event = pick(["gains", "falls", "reports", "plans"]);
          title = `${names[index] ?? ""} shares: ${event} ${Array.from({ length: 6 }, () => pick(words)).join(" ")} ${made.length}`;
        }
        const at = new Date(Date.parse(`${day}T00:00:00Z`) + Math.floor(random() * 86_400_000));
        made.push({
          id: `d-${made.length}`,
          source: pick(sources),
          title,
          published_at: at.toISOString(),
          tickers: [ticker],
        });
      }
    });
  }
  return made;
}

let dataset: Dataset;
let oracle: NewsOracle;

beforeAll(async () => {
  const stream = records();
  oracle = new NewsOracle(oracleMentions(stream));
  dataset = await newsDataset(join(await temporaryDirectory(), "data"), stream, "2026-05-01T00:00:00Z");
});

afterAll(() => dataset.close());

interface Row {
  readonly ticker: string;
  readonly mentions: number;
  readonly source_count: number;
  readonly buzz_score: number;
  readonly sentiment_score: number | null;
  readonly bullish_pct: number;
  readonly bearish_pct: number;
  readonly trend: string | null;
  readonly trend_history: readonly number[];
}

const operation = (name: OperationName) => operationsOf(news()).find((known) => known.name === name) as Operation;

function ask<Result>(name: OperationName, parameters: Record<string, string>): Promise<Result> {
  return invoke(operation(name) as Operation<Result>, { parameters }, dataset, callOn("2026-04-30"));
}

function expectSame(row: Row, truth: ReturnType<NewsOracle["row"]>, trendWithoutData: string | null): void {
  expect(row.ticker).toBe(truth.ticker);
  expect(row.mentions).toBe(truth.mentions);
  expect(row.source_count).toBe(truth.source_count);
  expect(Math.abs(row.buzz_score - truth.buzz)).toBeLessThanOrEqual(0.0500001);
  if (truth.sentiment === null) expect(row.sentiment_score).toBeNull();
  else expect(Math.abs((row.sentiment_score ?? Number.NaN) - truth.sentiment)).toBeLessThanOrEqual(0.000_500_1);
  expect([row.bullish_pct, row.bearish_pct]).toEqual([truth.bullish, truth.bearish]);
  expect(row.trend_history).toHaveLength(truth.history.length);
  row.trend_history.forEach((value, index) =>
    expect(Math.abs(value - (truth.history[index] ?? Number.NaN))).toBeLessThanOrEqual(0.0500001),
  );
  expect(row.trend).toBe(truth.trend ?? trendWithoutData);
}

const windows = fc
  .record({ start: fc.integer({ min: 0, max: 89 }), days: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 })) })
  .map(({ start, days }) => {
    const from = addDays(utcDay(firstDay), start);
    const to = addDays(from, days - 1);
    return { from, to: to > lastDay ? utcDay(lastDay) : to };
  });

describe("answers recomputed from the raw mentions by an independent oracle", () => {
  it("gives the same trending lists: assets, order, activity, sentiment and history", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.constantFrom(null, "reuters", "cnbc"), async ({ from, to }, source) => {
        const truth = oracle.trending(from, to, source);
        const parameters = { from, to, limit: "100", ...(source === null ? {} : { source }) };
        if (truth.length === 0) {
          await expect(ask("trending", parameters)).rejects.toMatchObject({ code: "empty_result" });
          return;
        }
        const rows = await ask<Row[]>("trending", parameters);
        expect(rows.map(({ ticker }) => ticker)).toEqual(truth.map(({ ticker }) => ticker));
        rows.forEach((row, index) => expectSame(row, truth[index] as ReturnType<NewsOracle["row"]>, "stable"));
      }),
      { numRuns: 250, seed: 7 },
    ));

  it("gives the same comparisons, zero rows included", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.subarray([...tickers], { minLength: 1 }), async ({ from, to }, wanted) => {
        const { stocks } = await ask<{ stocks: Row[] }>("compare", { from, to, tickers: wanted.join(",") });
        expect(stocks.map(({ ticker }) => ticker).sort()).toEqual([...wanted].sort());
        for (const row of stocks) expectSame(row, oracle.row(row.ticker, from, to, null), null);
      }),
      { numRuns: 150, seed: 8 },
    ));

  it("gives the same days of one asset as single-day requests", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.constantFrom(...tickers), async ({ from, to }, ticker) => {
        const detail = await ask<{
          daily_trend: { date: string; mentions: number; buzz_score: number; sentiment_score: number | null }[];
        }>("detail", { from, to, ticker });
        for (const item of detail.daily_trend) {
          const truth = oracle.row(ticker, item.date, item.date, null);
          expect(item.mentions).toBe(truth.mentions);
          expect(Math.abs(item.buzz_score - truth.buzz)).toBeLessThanOrEqual(0.0500001);
          if (truth.sentiment === null) expect(item.sentiment_score).toBeNull();
          else
            expect(Math.abs((item.sentiment_score ?? Number.NaN) - truth.sentiment)).toBeLessThanOrEqual(0.000_500_1);
        }
      }),
      { numRuns: 40, seed: 9 },
    ));

  it("pages without gaps or repeats: pages of any size make up the whole list", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.integer({ min: 1, max: 4 }), async ({ from, to }, size) => {
        const total = oracle.trending(from, to, null).length;
        const paged: string[] = [];
        for (let offset = 0; offset < total; offset += size) {
          const page = await ask<Row[]>("trending", { from, to, limit: String(size), offset: String(offset) });
          paged.push(...page.map(({ ticker }) => ticker));
        }
        expect(paged).toEqual(oracle.trending(from, to, null).map(({ ticker }) => ticker));
      }),
      { numRuns: 25, seed: 10 },
    ));

  it("uses nothing after today: a replayed day gives what was known on it", async () => {
    const replay = callOn("2026-02-10");
    const run = (parameters: Record<string, string>, name: OperationName) =>
      invoke(operation(name), { parameters }, dataset, replay);
    const trending = (await run({ days: "7", limit: "100" }, "trending")) as Row[];
    const truth = new NewsOracle(oracleMentions(records()).filter(({ day }) => day <= "2026-02-10"));
    trending.forEach((row, index) =>
      expectSame(
        row,
        truth.trending("2026-02-04", "2026-02-10", null)[index] as ReturnType<NewsOracle["row"]>,
        "stable",
      ),
    );
    const stats = (await run({}, "stats")) as { total_mentions: number };
    expect(stats.total_mentions).toBe(oracleMentions(records()).filter(({ day }) => day <= "2026-02-10").length);
    await expect(run({ from: "2026-02-05", to: "2026-02-11" }, "trending")).rejects.toMatchObject({
      code: "invalid_parameters",
    });
  });
});
