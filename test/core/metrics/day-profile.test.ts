import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayProfile, elapsedShare, shareDone } from "../../../packages/core/src/metrics/day-profile.js";

const hourMs = 3_600_000;
const counts = fc.array(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 24, maxLength: 24 }), {
  maxLength: 28,
});

describe("elapsed share", () => {
  it("is uniform without history", () => {
    for (const history of [[], [Array.from({ length: 24 }, () => 0)]]) {
      const profile = dayProfile(history);
      expect(elapsedShare(profile, 6 * hourMs)).toBeCloseTo(0.25, 12);
      expect(elapsedShare(profile, 18.5 * hourMs)).toBeCloseTo(18.5 / 24, 12);
    }
  });

  it("follows the usual course of a day, averaged with equal weight per day", () => {
    const evening = Array.from({ length: 24 }, (_, hour) => (hour === 20 ? 1000 : 0));
    const morning = Array.from({ length: 24 }, (_, hour) => (hour === 8 ? 2 : 0));
    const profile = dayProfile([evening, morning]);
    expect(elapsedShare(profile, 8 * hourMs)).toBe(0.05);
    expect(shareDone(profile, 8 * hourMs)).toBe(0);
    expect(elapsedShare(profile, 8.5 * hourMs)).toBe(0.25);
    expect(elapsedShare(profile, 12 * hourMs)).toBe(0.5);
    expect(elapsedShare(profile, 21 * hourMs)).toBe(1);
  });

  it("never falls during the day, starts at 0.05 at least and ends at 1", () => {
    const time = fc.integer({ min: 0, max: 24 * hourMs });
    fc.assert(
      fc.property(counts, time, time, (history, a, b) => {
        const profile = dayProfile(history);
        const early = elapsedShare(profile, Math.min(a, b));
        const late = elapsedShare(profile, Math.max(a, b));
        expect(early).toBeGreaterThanOrEqual(0.05);
        expect(late).toBeGreaterThanOrEqual(early);
        expect(late).toBeLessThanOrEqual(1);
        expect(elapsedShare(profile, 24 * hourMs)).toBe(1);
        expect(elapsedShare(profile, -1)).toBeGreaterThanOrEqual(0.05);
        expect(elapsedShare(profile, 30 * hourMs)).toBe(1);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});
