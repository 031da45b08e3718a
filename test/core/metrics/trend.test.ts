import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activityLogRatio,
  changeZ,
  dispersion,
  rateRatio,
  trendOf,
  type Trend,
  type TrendWindow,
} from "../../../packages/core/src/metrics/trend.js";
import { seededRandom } from "../../../bench/seeded-random.mjs";

const steady = Array.from({ length: 28 }, () => 10);
const window = (mentions: number, engagement: number | null = mentions, breadth = mentions, exposureDays = 3) => ({
  exposureDays,
  mentions,
  engagement,
  breadth,
});
const trend = (current: TrendWindow, previous: TrendWindow, dailyMentions: readonly number[] = steady) =>
  trendOf({ current, previous, dailyMentions });
const swapped: Record<Trend, Trend> = { rising: "falling", falling: "rising", stable: "stable" };

describe("trend", () => {
  it("names a clear change and keeps quiet about a small one", () => {
    expect(trend(window(60), window(30))).toBe("rising");
    expect(trend(window(30), window(60))).toBe("falling");
    expect(trend(window(33), window(30))).toBe("stable");
    expect(trend(window(0), window(0))).toBe("stable");
    expect(trend(window(10_900), window(10_000))).toBe("stable");
    expect(trend(window(11_300), window(10_000))).toBe("rising");
  });

  it("stays stable below 6 mentions in both windows together", () => {
    expect(trend(window(5), window(0))).toBe("stable");
    expect(trend(window(6), window(0))).toBe("rising");
  });

  it("is not set by engagement alone", () => {
    expect(trend(window(30, 1_000_000), window(30, 10))).toBe("stable");
  });

  it("asks for more when the counts swing anyway", () => {
    const bursty = Array.from({ length: 28 }, (_, day) => (day % 7 === 0 ? 70 : 0));
    expect(dispersion(bursty)).toBe(10);
    expect(trend(window(45), window(30))).toBe("rising");
    expect(trend(window(45), window(30), bursty)).toBe("stable");
  });

  it("compares a running day by its elapsed share", () => {
    const previous = window(27);
    expect(trend(window(18, 18, 18, 2.05), previous)).toBe("stable");
    expect(trend(window(18, 18, 18, 3), previous)).toBe("falling");
  });

  it("takes a platform without engagement as unchanged there", () => {
    expect(activityLogRatio(window(57, null), window(47, null))).toBeCloseTo(0.75 * Math.log(20 / (50 / 3)), 12);
    expect(trend(window(1_130, null), window(1_000, null))).toBe("stable");
    expect(trend(window(1_145, null), window(1_000, null))).toBe("rising");
    expect(trend(window(1_000, null), window(1_145, null))).toBe("falling");
  });
});

const count = fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 100_000 }));
const counts = fc.record({ mentions: count, engagement: fc.option(count), breadth: count });
const daily = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 28 });
const runs = { numRuns: 3000, seed: 4 };

describe("properties", () => {
  it("swapping two full windows swaps rising and falling", () => {
    const seen = new Set<Trend>();
    fc.assert(
      fc.property(counts, counts, daily, (a, b, dailyMentions) => {
        const current = { ...a, exposureDays: 3 };
        const previous = { ...b, exposureDays: 3 };
        const forward = trend(current, previous, dailyMentions);
        seen.add(forward);
        expect(trend(previous, current, dailyMentions)).toBe(swapped[forward]);
        expect(activityLogRatio(previous, current)).toBeCloseTo(-activityLogRatio(current, previous), 12);
      }),
      runs,
    );
    expect(seen.size).toBe(3);
  });

  it("more mentions never turn a trend downwards", () => {
    const order: Record<Trend, number> = { falling: 0, stable: 1, rising: 2 };
    fc.assert(
      fc.property(counts, counts, daily, fc.integer({ min: 1, max: 500 }), (a, b, dailyMentions, more) => {
        const previous = { ...b, exposureDays: 3 };
        fc.pre(a.mentions + b.mentions >= 6);
        const less = trend({ ...a, exposureDays: 2.4 }, previous, dailyMentions);
        const after = trend({ ...a, mentions: a.mentions + more, exposureDays: 2.4 }, previous, dailyMentions);
        expect(order[after]).toBeGreaterThanOrEqual(order[less]);
      }),
      runs,
    );
  });

  it("is scale-free for large counts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50_000, max: 200_000 }),
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.integer({ min: 2, max: 50 }),
        (level, change, scale) => {
          fc.pre(Math.abs(Math.abs(Math.log(change)) - Math.log(1.1)) > 0.001);
          const by = (factor: number) => trend(window(level * change * factor), window(level * factor));
          expect(by(scale)).toBe(by(1));
        },
      ),
      runs,
    );
  });

  it("equal rates have ratio 1, whatever the exposure, and no z beyond rounding for equal full windows", () => {
    fc.assert(
      fc.property(count, fc.double({ min: 2.05, max: 3, noNaN: true }), (rate, exposure) => {
        expect(rateRatio(rate * exposure, exposure, rate * 3, 3)).toBeCloseTo(1, 9);
        expect(changeZ(window(rate), window(rate), 1)).toBe(0);
      }),
    );
  });

  it("keeps the dispersion between 1 and 10", () => {
    fc.assert(
      fc.property(daily, (dailyMentions) => {
        expect(dispersion(dailyMentions)).toBeGreaterThanOrEqual(1);
        expect(dispersion(dailyMentions)).toBeLessThanOrEqual(10);
      }),
    );
    expect([dispersion([]), dispersion([7]), dispersion([0, 0, 0])]).toEqual([1, 1, 1]);
  });
});

/** Share of labels, with the dispersion estimated from 28 simulated days as in production. */
function labelled(mean: number, phi: number, change: number, rounds = 12_000): Record<Trend, number> {
  const random = seededRandom(1000 * mean + phi);
  const threeDays = (factor: number) => {
    const day = () => random.count(mean * factor, phi);
    return day() + day() + day();
  };
  const shares: Record<Trend, number> = { rising: 0, falling: 0, stable: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const dailyMentions = Array.from({ length: 28 }, () => random.count(mean, phi));
    const previous = window(threeDays(1));
    shares[trend(window(threeDays(change)), previous, dailyMentions)] += 1 / rounds;
  }
  return shares;
}

describe("simulated", () => {
  it.each([
    [0.5, 1],
    [0.5, 3],
    [2, 1],
    [2, 3],
    [5, 1],
    [5, 3],
    [20, 1],
    [20, 3],
    [100, 1],
    [100, 3],
    [1000, 1],
    [1000, 3],
  ])("labels at most 0.21 without a true change: mean %d a day, dispersion %d", (mean, phi) => {
    expect(1 - labelled(mean, phi, 1).stable).toBeLessThanOrEqual(0.21);
  });

  it.each([
    [5, 1, 0.78],
    [5, 3, 0.47],
    [20, 1, 0.99],
    [20, 3, 0.87],
    [100, 3, 0.99],
  ])("detects a doubling: mean %d a day, dispersion %d, share at least %f", (mean, phi, least) => {
    expect(labelled(mean, phi, 2).rising).toBeGreaterThanOrEqual(least);
  });
});
