import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../bench/seeded-random.mjs";
import { buzz, BUZZ_TERMS } from "../../../packages/core/src/metrics/buzz.js";
import {
  BUZZ_REFERENCE_START,
  isProvisionalReference,
  REFERENCE_WINDOW_DAYS,
  referenceOf,
} from "../../../packages/core/src/metrics/buzz-reference.js";
import type { BuzzMeasures } from "../../../packages/core/src/metrics/evidence.js";
import { meanQuantile, median, quantile } from "../../../packages/core/src/metrics/quantile.js";

const size = fc.double({ min: 0, max: 1e4, noNaN: true });
const samples = fc.array(fc.record({ evidence: size, people: size, places: size }), { maxLength: 60 });
const measures = ["evidence", "people", "places"] as const;

describe("reference", () => {
  it("is the level of the busiest 5 % when all measures rise together", () => {
    const active = Array.from({ length: 101 }, (_, k) => ({ evidence: k + 1, people: k + 1, places: k + 1 }));
    const idle = Array.from({ length: 500 }, () => ({ evidence: 0, people: 0, places: 0 }));
    for (const value of Object.values(referenceOf([...idle, ...active], 90))) expect(value).toBeCloseTo(96, 1);
  });

  it("starts at the configured values and moves away from them gradually over 60 days", () => {
    const active = [{ evidence: 2, people: 2, places: 2 }];
    const start = { evidence: 32, people: 8, places: 2 };
    expect(referenceOf([], 0, start)).toEqual(start);
    expect(referenceOf([], 90, start)).toEqual(start);
    const half = referenceOf(active, 30, start);
    expect([half.evidence, half.people, half.places].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([8, 4, 2]);
    for (const days of [60, 90])
      for (const of of measures) expect(referenceOf(active, days, start)[of]).toBeCloseTo(2, 9);
    expect(referenceOf(active, 0)).toEqual(BUZZ_REFERENCE_START);
  });

  it("is above 0, does not depend on the order of samples, and scales with them", () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 0, max: 90 }), (days, historyDays) => {
        const reference = referenceOf(days, historyDays);
        for (const measure of measures) expect(reference[measure]).toBeGreaterThan(0);
        expect(referenceOf([...days].reverse(), historyDays)).toEqual(reference);
      }),
    );
    fc.assert(
      fc.property(samples, (days) => {
        fc.pre(days.some(({ evidence }) => evidence > 0));
        const large = days.map(({ evidence, people, places }) => ({
          evidence: 10 + evidence,
          people: 10 + people,
          places: 10 + places,
        }));
        const tenfold = large.map((sample) => ({
          evidence: 10 * sample.evidence,
          people: 10 * sample.people,
          places: 10 * sample.places,
        }));
        const [one, ten] = [referenceOf(large, 90), referenceOf(tenfold, 90)];
        for (const measure of measures) expect(ten[measure] / one[measure]).toBeCloseTo(10, 6);
      }),
    );
  });

  it("says when it still uses start values or fewer than 120 asset-days", () => {
    expect(isProvisionalReference(59, 5000)).toBe(true);
    expect(isProvisionalReference(60, 119)).toBe(true);
    expect(isProvisionalReference(60, 120)).toBe(false);
  });
});

/** A namespace whose assets differ in activity by orders of magnitude; the first has `busiest` mentions per day. */
function talk(assets: number, busiest: number, days: number, seed: number): BuzzMeasures[][] {
  const random = seededRandom(seed);
  return Array.from({ length: days }, () =>
    Array.from({ length: assets }, (_, asset) => {
      const mentions = random.count(busiest / (asset + 1), 3);
      const people = Math.min(mentions, random.count(0.7 * mentions));
      return { evidence: mentions, people: Math.max(Math.min(1, mentions), people), places: Math.min(mentions, 4) };
    }).filter(({ evidence }) => evidence > 0),
  );
}

describe.each([
  ["a large namespace", 400, 300],
  ["a small one", 30, 12],
  ["a tiny one", 5, 3],
])("simulated: %s", (_name, assets, busiest) => {
  const days = talk(assets, busiest, 240, assets);
  const references = days.map((_, day) => {
    const past = days.slice(Math.max(0, day - REFERENCE_WINDOW_DAYS), day).filter((active) => active.length > 0);
    return referenceOf(past.flat(), past.length);
  });

  it("3 to 7 % of asset-days reach 50 after 60 days", () => {
    const scores = days
      .slice(60)
      .flatMap((active, index) => active.map((sample) => buzz(sample, references[index + 60] ?? BUZZ_REFERENCE_START)));
    const share = scores.filter((score) => score >= 50).length / scores.length;
    expect(share).toBeGreaterThan(0.03);
    expect(share).toBeLessThan(0.07);
  });

  it("no asset with unchanged talk moves by more than 3 points between two days", () => {
    let furthest = 0;
    const steady = [0.3, 1, 3, 10, 40, 200].map((level) => ({
      evidence: level,
      people: level,
      places: Math.min(6, level),
    }));
    references.slice(1).forEach((reference, index) => {
      const before = references[index] ?? BUZZ_REFERENCE_START;
      for (const sample of steady)
        furthest = Math.max(furthest, Math.abs(buzz(sample, reference, BUZZ_TERMS) - buzz(sample, before, BUZZ_TERMS)));
    });
    expect(furthest).toBeGreaterThan(0);
    expect(furthest).toBeLessThan(3);
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

  it("moves smoothly as a mean of several, where a single one jumps", () => {
    const of = (large: number) => Array.from({ length: 1000 }, (_, index) => (index < large ? 100 : 1));
    const shares = [0.93, 0.94, 0.95, 0.96, 0.97];
    expect(quantile(of(51), 0.95) - quantile(of(49), 0.95)).toBeGreaterThan(90);
    expect(meanQuantile(of(51), shares) - meanQuantile(of(49), shares)).toBeLessThan(25);
    expect(meanQuantile([], shares)).toBe(0);
  });
});
