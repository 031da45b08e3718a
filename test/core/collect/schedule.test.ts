import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settledIntervals } from "../../../packages/core/src/collect/coverage.js";
import { firstRhythm, nextPollMs, type Rhythm, rhythmAfter } from "../../../packages/core/src/collect/schedule.js";

const ended = Date.parse("2026-03-02T12:00:00Z");
const every5m = { everyMs: 300_000, cron: null };
const after = (outcomes: readonly ("new" | "unchanged" | "empty" | "error" | "blocked")[]): Rhythm =>
  outcomes.reduce((rhythm: Rhythm, outcome) => rhythmAfter(rhythm, { outcome }, ended), firstRhythm);

describe("the next poll", () => {
  it("is at a whole millisecond, after the last poll, and never before the source allows it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 86_400_000 }),
        fc.array(fc.constantFrom("new", "unchanged", "empty", "error", "blocked"), { maxLength: 30 }),
        fc.option(fc.integer({ min: 0, max: 86_400_000 })),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (everyMs, outcomes, waitMs, random) => {
          const next = nextPollMs({ everyMs, cron: null }, after(outcomes), ended, waitMs, random);
          expect(Number.isInteger(next)).toBe(true);
          expect(next).toBeGreaterThanOrEqual(ended + Math.max(1_000, waitMs ?? 0));
        },
      ),
    );
  });

  it("backs off with each failure in a row, up to an hour, and returns to its interval after a success", () => {
    const pauses = [1, 2, 3, 4, 5, 8, 20].map((count) => {
      const rhythm = after(Array.from({ length: count }, () => "error" as const));
      return (nextPollMs({ everyMs: 60_000, cron: null }, rhythm, ended, null, 0) - ended) / 1_000;
    });
    expect(pauses).toEqual([60, 60, 120, 240, 480, 3_600, 3_600]);
    expect(nextPollMs(every5m, after(["error", "error", "new"]), ended, null, 0) - ended).toBe(300_000);
  });

  it("waits a twelfth of the time since the last new item, at most four intervals, and one interval after something new", () => {
    const quiet = (minutes: number) => rhythmAfter(firstRhythm, { outcome: "unchanged" }, ended - minutes * 60_000);
    const pause = (rhythm: Rhythm) => nextPollMs(every5m, rhythm, ended, null, 0) - ended;
    expect([0, 30, 60, 90, 120, 240, 10_000].map((minutes) => pause(quiet(minutes)) / 60_000)).toEqual([
      5, 5, 5, 7.5, 10, 20, 20,
    ]);
    expect(pause(rhythmAfter(quiet(240), { outcome: "empty" }, ended - 1)) / 60_000).toBe(20);
    expect(pause(rhythmAfter(quiet(240), { outcome: "new" }, ended))).toBe(300_000);
  });

  it("finds a slow source's new item with a delay below a sixth of the time it took to appear", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 600_000 }),
        fc.integer({ min: 24, max: 400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (everyMs, polls, random) => {
          const comesMs = ended + polls * everyMs;
          let rhythm = rhythmAfter(firstRhythm, { outcome: "unchanged" }, ended);
          let at = ended;
          while (at < comesMs) {
            at = nextPollMs({ everyMs, cron: null }, rhythm, at, null, random);
            rhythm = rhythmAfter(rhythm, { outcome: "unchanged" }, at);
          }
          expect(at - comesMs).toBeLessThan((comesMs - ended) / 6);
        },
      ),
    );
  });

  it("follows a cron pattern in UTC, and skips to the next time when the source asks to wait", () => {
    const hourly = { everyMs: null, cron: "30 * * * *" };
    const at = (waitMs: number | null) => new Date(nextPollMs(hourly, firstRhythm, ended, waitMs, 0)).toISOString();
    expect(at(null)).toBe("2026-03-02T12:30:00.000Z");
    expect(at(3_600_000)).toBe("2026-03-02T13:30:00.000Z");
  });
});

it("records coverage in whole milliseconds, never more than was seen", () => {
  const claim = { contiguous: false, fromMs: ended - 10.4, toMs: ended - 0.6 };
  const { intervals } = settledIntervals(claim, { coveredToMs: ended - 1_000, wasDisabled: false }, ended);
  expect(intervals.map(({ fromMs, toMs, state }) => [fromMs - ended, toMs - ended, state])).toEqual([
    [-1_000, -10, "gap"],
    [-10, -1, "observed"],
  ]);
});
