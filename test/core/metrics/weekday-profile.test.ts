import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../bench/seeded-random.mjs";
import {
  ASSET_DEVIATION,
  EVEN_WEEK,
  NAMESPACE_DEVIATION,
  type ProfileDay,
  weekdayProfile,
} from "../../../packages/core/src/metrics/weekday-profile.js";

const days = (count: number, mentionsOf: (day: number) => number): ProfileDay[] =>
  Array.from({ length: count }, (_, day) => ({ weekday: day % 7, exposure: 1, mentions: mentionsOf(day) }));
const weekend = (day: number) => (day % 7 > 4 ? 15 : 100);

describe("profile of a week", () => {
  it("equals the prior without mentions, and the counts' own shares with many", () => {
    expect(weekdayProfile([], EVEN_WEEK, 0.5).factors).toEqual(EVEN_WEEK.factors);
    expect(
      weekdayProfile(
        days(56, () => 0),
        EVEN_WEEK,
        0.5,
      ).factors,
    ).toEqual(EVEN_WEEK.factors);
    const { factors } = weekdayProfile(days(56, weekend), EVEN_WEEK, NAMESPACE_DEVIATION);
    expect((factors[5] ?? 0) / (factors[0] ?? 0)).toBeCloseTo(0.15, 1);
    expect(factors.reduce((sum, factor) => sum + factor, 0)).toBeCloseTo(7, 9);
  });

  it("gives a rarely mentioned asset its namespace's profile, and a busy one its own", () => {
    const namespace = weekdayProfile(days(56, weekend), EVEN_WEEK, NAMESPACE_DEVIATION);
    const weekendOf = (mentions: number) =>
      weekdayProfile(
        days(56, () => mentions),
        namespace,
        ASSET_DEVIATION,
      ).factors[6] ?? 0;
    expect(weekendOf(0.05) / (namespace.factors[6] ?? 0)).toBeCloseTo(1, 1);
    expect(weekendOf(5000)).toBeCloseTo(1, 1);
  });

  it("does not count days of an outage", () => {
    const whole = days(56, weekend);
    const gap = whole.map((day, index) => (index > 40 && index < 46 ? { ...day, exposure: 0, mentions: 0 } : day));
    const [full, holed] = [whole, gap].map((of) => weekdayProfile(of, EVEN_WEEK, NAMESPACE_DEVIATION));
    full?.factors.forEach((factor, weekday) => expect(holed?.factors[weekday]).toBeCloseTo(factor, 1));
    expect(holed?.dispersion).toBeLessThan(1.5);
  });

  it("has factors above 0 with mean 1, less uncertainty with more mentions, and no upper limit on dispersion", () => {
    const counts = fc.array(fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 5000 })), {
      maxLength: 56,
    });
    fc.assert(
      fc.property(counts, (list) => {
        const profile = weekdayProfile(
          days(list.length, (day) => list[day] ?? 0),
          EVEN_WEEK,
          NAMESPACE_DEVIATION,
        );
        expect(profile.factors.reduce((sum, factor) => sum + factor, 0)).toBeCloseTo(7, 6);
        for (const factor of profile.factors) expect(factor).toBeGreaterThan(0);
        for (const variance of profile.variances) expect(variance).toBeLessThanOrEqual(NAMESPACE_DEVIATION ** 2);
        expect(profile.dispersion).toBeGreaterThanOrEqual(1);
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  it.each([1, 3, 10, 30])("finds a dispersion of %d", (dispersion) => {
    const random = seededRandom(dispersion);
    const found = Array.from({ length: 300 }, () => {
      const list = days(56, (day) => random.count(40 * (day % 7 > 4 ? 0.3 : 1.2), dispersion));
      return weekdayProfile(list, EVEN_WEEK, NAMESPACE_DEVIATION).dispersion;
    });
    const mean = found.reduce((sum, value) => sum + value, 0) / found.length;
    expect(mean / dispersion).toBeGreaterThan(0.85);
    expect(mean / dispersion).toBeLessThan(1.25);
  });
});
