import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { parseSourceTime } from "../../../packages/core/src/ingest/source-time.js";

const zones = ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Kiritimati", "Pacific/Marquesas"] as const;
const before = process.env.TZ;

afterEach(() => {
  process.env.TZ = before;
});

/** What a text means on machines of several time zones, each meaning once. */
function readEverywhere(text: unknown): (string | null)[] {
  const meanings = zones.map((zone) => {
    process.env.TZ = zone;
    const time = parseSourceTime(text);
    return time === null ? null : new Date(time).toISOString();
  });
  return [...new Set(meanings)];
}

describe("a source's time", () => {
  it.each([
    ["2026-04-10", "2026-04-10T00:00:00.000Z"],
    ["2026-04-10 22:00", "2026-04-10T22:00:00.000Z"],
    ["2026-04-10T22:00:05.25", "2026-04-10T22:00:05.250Z"],
    ["2026-04-10T22:00:05,123456Z", "2026-04-10T22:00:05.123Z"],
    ["2026-04-10T22:00:00+05:30", "2026-04-10T16:30:00.000Z"],
    ["2026-04-10 22:00:00+00", "2026-04-10T22:00:00.000Z"],
    ["2026-04-10 22:00:00 UTC", "2026-04-10T22:00:00.000Z"],
    ["2026-04-10T22:00:00-0400", "2026-04-11T02:00:00.000Z"],
    ["2026-04-10T24:00:00Z", "2026-04-11T00:00:00.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["Fri, 10 Apr 2026 22:00:00 GMT", "2026-04-10T22:00:00.000Z"],
    ["Fri, 10 Apr 2026 22:00 EST", "2026-04-11T03:00:00.000Z"],
    ["10 Apr 26 22:00:00 PDT", "2026-04-11T05:00:00.000Z"],
    ["Fri, 10 Apr 2026 22:00:00 +0000 (UTC)", "2026-04-10T22:00:00.000Z"],
    ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
    ["Apr 10, 2026 10:00 PM EDT", "2026-04-11T02:00:00.000Z"],
    ["April 10, 2026 at 12:05 am UTC", "2026-04-10T00:05:00.000Z"],
    ["Fri Apr 10 2026 22:00:00 GMT+0200 (Central European Summer Time)", "2026-04-10T20:00:00.000Z"],
    ["Fri Apr 10 22:00:00 +0000 2026", "2026-04-10T22:00:00.000Z"],
    [1_775_858_400, "2026-04-10T22:00:00.000Z"],
    ["1775858400000", "2026-04-10T22:00:00.000Z"],
    [1_775_858_400_000_000n, "2026-04-10T22:00:00.000Z"],
  ])("is one instant on every machine: %s", (text, instant) => {
    expect(readEverywhere(text)).toEqual([instant]);
  });

  it.each([
    "Apr 10, 2026 10:00 PM",
    "10 April 2026 22:00",
    "Fri, 10 Apr 2026 22:00:00",
    "Fri Apr 10 22:00:00 2026",
    "01-12-2026",
    "12 March",
    "March 2026",
    "04/10/2026",
    "04/10/2026 22:00 UTC",
    "4/10/26 10:00 PM",
    "10.04.2026 22:00",
    "2026-04",
    "22:00",
    "yesterday",
    "Fri, 10 Apr 2026 22:00:00 CET",
    "Fri, 10 Apr 2026 22:00:00 XYZ",
  ])("is refused when it means local time or is ambiguous: %s", (text) => {
    expect(readEverywhere(text)).toEqual([null]);
  });

  it.each([
    "2026-02-30",
    "30 Feb 2026 10:00:00 GMT",
    "2025-02-29T10:00:00Z",
    "2026-13-01",
    "2026-04-10T25:00:00Z",
    "2026-04-10T24:01:00Z",
    "2026-04-10T22:60:00Z",
    "2026-04-10T22:00:00+99:00",
    "Apr 10, 2026 13:00 PM EST",
    "0001-01-01T00:00:00Z",
    "0070-05-01T00:00:00Z",
    "1969-12-31T23:59:59Z",
    "+275760-09-13T00:00:00Z",
    "9223372036854775807",
    9_223_372_036_854_775_807n,
    9.223372036854776e18,
    1e300,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    new Date(Number.NaN),
    null,
    undefined,
    "",
    true,
    {},
    `2026-04-10${" ".repeat(1_000_000)}x`,
  ])("is refused when no such instant exists: %s", (text) => {
    expect(readEverywhere(text)).toEqual([null]);
  });

  it("never depends on the machine's zone, whatever the text", () => {
    const word = fc.constantFrom(
      ...[
        "Apr",
        "10",
        "2026",
        "26",
        "10:00",
        "22:00:05",
        "PM",
        "GMT",
        "+0100",
        "Fri,",
        "-",
        "T",
        "Z",
        "12",
        "March",
        "/",
      ],
    );
    const written = fc.array(fc.tuple(word, fc.constantFrom("", " ", ", ")), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(written, (parts) => {
        expect(readEverywhere(parts.map(([text, gap]) => text + gap).join(""))).toHaveLength(1);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is read back exactly from its ISO 8601 and RFC 822 texts", () => {
    const instants = fc.date({ min: new Date(0), max: new Date("9999-12-31T23:59:59.999Z"), noInvalidDate: true });
    fc.assert(
      fc.property(instants, (date) => {
        expect(parseSourceTime(date.toISOString())).toBe(date.getTime());
        expect(parseSourceTime(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });

  it("gives the same result on the fast path as on the general one", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true }),
        fc.boolean(),
        (date, isWhole) => {
          const text = isWhole ? `${date.toISOString().slice(0, 19)}Z` : date.toISOString();
          expect(parseSourceTime(text)).toBe(Date.parse(text));
          // A trailing blank keeps it off the fast path.
          expect(parseSourceTime(`${text} `)).toBe(Date.parse(text));
        },
      ),
      { numRuns: 300, seed: 16 },
    );
    for (const text of ["2026-13-10T22:00:00Z", "2026-04-10T22:60:00Z", "2026-04-31T22:00:00Z", "1969-04-10T22:00:00Z"])
      expect(parseSourceTime(text)).toBeNull();
  });
});
