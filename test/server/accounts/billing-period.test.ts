import { billingPeriodAt } from "@market-sentiment/server";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const day = 86_400_000;
const anyInstant = fc.date({
  min: new Date("1999-12-01T00:00:00.000Z"),
  max: new Date("2105-03-01T00:00:00.000Z"),
  noInvalidDate: true,
});
/** Days that short months do not have, and the last seconds of days, come often. */
const anyAnchor = fc.oneof(
  anyInstant,
  fc
    .record({
      year: fc.integer({ min: 2000, max: 2104 }),
      month: fc.integer({ min: 0, max: 11 }),
      dayOfMonth: fc.integer({ min: 28, max: 31 }),
      ms: fc.constantFrom(0, 1, 43_200_000, day - 1),
    })
    .map(({ year, month, dayOfMonth, ms }) => {
      const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
      return new Date(Date.UTC(year, month, Math.min(dayOfMonth, lastDay)) + ms);
    }),
);
const timeOfDay = (date: Date) => ((date.getTime() % day) + day) % day;
const shown = ({ start, end }: { start: Date; end: Date }) => [start.toISOString(), end.toISOString()];

describe("a month of an account", () => {
  it.each([
    ["2026-01-31T00:00:00.000Z", "2026-02-27T23:59:59.999Z", "2026-01-31T00:00:00.000Z", "2026-02-28T00:00:00.000Z"],
    ["2026-01-31T00:00:00.000Z", "2026-02-28T00:00:00.000Z", "2026-02-28T00:00:00.000Z", "2026-03-31T00:00:00.000Z"],
    ["2026-01-31T00:00:00.000Z", "2026-03-31T00:00:00.000Z", "2026-03-31T00:00:00.000Z", "2026-04-30T00:00:00.000Z"],
    ["2028-01-30T14:15:52.000Z", "2028-02-29T14:15:51.999Z", "2028-01-30T14:15:52.000Z", "2028-02-29T14:15:52.000Z"],
    ["2028-01-30T14:15:52.000Z", "2028-02-29T14:15:52.000Z", "2028-02-29T14:15:52.000Z", "2028-03-30T14:15:52.000Z"],
    ["2024-02-29T12:00:00.000Z", "2025-02-28T12:00:00.000Z", "2025-02-28T12:00:00.000Z", "2025-03-29T12:00:00.000Z"],
    ["2100-01-31T00:00:00.000Z", "2100-02-28T00:00:00.000Z", "2100-02-28T00:00:00.000Z", "2100-03-31T00:00:00.000Z"],
    // A clock that is behind the account's creation.
    ["2026-03-15T10:00:00.000Z", "2026-03-15T09:59:59.999Z", "2026-02-15T10:00:00.000Z", "2026-03-15T10:00:00.000Z"],
  ])("anchored at %s holds %s from %s to %s", (anchor, at, start, end) => {
    expect(shown(billingPeriodAt(new Date(anchor), new Date(at)))).toEqual([start, end]);
  });

  it("contains the given instant, is a calendar month long, and keeps the anchor's day when the month has it", () =>
    fc.assert(
      fc.property(anyAnchor, anyInstant, (anchor, at) => {
        const { start, end } = billingPeriodAt(anchor, at);
        const length = Math.round((end.getTime() - start.getTime()) / day);
        const keepsDay = (edge: Date) => {
          const lastDay = new Date(Date.UTC(edge.getUTCFullYear(), edge.getUTCMonth() + 1, 0)).getUTCDate();
          return edge.getUTCDate() === Math.min(anchor.getUTCDate(), lastDay) && timeOfDay(edge) === timeOfDay(anchor);
        };
        return start <= at && at < end && [28, 29, 30, 31].includes(length) && keepsDay(start) && keepsDay(end);
      }),
      { numRuns: 50_000 },
    ));

  it("meets the months before and after it without gap or overlap, whatever the clock did before", () =>
    fc.assert(
      fc.property(anyAnchor, anyInstant, (anchor, at) => {
        const period = billingPeriodAt(anchor, at);
        const same = (one: Date, other: Date) => one.getTime() === other.getTime();
        const isPeriod = (when: number) => {
          const { start, end } = billingPeriodAt(anchor, new Date(when));
          return same(start, period.start) && same(end, period.end);
        };
        return (
          same(billingPeriodAt(anchor, period.end).start, period.end) &&
          same(billingPeriodAt(anchor, new Date(period.start.getTime() - 1)).end, period.start) &&
          isPeriod(period.start.getTime()) &&
          isPeriod(period.end.getTime() - 1)
        );
      }),
      { numRuns: 50_000 },
    ));
});
