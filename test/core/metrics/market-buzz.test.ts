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

const even = (days: number, x: number) =>
  Array.from({ length: days }, (_, day) => ({ index: day, weekday: day % 7, x }));

describe("market level", () => {
  it("follows the formula and is 0 exactly without mentions", () => {
    expect(marketLevel({ mentions: Math.E - 1, people: Math.E - 1, engagement: Math.E - 1 })).toBeCloseTo(1, 12);
    expect(marketLevel({ mentions: 0, people: 0, engagement: 12 })).toBe(0);
    expect(marketLevel({ mentions: 1, people: 0, engagement: -40 })).toBeCloseTo(0.6 * Math.LN2, 12);
  });
});

describe("market buzz", () => {
  it("is 0.0 without mentions, whatever the normal level", () => {
    expect(marketBuzz(0, marketBaseline(even(90, 5)), 3)).toBe(0);
    expect(marketBuzz(0, marketBaseline([]), 0)).toBe(0);
  });

  it("is 50 on a normal day, while history is shorter than 3 days, and on a weekday that history has not seen", () => {
    expect(marketBuzz(5, marketBaseline(even(90, 5)), 3)).toBe(50);
    expect(marketBuzz(9, marketBaseline(even(2, 5)), 1)).toBe(50);
    expect(marketBuzz(2, marketBaseline(even(5, 5)), 5)).toBe(50);
    expect(marketBuzz(2, marketBaseline(even(6, 5)), 5)).toBeLessThan(5);
  });

  it("moves less when history is short", () => {
    const at = (days: number) => marketBuzz(5.1, marketBaseline(even(days, 5)), 3);
    const sameWeekdays = (n: number) => Math.sqrt(1 + Math.PI / (2 * n));
    expect(at(90)).toBeCloseTo(100 / (1 + Math.exp(-0.9 / sameWeekdays(6))), 9);
    expect(at(4)).toBeCloseTo(100 / (1 + Math.exp((-0.9 * 0.2) / sameWeekdays(1))), 9);
    for (let days = 5; days < 60; days += 7) expect(at(days + 7)).toBeGreaterThanOrEqual(at(days));
  });

  it("accounts for the weekday from the second week on", () => {
    for (const days of [13, 84]) {
      const history = Array.from({ length: days }, (_, day) => ({
        index: day,
        weekday: day % 7,
        x: day % 7 > 4 ? 3 : 5,
      }));
      const baseline = marketBaseline(history);
      expect(baseline.weekdayOffsets.map((offset) => Math.round(offset * 1e9) / 1e9)).toEqual([0, 0, 0, 0, 0, -2, -2]);
      expect(marketBuzz(3, baseline, 5)).toBe(50);
      expect(marketBuzz(3, baseline, 1)).toBeLessThan(5);
    }
  });

  it("follows a drifting level", () => {
    const drifting = Array.from({ length: 90 }, (_, day) => ({ index: day, weekday: day % 7, x: 5 + day / 100 }));
    const baseline = marketBaseline(drifting);
    expect(marketBuzz(5.9, baseline, 90 % 7)).toBeLessThan(95);
    expect(baseline.scales[0]).toBeCloseTo(0.1 * Math.sqrt(1 + Math.PI / 12), 9);
  });

  it("never falls with activity, stays within 0 to 100, and does not depend on the order of days", () => {
    const x = fc.double({ min: 0, max: 20, noNaN: true });
    const past = fc.record({ index: fc.integer({ min: 0, max: 89 }), x });
    const history = fc.uniqueArray(past, { maxLength: 90, selector: ({ index }) => index });
    fc.assert(
      fc.property(history, x, x, fc.integer({ min: 0, max: 6 }), (levels, a, b, weekday) => {
        const days = levels.map((level) => ({ ...level, weekday: level.index % 7 }));
        const baseline = marketBaseline(days);
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((level) => marketBuzz(level, baseline, weekday));
        expect(less).toBeLessThanOrEqual(more ?? Number.NaN);
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeLessThanOrEqual(100);
        expect(marketBaseline([...days].reverse())).toEqual(baseline);
        for (const scale of baseline.scales) expect(scale ?? 0.1).toBeGreaterThanOrEqual(0.1);
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

describe.each([
  ["a quiet weekend", [1.05, 1.15, 1.1, 1.1, 1, 0.6, 0.55], 800],
  ["a weekend with hardly any talk", [1, 1, 1, 1, 1, 0.15, 0.15], 800],
  ["a small namespace", [1, 1, 1, 1, 1, 0.3, 0.3], 20],
])("simulated: over-dispersed counts, a drifting level, %s", (_name, factors, level) => {
  const random = seededRandom(8);
  const days: { index: number; weekday: number; x: number; doubled: number }[] = [];
  let drift = 0;
  for (let day = 0; day < 2500; day += 1) {
    drift = 0.6 * drift + 0.15 * random.normal();
    const mentions = random.count(level * (factors[day % 7] ?? 1) * Math.exp(drift), level > 100 ? 8 : 2);
    const at = (factor: number) =>
      marketLevel({ mentions: factor * mentions, people: factor * 0.6 * mentions, engagement: factor * 6 * mentions });
    days.push({ index: day, weekday: day % 7, x: at(1), doubled: at(2) });
  }
  const scored = days.map((day, index) => {
    const baseline = marketBaseline(days.slice(Math.max(0, index - 90), index));
    return {
      weekday: day.weekday,
      buzz: marketBuzz(day.x, baseline, day.weekday),
      doubled: marketBuzz(day.doubled, baseline, day.weekday),
      uncorrected: marketBuzz(day.x, { ...baseline, weekdayOffsets: [] }, day.weekday),
    };
  });
  const full = scored.slice(56);
  const middle = (values: number[]) => quantile(values, 0.5);

  it.each([0, 1, 2, 3, 4, 5, 6])("has its median at 45 to 55 after 8 weeks, on weekday %d", (weekday) => {
    const of = full.filter((day) => day.weekday === weekday);
    expect(middle(of.map(({ buzz }) => buzz))).toBeGreaterThan(45);
    expect(middle(of.map(({ buzz }) => buzz))).toBeLessThan(55);
    if (weekday > 4) expect(middle(of.map(({ uncorrected }) => uncorrected))).toBeLessThan(25);
  });

  it("spreads normal days and lifts a doubled one", () => {
    const all = full.map(({ buzz }) => buzz);
    expect(quantile(all, 0.1)).toBeLessThan(30);
    expect(quantile(all, 0.9)).toBeGreaterThan(70);
    expect(middle(full.map(({ doubled }) => doubled))).toBeGreaterThan(level > 100 ? 85 : 75);
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
    past.map((day, index) => ({ index, weekday: index % 7, x: marketLevel(activity(sum(day))) })),
  );
  const profile = dayProfile(past.slice(-28));
  const today = Array.from({ length: 300 }, whole);

  it.each([1, 2, 3, 6, 9, 15, 21, 24])("is about 50 at %d:00 UTC", (hour) => {
    const share = shareDone(profile, hour * 3_600_000);
    const scores = today.map((day, index) =>
      runningMarketBuzz(activity(sum(day.slice(0, hour))), share, baseline, index % 7),
    );
    expect(quantile(scores, 0.5)).toBeGreaterThan(40);
    expect(quantile(scores, 0.5)).toBeLessThan(60);
  });

  it("starts at 50, is 0.0 before the first mention, and ends as the day's own score", () => {
    expect(runningMarketBuzz(activity(1), 0, baseline, 2)).toBe(50);
    expect(runningMarketBuzz(activity(0), 0.4, baseline, 2)).toBe(0);
    expect(runningMarketBuzz(activity(700), 1, baseline, 2)).toBe(marketBuzz(marketLevel(activity(700)), baseline, 2));
  });
});
