import { join } from "node:path";
import { defineNamespace, type MarketConnector, namespaces, servedNamespaces } from "@market-sentiment/core";
import { openSentiment } from "@market-sentiment/core/node";
import { expect, it } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.js";

/** Bets of an invented exchange: each line is a contract or a deal. */
const betSlips: MarketConnector = {
  title: "Bet slips",
  fields: [],
  observe: (record) => {
    const observedMs = Date.parse(String(record.at));
    const conditionId = String(record.contract);
    const wallet = typeof record.better === "string" ? record.better : null;
    if (wallet === null) {
      const market = {
        kind: "market",
        conditionId,
        question: String(record.question),
        outcomes: ["Yes", "No"],
        slug: null,
        eventId: conditionId,
        eventTitle: null,
        rung: "",
        tokens: [],
        hint: null,
        createdMs: observedMs,
        endMs: observedMs + 30 * 86_400_000,
        closedMs: null,
        active: true,
        closed: false,
        acceptingOrders: true,
        catalogued: true,
        observedMs,
      } as const;
      return { records: [[market]], faults: [] };
    }
    const deal = {
      kind: "trade",
      conditionId,
      identity: String(record.slip),
      hasOwnId: true,
      tradedMs: observedMs,
      wallet,
      side: "BUY",
      outcomeIndex: 0,
      size: Number(record.stake),
      price: Number(record.price),
    } as const;
    return { records: [[deal]], faults: [] };
  },
};

const predmarket = servedNamespaces[4];
const bets = defineNamespace({
  ...predmarket,
  id: "bets-stocks",
  shortName: "bets",
  title: "Bets",
  description: "Bets on listed companies.",
  basePath: "/bets/stocks/v1",
  connector: betSlips,
  dimensions: ["sector"],
});

it("a market namespace is one definition: its connector, its store and every operation follow from it", async () => {
  expect(namespaces).not.toContain(bets);
  const now = new Date("2026-03-10T18:00:00Z");
  await using market = await openSentiment({
    data: join(await temporaryDirectory(), "bets"),
    namespaces: [bets],
    textModel: "none",
    now: () => now,
  });
  const report = await market.ingest("bets", [
    { contract: "c1", question: "Will Nvidia (NVDA) close above $180 on March 31?", at: "2026-03-09T09:00:00Z" },
    { contract: "c1", slip: "s1", better: "ann", stake: 100, price: 0.6, at: "2026-03-10T10:00:00Z" },
    { contract: "c1", slip: "s2", better: "bob", stake: 50, price: 0.61, at: "2026-03-10T11:00:00Z" },
  ]);
  expect(report.counts).toMatchObject({ read: 3, rejected: 0 });
  expect(await market.bets.trending({ days: 1 })).toMatchObject([
    { ticker: "NVDA", trade_count: 2, market_count: 1, unique_traders: 2 },
  ]);
  expect(await market.bets.trendingBySector({ days: 1 })).toMatchObject([{ trade_count: 2, top_tickers: ["NVDA"] }]);
  expect(await market.bets.detail({ ticker: "NVDA" })).toMatchObject({ found: true, trade_count: 2 });
  expect(await market.bets.compare({ tickers: ["NVDA", "AAPL"] })).toMatchObject({
    stocks: [
      { ticker: "NVDA", trade_count: 2 },
      { ticker: "AAPL", trade_count: 0 },
    ],
  });
  expect(await market.bets.stats()).toMatchObject({ total_trades: 2, total_markets: 1 });
  expect(Object.keys(market.bets)).not.toContain("trendingByCountry");
});
