import { join } from "node:path";
import { type Dataset, invoke, type OperationName, operationsOf, utcDay } from "@market-sentiment/core";
import { openLocalDataset, readSnapshot, rebuildDerived } from "@market-sentiment/core/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectGolden } from "../../cli/golden.js";
import {
  FIXTURE_NOW,
  ingestMarketRecords,
  marketDataset,
  marketFixture,
  predmarket,
  turnedRound,
} from "../../support/market-fixture.js";
import { namespaceNamed } from "../../support/memory-ingest.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

const operations = operationsOf(predmarket());
const week = { from: "2026-03-02", to: "2026-03-06" };

/** Runs one operation and validates the answer against its schema. */
async function ask(
  dataset: Dataset,
  name: OperationName,
  parameters: Record<string, string> = {},
  now = FIXTURE_NOW,
): Promise<Record<string, unknown>> {
  const operation = operations.find((known) => known.name === name);
  if (operation === undefined) throw new Error(`No operation ${name}.`);
  const call = { today: utcDay(now.slice(0, 10)), now: new Date(now), lookbackDays: null, accountType: null };
  const answer = await invoke(operation, { parameters }, dataset, call);
  expect(operation.result.parse(answer)).toEqual(answer);
  return answer as Record<string, unknown>;
}

const bodies: readonly (readonly [OperationName, Record<string, string>])[] = [
  ["trending", week],
  ["trending-by-sector", week],
  ["trending-by-country", week],
  ["detail", { ticker: "NVDA", ...week }],
  ["compare", { tickers: "NVDA,GIS,AAPL,MSFT", ...week }],
  ["search", { q: "nvidia" }],
  ["market-sentiment", week],
  ["stats", {}],
  ["health", {}],
  ["raw-mentions", { ticker: "NVDA", ...week, limit: "4" }],
];

async function everything(dataset: Dataset): Promise<string> {
  const answers: unknown[] = [];
  for (const [name, parameters] of bodies) answers.push(await ask(dataset, name, parameters));
  answers.push(
    await ask(dataset, "detail", { ticker: "GIS", ...week }),
    await ask(dataset, "raw-mentions", { ticker: "GIS", ...week }),
  );
  return JSON.stringify(answers, null, 1);
}

let root: string;
let dataset: Dataset;
let answered: string;
beforeAll(async () => {
  root = await temporaryDirectory();
  dataset = await marketDataset(join(root, "data"), marketFixture());
  answered = await everything(dataset);
});
afterAll(() => dataset.close());

/** Answers over other records, or another way of delivery. */
async function answersOver(name: string, records: readonly object[], batchDocuments?: number): Promise<string> {
  const data = join(root, name);
  await ingestMarketRecords(data, records, batchDocuments === undefined ? {} : { batchDocuments });
  const other = await openLocalDataset({ dataDirectory: data, textModel: wordModel() });
  const text = await everything(other);
  await other.close();
  return text;
}

describe("wire bodies", () => {
  it.each(bodies)("of %s are those of the golden file", async (name, parameters) => {
    await expectGolden(`predmarket/${name}.json`, `${JSON.stringify(await ask(dataset, name, parameters), null, 2)}\n`);
  });
});

describe("in any form of delivery", () => {
  it("answers the same when the same input is ingested twice, and publishes no batch", async () => {
    const data = join(root, "twice");
    await ingestMarketRecords(data, marketFixture());
    const again = await ingestMarketRecords(data, marketFixture());
    expect(again.counts).toMatchObject({ new: 0, updated: 0, batches: 0, rejected: 0 });
    const other = await openLocalDataset({ dataDirectory: data, textModel: wordModel() });
    expect(await everything(other)).toBe(answered);
    await other.close();
  });

  it.each([13, 60])("answers the same from batches of %i records", async (size) => {
    expect(await answersOver(`batch-${size}`, marketFixture(), size)).toBe(answered);
  });

  it("answers the same when records come in the opposite order", async () => {
    expect(await answersOver("reversed", [...marketFixture()].reverse(), 30)).toBe(answered);
  });
});

describe("direction", () => {
  it("does not depend on which outcome a source lists first", async () => {
    const blind = (text: string) => text.replaceAll(/"(?:yes|no)_price": [\d.]+/g, '"price": 0');
    expect(blind(await answersOver("turned", turnedRound(marketFixture())))).toBe(blind(answered));
  });

  it("does not depend on which side the takers were on", async () => {
    const swapped = marketFixture().map((record) =>
      "side" in record ? { ...record, side: record.side === "BUY" ? "SELL" : "BUY" } : record,
    );
    const blind = (text: string) => text.replaceAll(/"(?:buy|sell)_trades": \d+/g, '"some_trades": 0');
    expect(blind(await answersOver("sides", swapped))).toBe(blind(answered));
  });

  it("counts a market that resolved today with its price before resolution", async () => {
    const gis = await ask(dataset, "detail", { ticker: "GIS", from: "2026-03-06", to: "2026-03-06" });
    expect(gis).toMatchObject({
      found: true,
      trade_count: 1,
      bullish_pct: 100,
      sentiment_score: 0.7,
      current_market_count: 0,
    });
    expect(gis.top_mentions).toMatchObject([{ market_status: "resolved", active: true }]);
  });

  it("is null without trades, and the trend of the whole market is null where its buzz is 0.0", async () => {
    const idle = await ask(dataset, "detail", { ticker: "NVDA", from: "2026-03-01", to: "2026-03-01" }).catch(
      (error: unknown) => error,
    );
    expect(idle).toMatchObject({ code: "invalid_parameters" });
    const quiet = await ask(dataset, "market-sentiment", {}, "2026-03-20T12:00:00Z");
    expect(quiet).toMatchObject({
      buzz_score: 0,
      trend: null,
      sentiment_score: null,
      trade_count: 0,
      active_tickers: 0,
    });
  });

  it("needs the share's price for strikes, and says so", async () => {
    const data = join(root, "no-prices");
    await ingestMarketRecords(
      data,
      marketFixture().filter((record) => !("observed_at" in record)),
    );
    const other = await openLocalDataset({ dataDirectory: data, textModel: wordModel() });
    const nvda = await ask(other, "detail", { ticker: "NVDA", from: "2026-03-04", to: "2026-03-04" });
    await other.close();
    expect(nvda).toMatchObject({ sentiment_score: null, bullish_pct: 0, bearish_pct: 0, trade_count: 4 });
    expect(nvda.pulse).toMatchObject({
      warnings: expect.arrayContaining(["missing_reference_price", "low_directional_coverage"]) as unknown,
    });
  });
});

describe("attention", () => {
  it("gives a day the same value alone and in any wider window", async () => {
    const wide = await ask(dataset, "detail", { ticker: "NVDA", ...week });
    for (const item of wide.daily_trend as { date: string; buzz_score: number }[]) {
      const alone = await ask(dataset, "detail", { ticker: "NVDA", from: item.date, to: item.date });
      expect(alone.buzz_score).toBe(item.buzz_score);
      expect(alone.daily_trend).toEqual([item]);
    }
  });

  it("gives the number of traders only when the retained trades cover the window", async () => {
    const full = await ask(dataset, "compare", { tickers: "NVDA,AAPL", ...week });
    expect(full.stocks).toMatchObject([
      { ticker: "NVDA", unique_traders: 11 },
      { ticker: "AAPL", unique_traders: 8 },
    ]);
    // Half of Apple's trades are missing: the catalogue reports more volume than the stored trades have.
    const lossy = marketFixture().filter(
      (record) => !("proxyWallet" in record) || !String(record.title).includes("AAPL") || Number(record.size) > 40,
    );
    const data = join(root, "lossy");
    await ingestMarketRecords(data, lossy);
    const other = await openLocalDataset({ dataDirectory: data, textModel: wordModel() });
    const missed = await ask(other, "compare", { tickers: "NVDA,AAPL", ...week });
    expect(missed.stocks).toMatchObject([
      { ticker: "NVDA", unique_traders: 11 },
      { ticker: "AAPL", unique_traders: null },
    ]);
    expect(await ask(other, "market-sentiment", week)).toMatchObject({ unique_traders: null });
    expect((await ask(other, "detail", { ticker: "AAPL", ...week })).pulse).toMatchObject({
      warnings: expect.arrayContaining(["incomplete_trades"]) as unknown,
    });
    await other.close();
  });

  it("gives no number of traders for a window that starts before the data", async () => {
    expect(await ask(dataset, "detail", { ticker: "NVDA" })).toMatchObject({
      period_days: 7,
      unique_traders: null,
      buzz_score: expect.any(Number) as unknown,
    });
  });
});

describe("the open-market definition", () => {
  it("is the same for every counter, and leaves out resolved and expired markets", async () => {
    const stats = await ask(dataset, "stats");
    const { stocks } = (await ask(dataset, "compare", { tickers: "NVDA,GIS,AAPL", ...week })) as {
      stocks: { current_market_count: number }[];
    };
    const market = await ask(dataset, "market-sentiment", week);
    expect(stats.open_markets_current).toBe(5);
    expect(stocks.reduce((sum, row) => sum + row.current_market_count, 0)).toBe(5);
    expect(market.current_market_count).toBe(5);
    expect(await ask(dataset, "stats", {}, "2026-03-06T21:30:00Z")).toMatchObject({
      open_markets_current: 2,
      open_tickers_current: 2,
    });
  });

  it("leaves markets about no asset out of every count", async () => {
    expect(await ask(dataset, "stats")).toMatchObject({
      total_markets: 6,
      unique_tickers: 3,
      total_trades: 73,
      trades_today: 24,
    });
  });
});

describe("lists", () => {
  it("are empty, not missing, where nothing was traded", async () => {
    const later = "2026-03-20T12:00:00Z";
    for (const name of ["trending", "trending-by-sector", "trending-by-country"] as const)
      expect(await ask(dataset, name, {}, later)).toEqual([]);
  });

  it("keep an asset without activity as a row of zeros in a comparison", async () => {
    const { stocks } = (await ask(dataset, "compare", { tickers: "MSFT,NVDA", ...week })) as { stocks: unknown[] };
    expect(stocks).toMatchObject([
      { ticker: "NVDA" },
      { ticker: "MSFT", buzz_score: 0, trade_count: 0, sentiment_score: null, trend: null },
    ]);
  });

  it("show at most ten markets, both directions and open ones first", async () => {
    const { top_mentions } = (await ask(dataset, "detail", { ticker: "NVDA", ...week })) as {
      top_mentions: { sentiment_label: string | null }[];
    };
    const labels = top_mentions.map(({ sentiment_label }) => sentiment_label);
    expect(labels).toEqual(expect.arrayContaining(["positive", "negative"]));
    expect(top_mentions.length).toBeLessThanOrEqual(10);
  });

  it("page raw rows without gaps or repeats, newest first", async () => {
    const all = (await ask(dataset, "raw-mentions", { ticker: "NVDA", ...week, limit: "100" })) as {
      count: number;
      results: { fetched_at: string }[];
    };
    const paged: unknown[] = [];
    for (let offset = 0; offset < all.count; offset += 5) {
      const page = (await ask(dataset, "raw-mentions", {
        ticker: "NVDA",
        ...week,
        limit: "5",
        offset: String(offset),
      })) as { results: unknown[] };
      paged.push(...page.results);
    }
    expect(paged).toEqual(all.results);
    const times = all.results.map(({ fetched_at }) => fetched_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  it("take a search of at most 50 characters", async () => {
    await expect(ask(dataset, "search", { q: "n".repeat(51) })).rejects.toMatchObject({ code: "invalid_parameters" });
    await expect(ask(dataset, "search", { q: "n" })).rejects.toMatchObject({ code: "invalid_parameters" });
  });
});

describe("raw retention", () => {
  it("gives percentages of several days over event-days: an event counts once on each of them", async () => {
    const counts = async (from: string, to: string) => {
      const asked = await ask(dataset, "detail", { ticker: "NVDA", from, to });
      return ["positive_count", "neutral_count", "negative_count"].map((name) => Number(asked[name]));
    };
    const days = ["2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06"];
    const daily = await Promise.all(days.map((day) => counts(day, day)));
    const sums = [0, 1, 2].map((at) => daily.reduce((sum, of) => sum + (of[at] ?? 0), 0));
    expect(sums.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(days.length);
    expect(await counts("2026-03-02", "2026-03-06")).toEqual(sums);
  });

  it("drops readings older than 90 days once their days are closed, and keeps what was derived from them", async () => {
    const data = join(root, "old");
    await ingestMarketRecords(data, marketFixture());
    const closedAt = () => new Date("2026-03-08T12:00:00Z");
    await rebuildDerived({
      dataDirectory: data,
      namespaces: [namespaceNamed("predmarket-stocks")],
      now: closedAt,
      check: false,
      references: true,
    });
    await ingestMarketRecords(data, [{ ticker: "NVDA", price: 200, observed_at: "2026-06-01T12:00:00Z" }], {
      now: "2026-06-02T12:00:00Z",
    });
    const { files } = await readSnapshot(data);
    const rows = files.filter(({ table }) => table === "market_snapshots").reduce((sum, file) => sum + file.rows, 0);
    // 90 days before 2 June, that day included, begin on 5 March: two days of seven markets are left.
    expect(rows).toBe(14);
    const other = await openLocalDataset({ dataDirectory: data, textModel: wordModel() });
    const now = "2026-06-02T12:00:00Z";
    await expect(
      ask(other, "raw-mentions", { ticker: "NVDA", from: "2026-03-04", to: "2026-03-05" }, now),
    ).rejects.toMatchObject({ code: "invalid_parameters" });
    const before = await ask(dataset, "detail", { ticker: "NVDA", ...week });
    const after = await ask(other, "detail", { ticker: "NVDA", ...week }, now);
    expect([after.buzz_score, after.sentiment_score, after.daily_trend]).toEqual([
      before.buzz_score,
      before.sentiment_score,
      before.daily_trend,
    ]);
    // Delivered again, the dropped readings do not come back, and nothing changes.
    const again = await ingestMarketRecords(data, marketFixture(), { now });
    expect(again.counts).toMatchObject({ new: 0, updated: 0 });
    await other.close();
  });
});
