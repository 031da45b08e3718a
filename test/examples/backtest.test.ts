import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Dataset, utcDay, type UtcDay } from "@market-sentiment/core";
import { openLocalDataset } from "@market-sentiment/core/node";
import { createServer } from "@market-sentiment/server";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { evaluate, type PanelRow, type Results } from "../../examples/backtest/evaluation.js";
import { backtest, readCloses } from "../../examples/backtest/main.js";
import { makeSample } from "../../examples/backtest/make-sample.js";
import { plots } from "../../examples/backtest/plots.js";
import { report } from "../../examples/backtest/report.js";
import { meanOverDays, rankCorrelation, ranks, seeded, shuffled } from "../../examples/backtest/statistics.js";
import { keys, toyAccounts } from "../server/toy-service.js";
import { temporaryDirectory } from "../support/temporary-directory.js";

const script = fileURLToPath(new URL("../../examples/backtest/backtest.py", import.meta.url));
const NOW = new Date("2026-09-21T12:00:00Z");

let folder: string;
let days: { readonly from: UtcDay; readonly to: UtcDay };
let results: Results;
let dataset: Dataset;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await temporaryDirectory();
  days = await makeSample(folder, { now: NOW, newsDays: 31 });
  const closes = await readCloses(join(folder, "prices.csv"));
  results = await backtest({ data: join(folder, "data"), namespace: "news", ...days, closes, now: () => NOW });
  dataset = await openLocalDataset({ dataDirectory: join(folder, "data"), textModel: "none", explainer: "none" });
  app = createServer({ dataset, accounts: toyAccounts, now: () => NOW });
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await app.close();
  await dataset.close();
});

describe("the backtest on made-up news and prices", () => {
  it("finds no signal in what was known at the time, and a false one with look-ahead", () => {
    const { known, hindsight, panel } = results;
    const at = (of: typeof known, horizon: string) => of.rank_correlation[horizon]?.t ?? Number.NaN;
    expect(Math.abs(at(known, "5"))).toBeLessThan(2);
    expect(known.placebo.share).toBeGreaterThan(0.05);
    expect(at(hindsight, "5")).toBeGreaterThan(3);
    expect(hindsight.placebo.share).toBeLessThan(0.05);
    expect(hindsight.quintiles.spread.mean).toBeGreaterThan(known.quintiles.spread.mean ?? 0);
    expect(panel.revised_rows).toBeGreaterThan(50);
    expect(panel.revised_days).toBeGreaterThan(5);
    expect(panel.rows).toBe(31 * 40);
    for (const horizon of ["1", "2", "5", "10", "20"]) expect(known.rank_correlation[horizon]?.n).toBeGreaterThan(15);
  });

  it("reports that in words and in a chart", () => {
    const text = report(results);
    expect(text).toMatch(/As it was known[^]*rank correlation, {2}5 days: \S+ over \d+ days, no evidence \(t /);
    expect(text).toMatch(/With hindsight[^]*rank correlation, {2}5 days: \S+ over \d+ days, t \d/);
    const drawn = plots(results);
    expect(Object.keys(drawn).sort()).toEqual(["events", "quintiles", "rank-correlation"]);
    for (const svg of Object.values(drawn)) {
      expect(svg.startsWith("<svg")).toBe(true);
      expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"');
      expect(svg).not.toContain("NaN");
    }
    expect(drawn["rank-correlation"]?.match(/<circle/g)).toHaveLength(10);
    expect(drawn.quintiles?.match(/<rect/g)).toHaveLength(10);
  });

  const hasPandas = spawnSync("python3", ["-c", "import pandas"]).status === 0;
  if (!hasPandas) console.log("python3 with pandas is not there: the Python backtest is not run");
  it.skipIf(!hasPandas)("gives the same numbers in Python, over HTTP", async () => {
    const { port } = app.server.address() as AddressInfo;
    const output = join(folder, "python.json");
    const url = `http://127.0.0.1:${port}/news/stocks/v1`;
    const words = [script, "--url", url, "--prices", join(folder, "prices.csv"), "--output", output];
    const env = { ...process.env, SENTIMENT_KEY: keys.professional["x-api-key"], PYTHONDONTWRITEBYTECODE: "1" };
    const { stdout } = await promisify(execFile)("python3", [...words, "--from", days.from, "--to", days.to], { env });
    expect(stdout).toContain("no evidence (t ");
    expectClose(JSON.parse(await readFile(output, "utf8")), results, "results");
  });
});

/** Numbers may differ in the last digits: both add in their own order. */
function expectClose(given: unknown, wanted: unknown, path: string): void {
  if (typeof wanted === "number" && typeof given === "number")
    expect(Math.abs(given - wanted), path).toBeLessThan(1e-9 * Math.max(1, Math.abs(wanted)));
  else if (typeof wanted === "object" && wanted !== null && typeof given === "object" && given !== null) {
    expect(Object.keys(given), path).toEqual(Object.keys(wanted));
    for (const [name, value] of Object.entries(wanted))
      expectClose((given as Record<string, unknown>)[name], value, `${path}.${name}`);
  } else expect(given, path).toEqual(wanted);
}

describe("the statistics of the backtest", () => {
  it("match textbook values on numbers worked out by hand", () => {
    expect(ranks([30, 10, 30, 20])).toEqual([3.5, 1, 3.5, 2]);
    expect(
      rankCorrelation([
        [1, 10],
        [2, 20],
        [3, 15],
        [4, 40],
      ]),
    ).toBeCloseTo(0.8, 12);
    expect(
      rankCorrelation([
        [1, 1],
        [1, 2],
      ]),
    ).toBeNull();
    // Mean 2, squares 4 + 0 + 4 over 3 days: the standard error is √(8/9).
    expect(meanOverDays([0, 2, 4])).toEqual({ mean: 2, t: 2 / Math.sqrt(8 / 9), n: 3 });
    // With one lag of weight a half: 8/3 + 2 · ½ · 0.
    expect(meanOverDays([0, 2, 4], 2).t).toBeCloseTo(2 / Math.sqrt(8 / 9), 12);
    expect(meanOverDays([1, 1, -1, -1], 2)).toEqual({ mean: 0, t: 0, n: 4 });
    expect(meanOverDays([3])).toEqual({ mean: 3, t: null, n: 1 });
    expect(shuffled(6, seeded(1)).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("trade after the day is over: a signal that knows the same day's return earns nothing", () => {
    const tickers = Array.from({ length: 12 }, (_, at) => `A${String(at).padStart(2, "0")}`);
    const trading = Array.from({ length: 30 }, (_, at) => utcDay(`2026-06-${String(at + 1).padStart(2, "0")}`));
    const random = seeded(3);
    let last = new Map(tickers.map((ticker) => [ticker, 100]));
    const closes = new Map<string, Map<string, number>>();
    const moves = new Map<string, number>();
    for (const day of trading) {
      const own = new Map<string, number>();
      for (const ticker of tickers) {
        const move = 0.04 * (random() - 0.5);
        moves.set(`${day} ${ticker}`, move);
        own.set(ticker, (last.get(ticker) ?? 0) * (1 + move));
      }
      closes.set(day, (last = own));
    }
    const rowsWith = (signal: (day: string, at: number, ticker: string) => number): PanelRow[] =>
      trading.flatMap((date, at) =>
        tickers.map((ticker) => ({
          date,
          ticker,
          buzz_score: 10,
          sentiment_score: signal(date, at, ticker),
          mentions: 1,
          coverage: 1,
          revision: 0,
        })),
      );
    const sameDay = rowsWith((day, _at, ticker) => moves.get(`${day} ${ticker}`) ?? 0);
    // What moves the price from the next day's close on is what a signal of today may earn.
    const ahead = rowsWith((_day, at, ticker) => moves.get(`${trading[at + 2] ?? ""} ${ticker}`) ?? 0);
    const { known, hindsight } = evaluate(sameDay, ahead, closes);
    expect(Math.abs(known.rank_correlation["1"]?.t ?? 9)).toBeLessThan(3);
    expect(hindsight.rank_correlation["1"]?.mean).toBeCloseTo(1, 9);
    expect(known.events).toEqual({ count: 0, path: [], after: { mean: null, t: null, n: 0 } });
  });
});
