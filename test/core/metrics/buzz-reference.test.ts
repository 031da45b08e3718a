import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BUZZ_REFERENCE_FLOOR,
  BUZZ_REFERENCE_START,
  referenceOf,
} from "../../../packages/core/src/metrics/buzz-reference.js";
import { median, quantile } from "../../../packages/core/src/metrics/quantile.js";

const size = fc.double({ min: 0, max: 1e4, noNaN: true });
const samples = fc.array(fc.record({ evidence: size, people: size, places: size }), { maxLength: 60 });

describe("reference", () => {
  it("is the 95th percentile of active asset-days, per measure", () => {
    const active = Array.from({ length: 101 }, (_, k) => ({ evidence: k + 1, people: 2 * k, places: k / 2 }));
    const idle = Array.from({ length: 500 }, () => ({ evidence: 0, people: 0, places: 0 }));
    expect(referenceOf([...idle, ...active], 90)).toEqual({ evidence: 96, people: 190, places: 47.5 });
  });

  it("never lies below the floor, and starts with the configured values until 14 days exist", () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: 90 }), (days, historyDays) => {
        const reference = referenceOf(days, historyDays);
        for (const measure of ["evidence", "people", "places"] as const)
          expect(reference[measure]).toBeGreaterThanOrEqual(BUZZ_REFERENCE_FLOOR[measure]);
        if (historyDays < 14) expect(reference).toEqual(BUZZ_REFERENCE_START);
      }),
    );
    expect(referenceOf([], 13, { evidence: 20, people: 1, places: 3 })).toEqual({ evidence: 20, people: 6, places: 3 });
    expect(referenceOf([], 14)).toEqual(BUZZ_REFERENCE_FLOOR);
    expect(BUZZ_REFERENCE_FLOOR).toEqual({ evidence: 8, people: 6, places: 2 });
  });

  it("does not depend on the order of samples", () => {
    fc.assert(
      fc.property(samples, (days) => {
        expect(referenceOf([...days].reverse(), 90)).toEqual(referenceOf(days, 90));
      }),
    );
  });
});

describe("quantiles", () => {
  it("interpolates between neighbours", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBe(0);
    expect(quantile([10, 20], 0.95)).toBe(19.5);
    expect([quantile([5, 1], 0), quantile([5, 1], 1)]).toEqual([1, 5]);
  });
});
