import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolvePeriod } from "../../../packages/core/src/time/period.js";
import type { PeriodParameters } from "../../../packages/core/src/time/period-issue.js";
import { addDays, daysBetween, daysFrom, dayOf, utcDay, type UtcDay } from "../../../packages/core/src/time/utc-day.js";
import { calendar, oraclePeriod, type OracleQuery } from "./period-oracle.js";

const today = utcDay("2026-03-02");
const at = (text: string) => utcDay(text);
const resolve = (parameters: PeriodParameters, defaultDays = 7, now: UtcDay = today) =>
  resolvePeriod(parameters, { today: now, defaultDays });
const window = (parameters: PeriodParameters, defaultDays = 7, now: UtcDay = today) => {
  const resolution = resolve(parameters, defaultDays, now);
  return resolution.ok
    ? `${resolution.period.from} ${resolution.period.to} ${resolution.period.days}`
    : `${resolution.issue.loc[1]} ${resolution.issue.type}`;
};

describe("period rules", () => {
  it.each<[string, PeriodParameters, number, string]>([
    ["1 from alone runs through today", { from: at("2026-02-27") }, 7, "2026-02-27 2026-03-02 4"],
    ["1 from today is one day", { from: today }, 7, "2026-03-02 2026-03-02 1"],
    ["2 to alone has the route's length", { to: at("2026-03-01") }, 7, "2026-02-23 2026-03-01 7"],
    ["2 to alone on a list is one day", { to: at("2026-02-10") }, 1, "2026-02-10 2026-02-10 1"],
    ["2 to with days", { to: at("2026-03-01"), days: 2 }, 7, "2026-02-28 2026-03-01 2"],
    ["3 days=1 is today so far", { days: 1 }, 7, "2026-03-02 2026-03-02 1"],
    ["3 days=365", { days: 365 }, 7, "2025-03-03 2026-03-02 365"],
    ["4 nothing on a list", {}, 1, "2026-03-02 2026-03-02 1"],
    ["4 nothing on a detail", {}, 7, "2026-02-24 2026-03-02 7"],
    ["from and to", { from: at("2026-02-28"), to: at("2026-03-01") }, 7, "2026-02-28 2026-03-01 2"],
    ["from with days", { from: at("2026-02-27"), days: 3 }, 7, "2026-02-27 2026-03-01 3"],
    ["from with days up to today", { from: at("2026-02-27"), days: 4 }, 7, "2026-02-27 2026-03-02 4"],
    ["from with days past today", { from: at("2026-02-27"), days: 5 }, 7, "days period_ends_after_today"],
    ["5 all three, though they agree", { from: today, to: today, days: 1 }, 7, "days period_overdetermined"],
    ["7 future from", { from: at("2026-03-03") }, 7, "from date_future"],
    ["7 future to", { to: at("2026-03-03") }, 7, "to date_future"],
    ["7 both future, inverted too", { from: at("2027-01-01"), to: at("2026-12-01") }, 7, "from date_future"],
    ["7 inverted", { from: at("2026-03-02"), to: at("2026-03-01") }, 7, "from period_inverted"],
    ["days 0", { days: 0 }, 7, "days greater_than_equal"],
    ["days 366", { days: 366 }, 7, "days less_than_equal"],
    ["days 1.5", { days: 1.5 }, 7, "days int_parsing"],
    ["before the calendar", { to: at("0001-01-05"), days: 6 }, 7, "days period_before_calendar"],
    ["before the calendar by default", { to: at("0001-01-05") }, 7, "to period_before_calendar"],
    ["the calendar's first days", { to: at("0001-01-05"), days: 5 }, 7, "0001-01-01 0001-01-05 5"],
  ])("%s", (_rule, parameters, defaultDays, expected) => {
    expect(window(parameters, defaultDays)).toBe(expected);
  });

  it("counts leap days and year ends", () => {
    expect(window({ days: 3 }, 7, at("2024-03-01"))).toBe("2024-02-28 2024-03-01 3");
    expect(window({ days: 3 }, 7, at("2025-03-01"))).toBe("2025-02-27 2025-03-01 3");
    expect(window({ days: 365 }, 7, at("2024-12-31"))).toBe("2024-01-02 2024-12-31 365");
    expect(window({ from: at("2024-02-29") }, 7, at("2025-02-28"))).toBe("2024-02-29 2025-02-28 366");
    expect(window({ to: at("2026-01-01"), days: 2 })).toBe("2025-12-31 2026-01-01 2");
    expect(window({ from: at("2000-02-28"), to: at("2000-03-01") })).toBe("2000-02-28 2000-03-01 3");
    expect(window({ from: at("1900-02-28"), to: at("1900-03-01") })).toBe("1900-02-28 1900-03-01 2");
  });

  it("puts the facts in ctx and what was sent in input", () => {
    const resolution = resolve({ from: at("2026-02-27"), days: 9 });
    expect(resolution).toEqual({
      ok: false,
      issue: {
        loc: ["query", "days"],
        msg: "from with days must not end later than today (UTC)",
        type: "period_ends_after_today",
        input: 9,
        ctx: { period_from: "2026-02-27", requested_days: 9, today: "2026-03-02" },
      },
    });
  });
});

describe("against the oracle", () => {
  const days = calendar(1998, 2030).map((text) => utcDay(text));
  const dayAt = (index: number) => days[index] ?? today;
  const numbers = fc
    .record({ today: fc.integer({ min: 1700, max: days.length - 800 }), defaultDays: fc.constantFrom(1, 7, 7, 30) })
    .chain(({ today: now, defaultDays }) => {
      const near = fc.oneof(
        fc.integer({ min: now - 12, max: now + 5 }),
        fc.integer({ min: now - 800, max: now + 400 }),
        fc.constantFrom(now, now - 1, now + 1),
      );
      return fc.record({
        today: fc.constant(now),
        defaultDays: fc.constant(defaultDays),
        from: fc.option(near, { nil: undefined, freq: 2 }),
        to: fc.option(near, { nil: undefined, freq: 2 }),
        days: fc.option(fc.oneof(fc.integer({ min: 1, max: 14 }), fc.integer({ min: -2, max: 370 })), {
          nil: undefined,
          freq: 2,
        }),
      });
    });

  it("resolves 25,000 random queries like an independent calendar", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(numbers, ({ today: now, defaultDays, from, to, days: length }) => {
        const query: OracleQuery = {
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          ...(length === undefined ? {} : { days: length }),
        };
        const parameters: PeriodParameters = {
          ...(from === undefined ? {} : { from: dayAt(from) }),
          ...(to === undefined ? {} : { to: dayAt(to) }),
          ...(length === undefined ? {} : { days: length }),
        };
        const answer = oraclePeriod(query, now, defaultDays);
        const resolution = resolve(parameters, defaultDays, dayAt(now));
        if ("refused" in answer) {
          seen.add(answer.refused);
          expect(resolution.ok ? resolution.period : [resolution.issue.type, resolution.issue.loc]).toEqual([
            answer.refused,
            ["query", answer.at],
          ]);
        } else {
          seen.add("ok");
          expect(resolution).toEqual({
            ok: true,
            period: { from: dayAt(answer.from), to: dayAt(answer.to), days: answer.to - answer.from + 1 },
          });
        }
      }),
      { numRuns: 25_000, seed: 1 },
    );
    expect([...seen].sort()).toEqual([
      "date_future",
      "greater_than_equal",
      "less_than_equal",
      "ok",
      "period_ends_after_today",
      "period_inverted",
      "period_overdetermined",
    ]);
  }, 60_000);

  it("uses the same calendar as the day functions", () => {
    expect(daysFrom(utcDay("1998-01-01"), utcDay("2030-12-31"))).toEqual(days);
    expect(daysBetween(dayAt(0), dayAt(days.length - 1))).toBe(days.length - 1);
  });
});

describe("in a local time zone far from UTC", () => {
  it("still counts UTC days", () => {
    expect(process.env["TZ"]).toBe("Pacific/Marquesas");
    expect(new Date("2026-03-02T01:00:00Z").getDate()).toBe(1);
    expect(dayOf(new Date("2026-03-02T00:00:00.000Z"))).toBe("2026-03-02");
    expect(dayOf(new Date("2026-03-01T23:59:59.999Z"))).toBe("2026-03-01");
    expect(addDays(at("2026-03-01"), 1)).toBe("2026-03-02");
    expect(window({ days: 2 }, 7, dayOf(new Date("2026-03-02T00:00:00.000Z")))).toBe("2026-03-01 2026-03-02 2");
  });
});
