import { describe, expect, it } from "vitest";
import { DEFAULT_SEED, predmarketOfDay, samplePrice } from "../../packages/sample/src/generator/index.js";
import { marketsOpening } from "../../packages/sample/src/generator/predmarket-plan.js";
import { utcDay } from "../../packages/core/src/time/utc-day.js";
import { fourWeeks } from "./support.js";

describe("sample prediction markets", () => {
  const days = fourWeeks.map((day) => ({ day, ...predmarketOfDay({ seed: DEFAULT_SEED, day }) }));

  it("cover every kind of question", () => {
    const kinds = new Set(days.flatMap(({ truth }) => truth.map(({ kind }) => kind)));
    expect([...kinds].sort()).toEqual(["close_above", "earnings", "hit_high", "hit_low", "other", "up_down"]);
  });

  it("resolve ladders by the price of the share", () => {
    const ladders = fourWeeks
      .flatMap((day) => marketsOpening(DEFAULT_SEED, day))
      .filter(({ kind }) => kind === "close_above");
    expect(ladders.length).toBeGreaterThan(20);
    for (const { asset, strike, endsAt, winner } of ladders) {
      const close = samplePrice(DEFAULT_SEED, asset, utcDay(new Date(endsAt).toISOString().slice(0, 10)), 21);
      if (winner !== null) expect(winner).toBe(close > (strike ?? 0) ? 0 : 1);
    }
  });

  it("price the rungs of a ladder in order at one moment, apart from noise", () => {
    for (const { truth } of days) {
      const byEnd = new Map<string, { strike: number; fair: number }[]>();
      for (const { asset, kind, strike, endsAt, fairPrice } of truth) {
        if (kind !== "close_above" || strike === null) continue;
        byEnd.set(`${asset}/${endsAt}`, [...(byEnd.get(`${asset}/${endsAt}`) ?? []), { strike, fair: fairPrice }]);
      }
      for (const rungs of byEnd.values()) {
        const sorted = rungs.sort((a, b) => a.strike - b.strike);
        sorted.forEach(({ fair }, index) => expect(fair).toBeLessThan((sorted[index - 1]?.fair ?? 1) + 0.06));
      }
    }
  });

  it("have a heavy-tailed distribution of wallets and one wallet that trades with itself", () => {
    const trades = days.flatMap((day) => day.trades);
    const counts = new Map<string, number>();
    for (const { record } of trades) counts.set(record.proxyWallet, (counts.get(record.proxyWallet) ?? 0) + 1);
    const sorted = [...counts.values()].sort((a, b) => b - a);
    const topTenth = sorted.slice(0, Math.ceil(sorted.length / 10)).reduce((sum, count) => sum + count, 0);
    expect(topTenth / trades.length).toBeGreaterThan(0.25);
    const washers = new Set(trades.filter(({ truth }) => truth.bot).map(({ record }) => record.proxyWallet));
    expect(washers.size).toBe(1);
  });

  it("count the volume of a day from its trades", () => {
    for (const { markets, trades } of days.slice(0, 5)) {
      for (const { record, time } of markets.filter(({ record: { updatedAt } }) => updatedAt.includes("T22"))) {
        const sum = trades
          .filter((trade) => trade.record.conditionId === record.conditionId && trade.time <= time)
          .reduce((total, trade) => total + trade.record.size * trade.record.price, 0);
        expect(record.volume24hr).toBeGreaterThanOrEqual(Math.round(sum * 100) / 100 - 0.02);
        expect(record.volumeNum).toBeGreaterThanOrEqual(record.volume24hr - 0.02);
      }
    }
  });
});
