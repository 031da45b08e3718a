import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Paint, paintFor } from "../../packages/cli/src/output/colour.js";
import { cutToWidth, displayWidth } from "../../packages/cli/src/output/display-width.js";
import { sparkline } from "../../packages/cli/src/output/sparkline.js";
import { type TableColumn, tableLines } from "../../packages/cli/src/output/table.js";
import { valueText } from "../../packages/cli/src/output/value-text.js";
import { fakeEffects } from "./support.js";

const plain: Paint = (_, text) => text;
const column = (title: string, cells: readonly string[], align: "left" | "right" = "left"): TableColumn => ({
  title,
  align,
  shrinksTo: align === "left" ? 10 : null,
  rank: 0,
  cells: cells.map((text) => ({ text, tone: "plain" })),
});

describe("sparkline", () => {
  it("shows the maximum of the row as the highest block and zero as the lowest", () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe("▁▂▃▄▅▆▇█");
    expect(sparkline([0, 50, 100])).toBe("▁▅█");
  });

  it("shows a row of zeros as a flat line", () => expect(sparkline([0, 0, 0])).toBe("▁▁▁"));

  it("has one block per value, and never a lower one for a greater value", () =>
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
        const sorted = [...values].sort((a, b) => a - b);
        const line = sparkline(sorted);
        const levels = Array.from(line);
        expect(levels).toHaveLength(values.length);
        expect(levels.toSorted().join("")).toBe(line);
      }),
    ));
});

describe("values", () => {
  it.each([
    ["buzz_score", 61.2, "61.2"],
    ["buzz_score", 0, "0.0"],
    ["sentiment_score", 0.3, "+0.300"],
    ["sentiment_score", -0.3, "-0.300"],
    ["sentiment_score", null, "–"],
    ["relevance_score", 0.92, "0.920"],
    ["mentions", 1234567, "1,234,567"],
    ["total_liquidity", 1234.5, "1,234.50"],
    ["total_upvotes", -1234, "-1,234"],
    ["is_inherited", true, "yes"],
    ["created_utc", "2026-03-05T08:00:00.000Z", "2026-03-05 08:00Z"],
    ["top_tickers", ["AAPL", "MSFT"], "AAPL, MSFT"],
    ["top_tickers", [], "–"],
    ["title", "red \u001b[31malert\u0007\nnext \u202eline", "red  [31malert next  line"],
  ])("shows %s %j as %j", (name, value, text) => expect(valueText(name, value)).toBe(text));
});

describe("table", () => {
  it("aligns numbers right and text left, whatever the width of its characters", () => {
    const lines = tableLines(
      [column("name", ["a", "日本", "é\u0301"]), column("n", ["1", "10", "100"], "right")],
      80,
      plain,
    );
    expect(lines).toEqual(["name    n", "a       1", "日本   10", "é\u0301     100"]);
  });

  it("is never wider than the terminal, and names the columns it left out", () =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ minLength: 1, maxLength: 20 }), fc.string({ maxLength: 60 }), fc.boolean()), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.integer({ min: 62, max: 120 }),
        (columns, width) => {
          const lines = tableLines(
            columns.map(([title, cell, right]) => column(title, [cell], right ? "right" : "left")),
            width,
            plain,
          );
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    ));

  it("stacks headings, then cuts texts, then leaves out columns", () => {
    const columns = [
      column("ticker", ["AAPL"]),
      column("company name", ["Apple Incorporated"]),
      column("source count", ["3"], "right"),
    ];
    expect(tableLines(columns, 40, plain)).toEqual([
      "ticker  company name        source count",
      "AAPL    Apple Incorporated             3",
    ]);
    expect(tableLines(columns, 36, plain)).toEqual([
      "        company             source",
      "ticker  name                 count",
      "AAPL    Apple Incorporated       3",
    ]);
    expect(tableLines(columns, 30, plain).at(-1)).toBe("AAPL    Apple Incorpo…       3");
    expect(tableLines(columns, 20, plain)).toEqual([
      "        company",
      "ticker  name",
      "AAPL    Apple Incor…",
      "(narrow terminal, l…",
    ]);
  });

  it("cuts without splitting a wide character", () => {
    expect(cutToWidth("日本語", 4)).toBe("日…");
    expect(cutToWidth("abc", 3)).toBe("abc");
    expect(cutToWidth("abcd", 3)).toBe("ab…");
  });
});

describe("colour", () => {
  const painted = (world: Parameters<typeof fakeEffects>[0]) => {
    const { effects } = fakeEffects(world);
    return paintFor(effects.stdout, effects.env)("good", "rising");
  };

  it("is used on a terminal only", () => {
    expect(painted({ terminal: { columns: 80 } })).toBe("\u001b[32mrising\u001b[39m");
    expect(painted({})).toBe("rising");
  });

  it("is not used where NO_COLOR is set or the terminal is dumb", () => {
    expect(painted({ terminal: { columns: 80 }, env: { NO_COLOR: "1" } })).toBe("rising");
    expect(painted({ terminal: { columns: 80 }, env: { TERM: "dumb" } })).toBe("rising");
    expect(painted({ terminal: { columns: 80 }, env: { NO_COLOR: "" } })).not.toBe("rising");
  });

  it("is not switched on by the environment where there is no terminal", () =>
    expect(painted({ env: { FORCE_COLOR: "1" } })).toBe("rising"));
});
