import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDay, parseDays } from "../../../packages/core/src/time/period-text.js";

const typeOf = (text: string) => {
  const parsed = parseDays(text);
  return parsed.ok ? parsed.value : parsed.issue.type;
};

describe("days", () => {
  it.each(["", " 1", "1 ", "+1", "-1", "1.0", "1e2", "0x10", "007", "00", "١", "１", "NaN", "1_0", "1\n", "true"])(
    "refuses %j, which is not a plain integer",
    (text) => {
      expect(typeOf(text)).toBe("int_parsing");
    },
  );

  it("bounds the number at 1 and 365 and names the bound", () => {
    expect(typeOf("1")).toBe(1);
    expect(typeOf("365")).toBe(365);
    expect(parseDays("0")).toMatchObject({ issue: { type: "greater_than_equal", ctx: { ge: 1 }, input: "0" } });
    expect(parseDays("366")).toMatchObject({ issue: { type: "less_than_equal", ctx: { le: 365 }, input: "366" } });
    expect(typeOf("9".repeat(400))).toBe("less_than_equal");
  });

  it("never echoes a long text", () => {
    const parsed = parseDays("x".repeat(65));
    expect(parsed.ok ? {} : parsed.issue).not.toHaveProperty("input");
  });

  it("reads back every number of the range and nothing else", () => {
    for (let value = -3; value <= 400; value += 1)
      expect(typeOf(String(value)) === value).toBe(value >= 1 && value <= 365);
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parsed = parseDays(text);
        if (parsed.ok) expect(String(parsed.value)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("from and to", () => {
  it.each([
    "",
    "2026-2-3",
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "0000-01-01",
    "20260203",
    "2026-02-03T00:00:00Z",
    " 2026-02-03",
    "+002026-02-03",
    "２０２６-02-03",
    "today",
  ])("refuses %j", (text) => {
    expect(parseDay(text, "to")).toMatchObject({
      ok: false,
      issue: { loc: ["query", "to"], type: "date_from_datetime_parsing", input: text },
    });
  });

  it("accepts only real days, leap days included", () => {
    expect(parseDay("2024-02-29", "from")).toEqual({ ok: true, value: "2024-02-29" });
    expect(parseDay("9999-12-31", "from")).toEqual({ ok: true, value: "9999-12-31" });
  });
});
