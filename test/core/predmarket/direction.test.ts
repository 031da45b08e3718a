import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type DirectedMarket,
  directionParts,
  eventVotes,
  ladderScore,
  marketScore,
  priceOfFirst,
  spreadOf,
  tradingDaysBetween,
} from "../../../packages/core/src/predmarket/direction.js";
import { type QuestionReading, readQuestion } from "../../../packages/core/src/predmarket/question.js";

const price = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const score = fc.double({ min: -1, max: 1, noNaN: true });
const even: QuestionReading = {
  type: "up_down",
  form: "even",
  polarity: 1,
  barrier: 0,
  strike: null,
  upperStrike: null,
};
const noContext = { sharePrice: null, daysLeft: null, openingPrice: null };
const turned = (reading: QuestionReading): QuestionReading => ({
  ...reading,
  polarity: (0 - reading.polarity) as -1 | 0 | 1,
});
const of = (question: string) => readQuestion({ question, outcomes: ["Yes", "No"], rung: "" });

const market: fc.Arbitrary<DirectedMarket> = fc.record({
  event: fc.constantFrom("a", "b", "c", "d", "e"),
  score: fc.option(score),
  liquidity: fc.double({ min: 0, max: 1e6, noNaN: true }),
  volume: fc.double({ min: 0, max: 1e6, noNaN: true }),
  spread: fc.option(fc.double({ min: 0, max: 0.2, noNaN: true })),
  trades: fc.nat(50),
});
const markets = fc.array(market, { maxLength: 20 });

describe("the price of the first outcome", () => {
  it("is the middle of a tight book, else the last trade, else nothing", () => {
    expect(priceOfFirst({ bid: 0.5, ask: 0.6, last: 0.9 })).toBeCloseTo(0.55);
    expect(priceOfFirst({ bid: 0.4, ask: 0.6, last: 0.9 })).toBe(0.9);
    expect(priceOfFirst({ bid: null, ask: 0.6, last: null })).toBeNull();
  });
});

describe("the score of a market", () => {
  it("is the same whichever of two outcomes is listed first", () => {
    const questions = [
      "Will X close above $100?",
      "Will X close below $100?",
      "Will X hit $120?",
      "Will X dip to $80?",
      "Will X beat earnings estimates?",
      "Will X go bankrupt?",
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...questions),
        price,
        price,
        fc.double({ min: 50, max: 150, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (question, p, opening, sharePrice, daysLeft) => {
          const reading = of(question);
          const one = marketScore(reading, p, { sharePrice, daysLeft, openingPrice: opening });
          const other = marketScore(turned(reading), 1 - p, { sharePrice, daysLeft, openingPrice: 1 - opening });
          expect(other).toBeCloseTo(one ?? NaN, 9);
        },
      ),
    );
  });

  it("is negated when yes and no are swapped in an even question", () => {
    fc.assert(
      fc.property(price, (p) => {
        expect(marketScore(turned(even), p, noContext)).toBeCloseTo(0 - (marketScore(even, p, noContext) ?? NaN), 12);
        expect(marketScore(even, 1 - p, noContext)).toBeCloseTo(0 - (marketScore(even, p, noContext) ?? NaN), 12);
      }),
    );
  });

  it("is negated when a strike question and its market are mirrored", () => {
    fc.assert(
      fc.property(
        price,
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        (p, ratio, daysLeft) => {
          const above = { ...of("Will X close above $100?"), strike: 100 / ratio };
          const below = { ...of("Will X close below $100?"), strike: 100 * ratio };
          const context = { sharePrice: 100, daysLeft, openingPrice: null };
          expect(marketScore(below, p, context)).toBeCloseTo(0 - (marketScore(above, p, context) ?? NaN), 6);
          const high = { ...of("Will X hit $100?"), strike: 100 * ratio };
          const low = { ...of("Will X dip to $100?"), strike: 100 / ratio };
          expect(marketScore(low, p, context)).toBeCloseTo(0 - (marketScore(high, p, context) ?? NaN), 6);
        },
      ),
    );
  });

  it("stays within −1 and 1, and rises with the price of the bullish outcome", () => {
    fc.assert(
      fc.property(price, price, fc.double({ min: 20, max: 500, noNaN: true }), (a, b, sharePrice) => {
        const reading = of("Will X close above $100?");
        const context = { sharePrice, daysLeft: 5, openingPrice: null };
        const [low, high] = [
          marketScore(reading, Math.min(a, b), context),
          marketScore(reading, Math.max(a, b), context),
        ];
        expect(low).toBeLessThanOrEqual(high ?? NaN);
        expect(Math.abs(low ?? NaN)).toBeLessThanOrEqual(1);
        expect(Math.abs(high ?? NaN)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("is about 0 for a strike deep in the money at its fair price", () => {
    const deep = marketScore(of("Will X close above $80?"), 0.99, { sharePrice: 100, daysLeft: 3, openingPrice: null });
    expect(Math.abs(deep ?? NaN)).toBeLessThan(0.05);
  });

  it("is null without a share price, a quote or a direction", () => {
    expect(marketScore(of("Will X close above $80?"), 0.99, noContext)).toBeNull();
    expect(marketScore(even, null, noContext)).toBeNull();
    expect(marketScore(of("Will X ship a phone?"), 0.9, { sharePrice: 1, daysLeft: 1, openingPrice: 0.5 })).toBeNull();
  });

  it("counts a target that is reached already as no opinion", () => {
    const reached = marketScore(of("Will X hit $90?"), 0.97, { sharePrice: 100, daysLeft: 3, openingPrice: null });
    expect(reached).toBeCloseTo(-0.03);
  });

  it("of an unlikely event is measured against its own opening price", () => {
    const bankruptcy = of("Will X go bankrupt?");
    expect(marketScore(bankruptcy, 0.02, { ...noContext, openingPrice: 0.02 })).toBeCloseTo(0);
    expect(marketScore(bankruptcy, 0.4, { ...noContext, openingPrice: 0.02 })).toBeLessThan(-0.3);
  });

  it("of a range needs the share price and follows from where the range lies", () => {
    const range = of("Will X close between $100 and $110?");
    const at = (sharePrice: number | null) => marketScore(range, 0.6, { sharePrice, daysLeft: 5, openingPrice: null });
    expect(at(90)).toBeGreaterThan(0);
    expect(at(120)).toBeLessThan(0);
    expect(at(105)).toBe(0);
    expect(at(null)).toBeNull();
  });
});

describe("a ladder of ranges", () => {
  const rungs = (prices: readonly number[]) =>
    prices.map((p, index) => ({ strike: 80 + 10 * index, upperStrike: 90 + 10 * index, price: p }));

  it("is scored by the median of its distribution", () => {
    expect(ladderScore(rungs([0.1, 0.2, 0.4, 0.2, 0.1]), 105, 5)).toBeCloseTo(0);
    expect(ladderScore(rungs([0, 0.1, 0.2, 0.3, 0.4]), 105, 5)).toBeGreaterThan(0.5);
    expect(ladderScore(rungs([0.4, 0.3, 0.2, 0.1, 0]), 105, 5)).toBeLessThan(-0.5);
  });

  it("is not used with fewer than three rungs or most of the probability missing", () => {
    expect(ladderScore(rungs([0.5, 0.5]), 90, 5)).toBeNull();
    expect(ladderScore(rungs([0.1, 0.1, 0.1]), 90, 5)).toBeNull();
  });
});

describe("the direction of an asset", () => {
  const partsOf = (list: readonly DirectedMarket[]) => directionParts(eventVotes(list));
  const mean = ({ sum, weight }: { sum: number; weight: number }) => (weight > 0 ? sum / weight : null);

  it("is negated, with its counts swapped, when every market is reversed", () => {
    fc.assert(
      fc.property(markets, (list) => {
        const one = partsOf(list);
        const other = partsOf(list.map((m) => ({ ...m, score: m.score === null ? null : 0 - m.score })));
        expect([other.positive, other.neutral, other.negative]).toEqual([one.negative, one.neutral, one.positive]);
        expect(other.sum).toBeCloseTo(0 - one.sum, 6);
        expect(other.weight).toBeCloseTo(one.weight, 6);
      }),
    );
  });

  it("keeps both directions' counts when an unclassified market is added", () => {
    fc.assert(
      fc.property(markets, market, (list, added) => {
        const one = partsOf(list);
        const other = partsOf([...list, { ...added, score: null }]);
        expect([other.positive, other.negative]).toEqual([one.positive, one.negative]);
        expect(mean(other) ?? 0).toBeCloseTo(mean(one) ?? 0, 9);
      }),
    );
  });

  it("does not depend on the order of markets", () => {
    fc.assert(
      fc.property(markets, (list) => {
        const [one, other] = [partsOf(list), partsOf([...list].reverse())];
        expect([other.positive, other.neutral, other.negative]).toEqual([one.positive, one.neutral, one.negative]);
        expect(other.sum).toBeCloseTo(one.sum, 9);
        expect(other.weight).toBeCloseTo(one.weight, 9);
      }),
    );
  });

  it("counts a ladder of many rungs as one vote", () => {
    const rung = { event: "ladder", score: 0.5, liquidity: 10, volume: 100, spread: 0.02, trades: 3 };
    const parts = partsOf([...Array.from({ length: 12 }, () => rung), { ...rung, event: "other", score: -0.5 }]);
    expect([parts.positive, parts.negative]).toEqual([1, 1]);
  });

  it("gives no event more than 40 % of the weight where three or more are traded", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 8 }), (volumes) => {
        const list = volumes.map((volume, index) => ({
          event: String(index),
          score: index === 0 ? 1 : 0,
          liquidity: 1,
          volume,
          spread: 0,
          trades: 1,
        }));
        expect(mean(partsOf(list)) ?? NaN).toBeLessThanOrEqual(0.4 + 1e-9);
      }),
    );
  });

  it("treats a spread of 0.10 as exactly that, despite binary fractions", () => {
    for (const [bid, ask] of [
      [0.4, 0.5],
      [0.1, 0.2],
      [0.7, 0.8],
      [0.25, 0.35],
    ] as const) {
      const spread = spreadOf({ bid, ask, last: null });
      expect(spread).toBe(0.1);
      expect(priceOfFirst({ bid, ask, last: null })).toBe((bid + ask) / 2);
      expect(partsOf([{ event: "a", score: 0.8, liquidity: 10, volume: 100, spread, trades: 3 }]).weight).toBe(0);
    }
    expect(priceOfFirst({ bid: 0.4, ask: 0.5001, last: 0.3 })).toBe(0.3);
  });

  it("is hardly changed by an event of negligible weight", () => {
    const event = (name: string, score: number, volume: number, spread: number) =>
      ({ event: name, score, liquidity: 10, volume, spread, trades: 3 }) as const;
    const clear = event("clear", 0.4, 10_000, 0.01);
    const alone = partsOf([clear]);
    for (const nothing of [event("wide", -1, 100, 0.5 - 0.4), event("tiny", -1, 1e-12, 0.01)]) {
      const both = partsOf([clear, nothing]);
      expect(both.sum / both.weight).toBeCloseTo(alone.sum / alone.weight, 3);
      expect(both.weight).toBeCloseTo(alone.weight, 1);
    }
    const two = partsOf([clear, event("other", -0.4, 400, 0.01)]);
    expect(two.sum).toBeCloseTo(0, 9);
  });

  it("has no weight without trades, and none behind a book wider than 0.10", () => {
    const traded = { event: "a", score: 0.8, liquidity: 10, volume: 100, spread: 0.02, trades: 3 };
    expect(partsOf([{ ...traded, trades: 0 }]).weight).toBe(0);
    expect(partsOf([{ ...traded, spread: 0.11 }]).weight).toBe(0);
    expect(partsOf([traded]).weight).toBeGreaterThan(0);
  });
});

describe("trading days", () => {
  it("leave weekends out", () => {
    const friday = Date.UTC(2026, 2, 6, 21);
    expect(tradingDaysBetween(friday, Date.UTC(2026, 2, 9, 3))).toBeCloseTo(3 / 24 + 3 / 24);
    expect(tradingDaysBetween(friday, friday + 21 * 86_400_000)).toBeCloseTo(15);
    expect(tradingDaysBetween(friday, friday - 1)).toBe(0);
  });
});
