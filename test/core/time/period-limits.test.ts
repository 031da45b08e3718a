import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAvailability, checkLookback, checkRetention } from "../../../packages/core/src/time/period-limits.js";
import { resolvePeriod, type Period } from "../../../packages/core/src/time/period.js";
import type { PeriodParameters } from "../../../packages/core/src/time/period-issue.js";
import { addDays, daysBetween, utcDay } from "../../../packages/core/src/time/utc-day.js";

const today = utcDay("2026-03-02");
const periodOf = (parameters: PeriodParameters, defaultDays = 7): Period => {
  const resolution = resolvePeriod(parameters, { today, defaultDays });
  if (!resolution.ok) throw new Error(resolution.issue.msg);
  return resolution.period;
};
const availability = (parameters: PeriodParameters, since: string | null) =>
  checkAvailability(periodOf(parameters), parameters, since === null ? null : utcDay(since));

describe("available_since", () => {
  it("refuses an explicit from before it, and gives the dates", () => {
    expect(availability({ from: utcDay("2026-02-27") }, "2026-02-28")).toEqual({
      loc: ["query", "from"],
      msg: "The period must not start before 2026-02-28, the first day with data",
      type: "before_available_since",
      input: "2026-02-27",
      ctx: { available_since: "2026-02-28", period_from: "2026-02-27", period_to: "2026-03-02" },
    });
    expect(availability({ from: utcDay("2026-02-28") }, "2026-02-28")).toBeNull();
  });

  it("refuses a start that follows from days or to, and names that parameter", () => {
    expect(availability({ days: 4 }, "2026-02-28")?.loc).toEqual(["query", "days"]);
    expect(availability({ days: 3 }, "2026-02-28")).toBeNull();
    expect(availability({ to: today }, "2026-02-28")?.loc).toEqual(["query", "to"]);
    expect(availability({ to: today, days: 4 }, "2026-02-28")?.loc).toEqual(["query", "days"]);
    expect(availability({ from: utcDay("2026-02-20"), days: 2 }, "2026-02-28")?.loc).toEqual(["query", "from"]);
  });

  it("never refuses the route's default window, nor any window when there is no data", () => {
    expect(availability({}, "2026-03-02")).toBeNull();
    expect(availability({ days: 365 }, null)).toBeNull();
  });
});

describe("lookback", () => {
  it("lets a 30-day account start at today − 29 and not a day earlier", () => {
    const from = (day: string) => periodOf({ from: utcDay(day) });
    expect(checkLookback(from("2026-02-01"), { today, maxDays: 30 })).toBeNull();
    expect(checkLookback(from("2026-01-31"), { today, maxDays: 30 })).toEqual({ requestedDays: 31, maxDays: 30 });
    expect(checkLookback(from("1990-01-01"), { today, maxDays: null })).toBeNull();
  });

  it("counts the days until today, not until the window's end", () => {
    const period = periodOf({ from: utcDay("2026-01-01"), to: utcDay("2026-01-02") });
    expect(checkLookback(period, { today, maxDays: 30 })).toEqual({ requestedDays: 61, maxDays: 30 });
  });

  it("allows a single day exactly when it is within the account's days", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 365 }), (back, maxDays) => {
        const from = addDays(today, -back);
        const refused = checkLookback({ from, to: from, days: 1 }, { today, maxDays });
        expect(refused === null).toBe(back < maxDays);
        if (refused !== null) expect(refused.requestedDays).toBe(daysBetween(from, today) + 1);
      }),
    );
  });
});

describe("retention of raw mentions", () => {
  it("keeps today − 89 of 90 days and refuses the day before", () => {
    const options = { today, retentionDays: 90 };
    expect(checkRetention(periodOf({ days: 90 }), options)).toBeNull();
    expect(checkRetention(periodOf({ days: 91 }), options, { days: 91 })).toEqual({
      loc: ["query", "days"],
      msg: "Raw mentions are kept for 90 days: the period must not start before 2025-12-03",
      type: "outside_retention",
      input: 91,
      ctx: {
        retention_days: 90,
        retained_since: "2025-12-03",
        period_from: "2025-12-02",
        period_to: "2026-03-02",
      },
    });
    expect(checkRetention(periodOf({ days: 91 }), options)?.loc).toEqual(["query", "from"]);
  });
});
