import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PulseInput,
  type PulseMarket,
  pulseMoods,
  pulseOf,
  pulseReasons,
  pulseWarnings,
} from "../../../packages/core/src/predmarket/pulse.js";

const market: fc.Arbitrary<PulseMarket> = fc.record({
  event: fc.constantFrom("a", "b", "c"),
  isOpen: fc.boolean(),
  score: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  lacksReference: fc.boolean(),
  liquidity: fc.double({ min: 0, max: 1e6, noNaN: true }),
  spread: fc.option(fc.double({ min: 0, max: 0.3, noNaN: true })),
  tradesOfDay: fc.nat(20),
  trades: fc.nat(60),
});
const input: fc.Arbitrary<PulseInput> = fc.record({
  markets: fc.array(market, { maxLength: 12 }),
  score: fc.option(fc.double({ min: -1, max: 1, noNaN: true })),
  snapshotMs: fc.option(fc.integer({ min: 0, max: 200_000_000 })),
  asOfMs: fc.constant(200_000_000),
  tradesCovered: fc.boolean(),
});
const good: PulseMarket = {
  event: "a",
  isOpen: true,
  score: 0.4,
  lacksReference: false,
  liquidity: 1000,
  spread: 0.02,
  tradesOfDay: 3,
  trades: 30,
};
const base: PulseInput = {
  markets: [good],
  score: 0.4,
  snapshotMs: 199_000_000,
  asOfMs: 200_000_000,
  tradesCovered: true,
};

describe("the pulse", () => {
  it("reverses with the market and keeps everything else", () => {
    const mirrored = { bullish: "bearish", bearish: "bullish" } as Readonly<Record<string, string>>;
    const negated = (score: number | null) => (score === null ? null : 0 - score);
    fc.assert(
      fc.property(input, (of) => {
        const one = pulseOf(of);
        const other = pulseOf({
          ...of,
          score: negated(of.score),
          markets: of.markets.map((m) => ({ ...m, score: negated(m.score) })),
        });
        expect(other).toEqual({ ...one, mood: mirrored[one.mood] ?? one.mood });
      }),
    );
  });

  it("has a confidence from 0 to 100, shares from 0 to 1 that add up, and codes of the closed lists in their order", () => {
    fc.assert(
      fc.property(input, (of) => {
        const { confidence, evidence, why, warnings, mood } = pulseOf(of);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(100);
        if (of.markets.length > 0)
          expect((evidence.tradedMarketShare ?? 0) + (evidence.zeroTradeMarketShare ?? 0)).toBeCloseTo(1);
        expect(why).toEqual(Object.keys(pulseReasons).filter((code) => (why as string[]).includes(code)));
        expect(warnings).toEqual(Object.keys(pulseWarnings).filter((code) => (warnings as string[]).includes(code)));
        expect(pulseMoods).toContain(mood);
      }),
    );
  });

  it("names a direction only with confidence of at least 20", () => {
    fc.assert(
      fc.property(input, (of) => {
        const { mood, confidence } = pulseOf(of);
        if (mood === "bullish" || mood === "bearish") expect(confidence).toBeGreaterThanOrEqual(20);
      }),
    );
  });

  it("is bullish or bearish by the sign of a clear score", () => {
    expect(pulseOf(base)).toMatchObject({ mood: "bullish", thinData: false, warnings: [] });
    expect(pulseOf({ ...base, score: -0.4, markets: [{ ...good, score: -0.4 }] }).mood).toBe("bearish");
  });

  it("is thin and illiquid when every book is wide", () => {
    const wide = pulseOf({ ...base, markets: [{ ...good, spread: 0.12 }] });
    expect(wide).toMatchObject({ mood: "illiquid", confidence: 0, thinData: true });
    expect(wide.warnings).toContain("high_average_spread");
  });

  it("is mixed when both directions carry weight, and says so", () => {
    const mixed = pulseOf({ ...base, score: 0.1, markets: [good, { ...good, event: "b", score: -0.3 }] });
    expect(mixed.mood).toBe("mixed");
    expect(mixed.why).toContain("opposing_market_signals");
  });

  it("is event-driven when what is traded has no direction, and unclear without trades", () => {
    const event = pulseOf({ ...base, score: null, markets: [{ ...good, score: null }] });
    expect([event.mood, event.why]).toEqual([
      "event_driven",
      ["event_questions_dominate", "no_directional_markets", "low_confidence"],
    ]);
    const silent = pulseOf({ ...base, score: null, markets: [{ ...good, trades: 0, tradesOfDay: 0 }] });
    expect([silent.mood, silent.thinData]).toEqual(["unclear", true]);
    expect(silent.why).toContain("no_trades");
  });
});
