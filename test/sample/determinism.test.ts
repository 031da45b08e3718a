import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  activeEvents,
  DEFAULT_SEED,
  eventsStarting,
  sampleNamespaceIds,
  sampleRecords,
  sampleTruth,
  sampleWorld,
} from "../../packages/sample/src/generator/index.js";
import { addDays, daysFrom, startOfDayMs, utcDay } from "../../packages/core/src/time/utc-day.js";

const anyDay = fc.integer({ min: 0, max: 700 }).map((count) => addDays(utcDay("2025-03-03"), count));
const seeds = fc.oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: 1000 }));

describe("the sample world", () => {
  it.each(sampleNamespaceIds)("generates the same day of %s whatever was generated before", (namespaceId) => {
    fc.assert(
      fc.property(seeds, anyDay, (seed, day) => {
        const first = JSON.stringify(sampleRecords(namespaceId, { seed, day }));
        sampleRecords(namespaceId, { seed, day: addDays(day, 9) });
        sampleRecords(namespaceId, { seed: `${String(seed)}!`, day });
        expect(JSON.stringify(sampleRecords(namespaceId, { seed, day }))).toBe(first);
      }),
      { numRuns: 5 },
    );
  });

  it("keeps older days when newer ones are added", () => {
    fc.assert(
      fc.property(
        seeds,
        anyDay,
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        (seed, from, length, more) => {
          const to = addDays(from, length);
          const short = sampleWorld(seed, from, to);
          const long = sampleWorld(seed, from, addDays(to, more));
          expect(long.filter(({ day }) => day <= to)).toEqual(short);
        },
      ),
      { numRuns: 15 },
    );
  });

  it("mentions only events of that day and earlier", () => {
    for (const day of daysFrom(utcDay("2026-07-20"), utcDay("2026-07-31"))) {
      for (const { event, age } of activeEvents(DEFAULT_SEED, day, "stock")) {
        expect(addDays(event.day, age)).toBe(day);
        expect(eventsStarting(DEFAULT_SEED, event.day, "stock")).toContainEqual(event);
        expect(age).toBeLessThan(event.days);
      }
    }
  });

  it("differs between seeds", () => {
    const day = utcDay("2026-07-22");
    for (const namespaceId of sampleNamespaceIds) {
      const one = JSON.stringify(sampleRecords(namespaceId, { seed: 1, day }));
      expect(JSON.stringify(sampleRecords(namespaceId, { seed: 2, day }))).not.toBe(one);
    }
  });

  it.each(sampleNamespaceIds)("has one known answer per record of %s, with its day and id", (namespaceId) => {
    const day = utcDay("2026-07-23");
    const { records } = sampleTruth(namespaceId, { seed: DEFAULT_SEED, day });
    const ids = new Set(records.map(({ id }) => id));
    expect(ids.size).toBe(records.length);
    expect(records.length).toBeGreaterThan(30);
    const known = new Set(
      sampleWorld(DEFAULT_SEED, addDays(day, -8), day)
        .filter(({ startsAt }) => Date.parse(startsAt) < startOfDayMs(day) + 86_400_000)
        .map(({ id }) => id),
    );
    for (const { event } of records) if (event !== null) expect(known).toContain(event);
  });
});
