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
import { openLocalDataset } from "@market-sentiment/core/node";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ingestMarketRecords, predmarket } from "../../support/market-fixture.js";
import { callOn } from "../../support/news-dataset.js";
import { chanceModel } from "../../support/sample-data.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { type GroupOf, TradingOracle, type TradingRow } from "../../support/trading-oracle.js";
import { TRADING_FIRST, TRADING_LAST, tradingStream } from "../../support/trading-stream.js";

type Body = Readonly<Record<string, unknown>>;
const namespace = predmarket();
const keys = ["NVDA", "AAPL", "TSLA", "JPM", "XOM"] as const;
const sectors: Readonly<Record<string, string>> = {
  NVDA: "Information Technology",
  AAPL: "Information Technology",
  TSLA: "Consumer Discretionary",
  JPM: "Financials",
  XOM: "Energy",
};
const bySubject: GroupOf = (subject) => subject;
const bySector: GroupOf = (subject) => sectors[subject] ?? null;

let dataset: Dataset;
let oracle: TradingOracle;
beforeAll(async () => {
  const stream = tradingStream();
  oracle = new TradingOracle(stream);
  const data = join(await temporaryDirectory(), "data");
  const report = await ingestMarketRecords(data, stream.records, { now: "2026-03-20T12:00:00Z" });
  expect(report.counts.rejected).toBe(0);
  dataset = await openLocalDataset({ dataDirectory: data, textModel: chanceModel() });
});
afterAll(() => dataset.close());

const ask = <Result>(name: OperationName, parameters: Record<string, string>): Promise<Result> => {
  const operation = operationsOf(namespace).find((known) => known.name === name) as Operation<Result>;
  return invoke(operation, { parameters }, dataset, callOn("2026-03-25"));
};
const near = (value: unknown, truth: number, step: number) =>
  expect(Math.abs((value as number) - truth)).toBeLessThanOrEqual(step / 2 + 1e-6);

function expectRow(body: Body, truth: TradingRow): void {
  expect([body.trade_count, body.unique_traders, body.market_count]).toEqual([
    truth.trades,
    truth.wallets,
    truth.markets,
  ]);
  near(body.total_liquidity, truth.liquidity, 0.01);
  near(body.buzz_score, truth.buzz, 0.1);
  expect([body.bullish_pct, body.bearish_pct]).toEqual([truth.bullish, truth.bearish]);
  if (truth.sentiment === null) expect(body.sentiment_score).toBeNull();
  else near(body.sentiment_score, truth.sentiment, 0.001);
}

const windows = fc
  .record({ start: fc.integer({ min: 0, max: 55 }), length: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 30 })) })
  .map(({ start, length }) => {
    const from = addDays(TRADING_FIRST, start);
    const to = addDays(from, length - 1);
    return { from, to: to > TRADING_LAST ? utcDay(TRADING_LAST) : to };
  });

describe("the prediction market, recomputed from its readings and fills by an independent oracle", () => {
  it("trending: assets, order, activity, sentiment and history", () =>
    fc.assert(
      fc.asyncProperty(windows, async ({ from, to }) => {
        const truth = oracle.ranking("subject", bySubject, from, to);
        const rows = await ask<Body[]>("trending", { from, to, limit: "100" });
        expect(rows.map(({ ticker }) => ticker)).toEqual(truth.map(({ key }) => key));
        rows.forEach((row, index) => {
          const expected = truth[index] as TradingRow;
          expectRow(row, expected);
          const history = row.trend_history as number[];
          oracle
            .history("subject", bySubject, expected.key, to, history.length)
            .forEach((value, day) => near(history[day], value, 0.1));
        });
      }),
      { numRuns: 80, seed: 41 },
    ));

  it("sectors: the union of their assets' markets, wallets and events", () =>
    fc.assert(
      fc.asyncProperty(windows, async ({ from, to }) => {
        const truth = oracle.ranking("sector", bySector, from, to);
        const rows = await ask<Body[]>("trending-by-sector", { from, to, limit: "100" });
        expect(rows.map(({ sector }) => sector)).toEqual(truth.map(({ key }) => key));
        rows.forEach((row, index) => expectRow(row, truth[index] as TradingRow));
      }),
      { numRuns: 80, seed: 42 },
    ));

  it("comparisons, including assets without a trade, and one asset with its days", () =>
    fc.assert(
      fc.asyncProperty(windows, fc.subarray([...keys], { minLength: 1 }), async ({ from, to }, wanted) => {
        const { stocks } = await ask<{ stocks: Body[] }>("compare", { from, to, tickers: wanted.join(",") });
        for (const row of stocks) expectRow(row, oracle.row("subject", bySubject, String(row.ticker), from, to));
        const [ticker] = wanted as [string];
        const detail = await ask<Body>("detail", { from, to, ticker });
        expectRow(detail, oracle.row("subject", bySubject, ticker, from, to));
        for (const item of detail.daily_trend as Body[]) {
          const date = String(item.date);
          const truth = oracle.row("subject", bySubject, ticker, date, date);
          expect([item.trade_count, item.bullish_pct, item.bearish_pct]).toEqual([
            truth.trades,
            truth.bullish,
            truth.bearish,
          ]);
          near(item.buzz_score, truth.buzz, 0.1);
        }
      }),
      { numRuns: 80, seed: 43 },
    ));

  it("the whole market: totals and drivers", () =>
    fc.assert(
      fc.asyncProperty(windows, async ({ from, to }) => {
        const body = await ask<Body>("market-sentiment", { from, to });
        const truth = oracle.row("market", () => "market", "market", from, to);
        expectRow({ ...body, buzz_score: truth.buzz }, truth);
        const drivers = oracle.ranking("subject", bySubject, from, to).slice(0, 10);
        expect((body.drivers as Body[]).map(({ ticker }) => ticker)).toEqual(drivers.map(({ key }) => key));
      }),
      { numRuns: 40, seed: 44 },
    ));
});
