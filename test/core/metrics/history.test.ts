import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { historyPeriod, trendHistory } from "../../../packages/core/src/metrics/history.js";
import { addDays, utcDay } from "../../../packages/core/src/time/utc-day.js";

const to = utcDay("2024-03-02");
const period = (days: number) => ({ from: addDays(to, 1 - days), to, days });

describe("trend history", () => {
  it("is 7 days long for a shorter period, oldest first, missing days 0.0", () => {
    const daily = new Map([
      [utcDay("2024-03-02"), 3.5],
      [utcDay("2024-02-25"), 99],
      [utcDay("2024-02-29"), 2.25],
    ]);
    expect(trendHistory(daily, period(1))).toEqual([99, 0, 0, 0, 2.25, 0, 3.5]);
    expect(historyPeriod(period(1))).toEqual({ from: "2024-02-25", to: "2024-03-02", days: 7 });
  });

  it("gives a day the same value alone and inside any wider window", () => {
    const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 400, maxLength: 400 });
    const days = fc.integer({ min: 1, max: 365 });
    fc.assert(
      fc.property(values, days, days, (buzz, a, b) => {
        const daily = new Map(buzz.map((value, index) => [addDays(to, -index), value]));
        const short = trendHistory(daily, period(Math.min(a, b)));
        const long = trendHistory(daily, period(Math.max(a, b)));
        expect(long).toHaveLength(Math.max(a, b, 7));
        expect(long.slice(-short.length)).toEqual(short);
        expect(long.at(-1)).toBe(buzz[0]);
      }),
      { numRuns: 50, seed: 1 },
    );
  });
});
