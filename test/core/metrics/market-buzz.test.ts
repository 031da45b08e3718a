import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  marketBaseline,
  marketBuzz,
  marketLevel,
  marketWindowBuzz,
  runningMarketBuzz,
} from "../../../packages/core/src/metrics/market-buzz.js";
import { dayProfile, shareDone } from "../../../packages/core/src/metrics/day-profile.js";
import { quantile } from "../../../packages/core/src/metrics/quantile.js";
import { seededRandom } from "../../../bench/seeded-random.mjs";

const weekdayFactors = [1.05, 1.15, 1.1, 1.1, 1, 0.6, 0.55];
const even = (days: number, x: number) => Array.from({ length: days }, (_, day) => ({ weekday: day % 7, x }));

describe("market level", () => {
  it("follows the formula and is 0 exactly without mentions", () => {
    expect(marketLevel({ mentions: Math.E - 1, people: Math.E - 1, engagement: Math.E - 1 })).toBeCloseTo(1, 12);
    expect(marketLevel({ mentions: 0, people: 0, engagement: 12 })).toBe(0);
    expect(marketLevel({ mentions: 1, people: 0, engagement: -40 })).toBeCloseTo(0.6 * Math.LN2, 12);
  });
});

describe("market buzz", () => {
  it("is 0.0 without mentions, whatever is normal", () => {
    expect(marketBuzz(0, marketBaseline(even(90, 5)), 3)).toBe(0);
    expect(marketBuzz(0, marketBaseline([]), 0)).toBe(0);
  });

  it("is 50 on a normal day and while history is shorter than 3 days", () => {
    expect(marketBuzz(5, marketBaseline(even(90, 5)), 3)).toBe(50);
    expect(marketBuzz(9, marketBaseline(even(2, 5)), 3)).toBe(50);
  });

  it("moves less while history is short", () => {
    const at = (days: number) => marketBuzz(5.1, marketBaseline(even(days, 5)), 3);
    expect(at(90)).toBeCloseTo(100 / (1 + Math.exp(-0.9)), 9);
    expect(at(10)).toBeCloseTo(100 / (1 + Math.exp(-0.45)), 9);
  });

  it("knows the weekday", () => {
    const history = Array.from({ length: 84 }, (_, day) => ({ weekday: day % 7, x: day % 7 > 4 ? 3 : 5 }));
    const baseline = marketBaseline(history);
    expect(baseline.weekdayOffsets[6]).toBeCloseTo((-2 * 12) / 12.5, 12);
    expect(marketBuzz(3, baseline, 6)).toBeGreaterThan(30);
    expect(marketBuzz(3, baseline, 1)).toBeLessThan(1);
  });

  it("never falls with activity, stays within 0 to 100, and does not depend on the order of days", () => {
    const x = fc.double({ min: 0, max: 20, noNaN: true });
    const history = fc.array(fc.record({ weekday: fc.integer({ min: 0, max: 6 }), x }), { maxLength: 90 });
    fc.assert(
      fc.property(history, x, x, fc.integer({ min: 0, max: 6 }), (days, a, b, weekday) => {
        const baseline = marketBaseline(days);
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((level) => marketBuzz(level, baseline, weekday));
        expect(less).toBeLessThanOrEqual(more ?? Number.NaN);
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(100);
        expect(marketBaseline([...days].reverse())).toEqual(baseline);
        expect(baseline.scale).toBeGreaterThanOrEqual(0.1);
      }),
      { numRuns: 1000, seed: 2 },
    );
  });

  it("averages a window over the days on which the namespace was available", () => {
    expect(marketWindowBuzz([40, null, 60])).toBe(50);
    expect(marketWindowBuzz([40, 0])).toBe(20);
    expect(marketWindowBuzz([null])).toBe(0);
  });
});

describe("simulated: over-dispersed counts, weekday factors, a drifting level", () => {
  const random = seededRandom(8);
  const days: { weekday: number; x: number; doubled: number }[] = [];
  let drift = 0;
  for (let day = 0; day < 1500; day += 1) {
    drift = 0.6 * drift + 0.15 * random.normal();
    const mentions = random.count(800 * (weekdayFactors[day % 7] ?? 1) * Math.exp(drift), 8);
    const level = (factor: number) =>
      marketLevel({ mentions: factor * mentions, people: factor * 0.6 * mentions, engagement: factor * 6 * mentions });
    days.push({ weekday: day % 7, x: level(1), doubled: level(2) });
  }
  const scored = days.slice(90).map((day, index) => {
    const baseline = marketBaseline(days.slice(index, index + 90));
    return {
      weekday: day.weekday,
      buzz: marketBuzz(day.x, baseline, day.weekday),
      doubled: marketBuzz(day.doubled, baseline, day.weekday),
      uncorrected: marketBuzz(day.x, { ...baseline, weekdayOffsets: [] }, day.weekday),
    };
  });
  const weekend = scored.filter(({ weekday }) => weekday > 4);
  const middle = (values: number[]) => quantile(values, 0.5);

  it("has its median at 45 to 55, on weekends too", () => {
    expect(middle(scored.map(({ buzz }) => buzz))).toBeGreaterThan(45);
    expect(middle(scored.map(({ buzz }) => buzz))).toBeLessThan(55);
    expect(middle(weekend.map(({ buzz }) => buzz))).toBeGreaterThan(42);
    expect(middle(weekend.map(({ buzz }) => buzz))).toBeLessThan(58);
    expect(middle(weekend.map(({ uncorrected }) => uncorrected))).toBeLessThan(20);
  });

  it("spreads normal days and lifts a doubled one", () => {
    const all = scored.map(({ buzz }) => buzz);
    expect(quantile(all, 0.1)).toBeLessThan(30);
    expect(quantile(all, 0.9)).toBeGreaterThan(70);
    expect(middle(scored.map(({ doubled }) => doubled))).toBeGreaterThan(90);
  });
});

describe("simulated: the current day at any hour", () => {
  const random = seededRandom(21);
  const hourly = Array.from({ length: 24 }, (_, hour) => 30 * (1 + 0.9 * Math.sin(((hour - 8) / 24) * 2 * Math.PI)));
  const whole = () => hourly.map((mean) => random.count(mean, 2));
  const past = Array.from({ length: 90 }, whole);
  const sum = (counts: readonly number[]) => counts.reduce((total, value) => total + value, 0);
  const activity = (mentions: number) => ({ mentions, people: 0.7 * mentions, engagement: 5 * mentions });
  const baseline = marketBaseline(
    past.map((day, index) => ({ weekday: index % 7, x: marketLevel(activity(sum(day))) })),
  );
  const profile = dayProfile(past.slice(-28));
  const today = Array.from({ length: 300 }, whole);

  it.each([1, 2, 3, 6, 9, 15, 21, 24])("is about 50 at %d:00 UTC", (hour) => {
    const share = shareDone(profile, hour * 3_600_000);
    const scores = today.map((day) => runningMarketBuzz(activity(sum(day.slice(0, hour))), share, baseline, 2));
    expect(quantile(scores, 0.5)).toBeGreaterThan(40);
    expect(quantile(scores, 0.5)).toBeLessThan(60);
  });

  it("starts at 50, is 0.0 before the first mention, and ends as the day's own score", () => {
    expect(runningMarketBuzz(activity(1), 0, baseline, 2)).toBe(50);
    expect(runningMarketBuzz(activity(0), 0.4, baseline, 2)).toBe(0);
    expect(runningMarketBuzz(activity(700), 1, baseline, 2)).toBe(marketBuzz(marketLevel(activity(700)), baseline, 2));
  });
});
