import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { forumCryptoOfDay } from "../../packages/sample/src/generator/forum-crypto.js";
import { forumStocksOfDay } from "../../packages/sample/src/generator/forum-stocks.js";
import {
  DEFAULT_SEED,
  predmarketOfDay,
  sampleStocks,
  sampleTokens,
} from "../../packages/sample/src/generator/index.js";
import type { SearchPage } from "../../packages/sample/src/generator/microblog-records.js";
import { newsOfDay } from "../../packages/sample/src/generator/news.js";
import { publishers } from "../../packages/sample/src/generator/publishers.js";
import { startOfDayMs } from "../../packages/core/src/time/utc-day.js";
import {
  bookSchema,
  commentSchema,
  marketSchema,
  newsSchema,
  pageSchema,
  submissionSchema,
  tradeSchema,
} from "./schemas.js";
import { fourWeeks, recordsOf } from "./support.js";

const table = (name: string) =>
  readFileSync(new URL(`../../data/reference/${name}`, import.meta.url), "utf8")
    .trim()
    .split("\n");

const twoWeeks = fourWeeks.slice(0, 14);

describe("the listings of the sample world", () => {
  it("exist in the reference data, as primary listings", () => {
    const rows = new Map(table("assets.csv").map((line) => [line.split(",")[0], line]));
    for (const { key } of sampleStocks) expect(rows.get(key), key).toMatch(/,,[^,]*\r?$/);
    const tokens = new Set(table("tokens.csv").map((line) => line.split(",")[0]));
    for (const { key } of sampleTokens) expect(tokens, key).toContain(key);
    expect(sampleStocks.length).toBeGreaterThan(150);
    expect(new Set(sampleStocks.map(({ key }) => key)).size).toBe(sampleStocks.length);
  });

  it("are reported by publishers of the reference data", () => {
    const names = new Set(table("news-sources.csv").map((line) => line.split(",")[1]));
    for (const { name } of Object.values(publishers).flat()) expect(names, name).toContain(name);
  });
});

describe("sample records", () => {
  it("are news documents of their day, in time order", () => {
    for (const day of twoWeeks) {
      const samples = newsOfDay({ seed: DEFAULT_SEED, day });
      for (const { record } of samples) {
        newsSchema.parse(record);
        expect(record.published_at.slice(0, 10)).toBe(day);
        expect(`${record.title} ${record.summary}`).not.toMatch(/[{}[\]|]|undefined|NaN/);
      }
      const times = samples.map(({ time }) => time);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }
  });

  it.each([forumStocksOfDay, forumCryptoOfDay])("are lines of a forum dump: %o", (ofDay) => {
    const known = new Set<string>();
    for (const day of twoWeeks) {
      for (const { record, time } of ofDay({ seed: DEFAULT_SEED, day })) {
        expect(time - startOfDayMs(day)).toBeLessThan(86_400_000);
        expect(time).toBe(record.created_utc * 1000);
        if ("title" in record) submissionSchema.parse(record);
        else {
          commentSchema.parse(record);
          if (day !== twoWeeks[0]) expect(known).toContain(record.link_id);
          if (day !== twoWeeks[0]) expect(known).toContain(record.parent_id);
        }
        known.add(record.name);
      }
    }
  });

  it("are search pages of the microblog, with right entity offsets", () => {
    for (const page of recordsOf<SearchPage>("microblog-stocks", twoWeeks)) {
      pageSchema.parse(page);
      const users = new Set(page.includes?.users.map(({ id }) => id));
      for (const post of page.data ?? []) {
        expect(users).toContain(post.author_id);
        const points = Array.from(post.text);
        for (const { start, end, tag } of post.entities?.cashtags ?? []) {
          expect(points.slice(start, end).join("")).toBe(`$${tag}`);
        }
      }
    }
  });

  it("are markets, trades, books and share prices of the prediction market", () => {
    const states = new Set<string>();
    for (const day of twoWeeks) {
      const { markets, trades, books, prices, truth } = predmarketOfDay({ seed: DEFAULT_SEED, day });
      const conditions = new Set(truth.map(({ conditionId }) => conditionId));
      for (const { record } of markets) {
        marketSchema.parse(record);
        expect(conditions).toContain(record.conditionId);
        states.add(record.closed ? "resolved" : record.acceptingOrders ? "open" : "expired");
        if (record.closed) expect(['["1","0"]', '["0","1"]', '["0.5","0.5"]']).toContain(record.outcomePrices);
      }
      for (const { record } of trades) {
        tradeSchema.parse(record);
        expect(conditions).toContain(record.conditionId);
        expect(new Date(record.timestamp * 1000).toISOString().slice(0, 10)).toBe(day);
      }
      for (const { record } of prices) {
        expect(truth.map(({ asset }) => asset)).toContain(record.ticker);
        expect(record.price).toBeGreaterThan(0);
        expect(record.observed_at.slice(0, 10)).toBe(day);
      }
      for (const { record } of books) {
        bookSchema.parse(record);
        const best = Math.max(...record.bids.map(({ price }) => Number(price)));
        expect(best).toBeLessThan(Math.min(...record.asks.map(({ price }) => Number(price))));
      }
    }
    expect([...states].sort()).toEqual(["expired", "open", "resolved"]);
  });
});
