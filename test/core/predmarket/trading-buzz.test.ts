import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AttentionTrade,
  meanTradingPerDay,
  TRADING_REFERENCE_START as start,
  tradingBuzz,
  tradingMeasures,
  tradingReference,
} from "../../../packages/core/src/predmarket/trading-buzz.js";

const trade: fc.Arbitrary<AttentionTrade> = fc.record({
  market: fc.constantFrom("m1", "m2", "m3"),
  wallet: fc.constantFrom("w1", "w2", "w3", "w4"),
  usd: fc.double({ min: 0, max: 1e6, noNaN: true }),
});
const trades = fc.array(trade, { maxLength: 40 });
const liquidity = fc.double({ min: 0, max: 1e7, noNaN: true });
const buzzOf = (list: readonly AttentionTrade[], depth: number, known = true) =>
  tradingBuzz(tradingMeasures(list, depth, known), start);

describe("buzz of trading", () => {
  it("is zero exactly when nothing was traded, and stays below 100", () => {
    fc.assert(
      fc.property(trades, liquidity, fc.boolean(), (list, depth, known) => {
        const buzz = buzzOf(list, depth, known);
        expect(buzz === 0).toBe(list.length === 0);
        expect(buzz).toBeLessThan(100);
      }),
    );
  });

  it("never falls when a trade or liquidity is added", () => {
    fc.assert(
      fc.property(trades, trade, liquidity, liquidity, fc.boolean(), (list, added, depth, more, known) => {
        const before = buzzOf(list, depth, known);
        expect(buzzOf([...list, added], depth, known)).toBeGreaterThanOrEqual(before - 1e-9);
        expect(buzzOf(list, depth + more, known)).toBeGreaterThanOrEqual(before - 1e-9);
      }),
    );
  });

  it("depends neither on the order of trades nor on the names of wallets and markets", () => {
    fc.assert(
      fc.property(trades, liquidity, (list, depth) => {
        const renamed = [...list]
          .reverse()
          .map((t) => ({ ...t, wallet: `x${t.wallet ?? ""}`, market: `y${t.market}` }));
        expect(buzzOf(renamed, depth)).toBeCloseTo(buzzOf(list, depth), 9);
      }),
    );
  });

  it("grows by at most 1 + ln 1000 trades when a wallet trades with itself a thousand times", () => {
    const wash = Array.from({ length: 1000 }, () => ({ market: "m1", wallet: "w1", usd: 10 }));
    expect(tradingMeasures(wash, 0, true).trading).toBeCloseTo(1 + Math.log(1000));
    const honest = Array.from({ length: 20 }, (_, index) => ({ market: "m1", wallet: `w${index}`, usd: 10 }));
    expect(buzzOf(wash, 0)).toBeLessThan(buzzOf(honest, 0));
  });

  it("leaves out the number of traders when wallets are unknown", () => {
    const list = [
      { market: "m1", wallet: null, usd: 100 },
      { market: "m1", wallet: null, usd: 50 },
      { market: "m2", wallet: null, usd: 1 },
    ];
    const measures = tradingMeasures(list, 1000, false);
    expect(measures.traders).toBeNull();
    expect(measures.trading).toBeCloseTo(Math.log(3) + Math.log(2));
    const all = { trading: 1e9, traders: null, money: 1e9, markets: 1e9, depth: 1e9 };
    expect(tradingBuzz(all, start)).toBeGreaterThan(99.9);
  });

  it("of a window is that of its mean day, so that a single day keeps its own value", () => {
    fc.assert(
      fc.property(trades, liquidity, (list, depth) => {
        const measures = tradingMeasures(list, depth, true);
        expect(tradingBuzz(meanTradingPerDay(measures, 1), start)).toBe(tradingBuzz(measures, start));
        expect(tradingBuzz(meanTradingPerDay(measures, 7), start)).toBeLessThanOrEqual(tradingBuzz(measures, start));
      }),
    );
  });

  it("is measured against start values, and step by step over 60 days against the busiest 5 % of asset-days", () => {
    const sample = { trading: 100, traders: 80, money: 60, markets: 10, depth: 12 };
    expect(tradingReference([], 0)).toEqual(start);
    expect(tradingReference([sample], 0)).toEqual(start);
    expect(tradingReference([sample], 30).trading).toBeCloseTo(Math.sqrt(20 * 100), 9);
    const own = tradingReference([sample], 60);
    for (const [measure, value] of Object.entries(sample))
      expect(own[measure as keyof typeof own]).toBeCloseTo(value, 9);
    const quiet = { trading: 1, traders: 1, money: 1, markets: 1, depth: 1 };
    expect(tradingBuzz(quiet, tradingReference([quiet], 60))).toBeCloseTo(50, 9);
    const unknown = { ...sample, traders: null };
    expect(tradingReference([unknown], 60).traders).toBe(start.traders);
  });
});
