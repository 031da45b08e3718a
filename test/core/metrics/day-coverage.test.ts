import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayCoverages, type HourlyDay, knownShares } from "../../../packages/core/src/metrics/day-coverage.js";

const hourMs = 3_600_000;
const even = (mentions: number, weekday = 0): HourlyDay => ({
  weekday,
  hours: Array.from({ length: 24 }, () => mentions / 24),
});
const weeks = (count: number, of: (weekday: number) => number) =>
  Array.from({ length: 7 * count }, (_, day) => even(of(day % 7), day % 7));
const silent = (weekday: number): HourlyDay => even(0, weekday);
const last = (values: readonly number[]) => values[values.length - 1];

describe("the seen share of a day", () => {
  it("is 1 on normal days, quiet weekends included", () => {
    expect(
      new Set(
        dayCoverages(
          weeks(8, (weekday) => (weekday > 4 ? 30 : 200)),
          null,
        ),
      ),
    ).toEqual(new Set([1]));
  });

  it("is 0 when a whole namespace is silent, and 1 when it is usually almost silent", () => {
    const busy = weeks(8, (weekday) => (weekday > 4 ? 2 : 200));
    expect(last(dayCoverages([...busy, silent(0)], null))).toBe(0);
    expect(last(dayCoverages([...busy, even(200), even(200), even(200), even(200), even(200), silent(5)], null))).toBe(
      1,
    );
    expect(last(dayCoverages([...weeks(8, () => 3), silent(0)], null))).toBe(1);
  });

  it("leaves out the hours of a gap", () => {
    const half = { weekday: 0, hours: Array.from({ length: 24 }, (_, hour) => (hour < 12 ? 10 : 0)) };
    expect(last(dayCoverages([...weeks(8, () => 240), half], null))).toBeCloseTo(0.5, 1);
    const short = { weekday: 0, hours: Array.from({ length: 24 }, (_, hour) => (hour === 5 ? 0 : 10)) };
    expect(last(dayCoverages([...weeks(8, () => 240), short], null))).toBe(1);
  });

  it("is the share that arrived when less than half did", () => {
    expect(last(dayCoverages([...weeks(8, () => 240), even(60)], null))).toBeCloseTo(0.25, 9);
    expect(last(dayCoverages([...weeks(8, () => 240), even(130)], null))).toBe(1);
  });

  it("follows the live sources' own record: observed silence counts as seen, missed hours do not", () => {
    const past = weeks(8, () => 240);
    const seen = (share: (hour: number) => number | null) => Array.from({ length: 24 }, (_, hour) => share(hour));
    const coverage = (day: HourlyDay) => last(dayCoverages([...past, day], null));
    expect(coverage({ ...silent(0), seen: seen(() => 1) })).toBe(1);
    expect(coverage({ ...silent(0), seen: seen(() => 0) })).toBe(0);
    expect(coverage({ ...silent(0), seen: seen((hour) => (hour < 18 ? 0 : 1)) })).toBeCloseTo(0.25, 9);
    // A quiet day that was seen is quiet, however little arrived.
    expect(coverage({ ...even(60), seen: seen(() => 1) })).toBe(1);
    // When a nearly silent source is down, the mentions of the others are not missing.
    expect(coverage({ ...even(240), seen: seen(() => 0.5) })).toBeCloseTo(1, 9);
    expect(coverage({ ...even(120), seen: seen(() => 0.25) })).toBeCloseTo(0.5, 9);
    // Coverage of most of the day is unknown, so the counts decide.
    expect(coverage({ ...silent(0), seen: seen((hour) => (hour < 12 ? null : 1)) })).toBe(0);
    // The minutes between two polls are not an outage.
    expect(coverage({ ...silent(0), seen: seen((hour) => (hour === 23 ? 0.5 : 1)) })).toBe(1);
    const running = dayCoverages([...past, { ...silent(0), seen: seen((hour) => (hour < 6 ? 1 : null)) }], 6 * hourMs);
    expect(last(running)).toBeCloseTo(0.25, 9);
    const shares = knownShares([...past, { ...silent(0), seen: seen((hour) => (hour < 6 ? 0 : 1)) }], null);
    expect(shares.slice(-2)).toEqual([null, expect.closeTo(0.75, 9)]);
  });

  it("of the running day is its usual share by now, at least 0.05, and 0 while its source is down", () => {
    const past = weeks(8, () => 240);
    const until = (hours: number, of: HourlyDay) => last(dayCoverages([...past, of], hours * hourMs));
    const running = (hours: number): HourlyDay => ({
      weekday: 0,
      hours: Array.from({ length: 24 }, (_, hour) => (hour < hours ? 10 : 0)),
    });
    expect(until(6, running(6))).toBeCloseTo(0.25, 9);
    expect(until(0, running(0))).toBe(0.05);
    expect(until(12, silent(0))).toBe(0);
    expect(until(1, silent(0))).toBe(0.05);
    expect(until(24, running(24))).toBe(1);
  });

  it("is between 0 and 1 for every day, and 1 without history", () => {
    const hours = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 500 })), {
      minLength: 24,
      maxLength: 24,
    });
    const day = fc.record({ weekday: fc.integer({ min: 0, max: 6 }), hours });
    fc.assert(
      fc.property(
        fc.array(day, { maxLength: 62 }),
        fc.option(fc.integer({ min: 0, max: 24 * hourMs })),
        (list, since) => {
          const coverages = dayCoverages(list, since);
          expect(coverages).toHaveLength(list.length);
          for (const coverage of coverages) {
            expect(coverage).toBeGreaterThanOrEqual(0);
            expect(coverage).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 500, seed: 9 },
    );
    expect(dayCoverages([], null)).toEqual([]);
    expect(dayCoverages([even(3)], null)).toEqual([1]);
  });
});
