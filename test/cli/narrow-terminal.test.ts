import { allOperations, type Evidence, utcDay } from "@market-sentiment/core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayWidth } from "../../packages/cli/src/output/display-width.js";
import { evidenceText } from "../../packages/cli/src/output/evidence-text.js";
import { render } from "../../packages/cli/src/output/render.js";
import { fieldOf, itemsOf, objectOf } from "../../packages/core/src/schema/result-shape.js";
import { wrapped } from "../../packages/cli/src/output/wrap.js";
import { fakeEffects } from "./support.js";

type Schema = NonNullable<ReturnType<typeof itemsOf>>;

/** A long value of each kind, so that every column is as wide as it may get. */
function valueOf(name: string, schema: Schema): unknown {
  const object = objectOf(schema);
  if (object !== null) {
    return Object.fromEntries(Object.entries(object.shape).map(([key, field]) => [key, valueOf(key, field)]));
  }
  const items = itemsOf(schema);
  if (name === "trend_history") return [1, 2, 3, 4, 5, 6, 7];
  if (name === "top_tickers" || name === "aliases") return ["GOOGL", "NVDA", "TSLA", "MSFT", "AAPL"];
  if (items !== null) return [valueOf(name, items), valueOf(name, items)];
  if (name === "ticker" || name === "symbol") return "GOOGL";
  if (name === "trend") return "falling";
  if (name === "date") return "2026-03-05";
  return /count|mentions|upvotes|_pct|score|likes|views|trades|price|liquidity|volume|days|rank|usd/.test(name)
    ? 0.123
    : "Alphabet Incorporated Class A says that it expects more of the coming quarters than of all before";
}

const window = { from: utcDay("2026-02-27"), to: utcDay("2026-03-05") };
const period = { window, today: utcDay("2026-03-05"), asOf: null };

const operations = allOperations().filter(({ name }) => name !== "analyze" && !name.startsWith("panel"));
const widths = [40, 46, 52, 60, 72, 80, 100, 132, 200];

const shown = (operation: (typeof operations)[number], columns: number) => {
  const { effects } = fakeEffects({ terminal: { columns }, env: { NO_COLOR: "1" } });
  return render(operation, valueOf("", operation.result), "table", effects, period).split("\n");
};

describe("on a terminal of any width", () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    "no line of %s is wider than the terminal",
    (_, operation) => {
      for (const width of widths) {
        for (const line of shown(operation, width)) expect([width, displayWidth(line) <= width]).toEqual([width, true]);
      }
    },
  );
});

/** Operations whose rows, or those of their main list, have a buzz. */
const ranked = operations.filter(({ result }) => {
  const rows =
    itemsOf(result) ?? ["stocks", "tokens", "drivers"].map((name) => fieldOf(result, name)).find(Boolean) ?? null;
  const items = rows === null ? null : (itemsOf(rows) ?? rows);
  return items !== null && fieldOf(items, "buzz_score") !== null;
});

describe("on a terminal of 40 columns", () => {
  it.each(ranked.map((operation) => [operation.id, operation] as const))(
    "%s keeps its key, buzz, trend and sentiment, and leaves out the rest first",
    (_, operation) => {
      const lines = shown(operation, 40);
      const heading = lines.findLast((line) => /\bbuzz\b/.test(line)) ?? "";
      const kept = operation.name === "market-sentiment" ? ["buzz", "sentiment"] : ["buzz", "trend", "sentiment"];
      for (const word of kept) expect(heading).toContain(word);
      expect(heading).toMatch(/^(ticker|symbol|sector|country) /);
    },
  );

  it("a list of mentions keeps what was said", () => {
    for (const operation of operations.filter(({ name }) => name === "raw-mentions")) {
      const heading = shown(operation, 40).findLast((line) => /text|title|question/.test(line)) ?? "";
      expect([operation.id, heading]).toEqual([operation.id, expect.stringMatching(/\b(text|title|question)\b/)]);
    }
  });
});

describe("the evidence of an explanation", () => {
  const text = "Tesla flags a tariff hit of 5.1 billion dollars in the coming quarter, and Ford follows";
  const evidence = {
    from: window.from,
    to: window.to,
    attention: { items: 17, voices: 12, usualItems: 14.5, buzz: 21.7, usualBuzz: 21.3 },
    direction: { judged: 17, positivePct: 35, negativePct: 41 },
    directionBefore: null,
    leftOut: { unverified: 0, promotional: 0, instructions: 0 },
    topics: [{ phrase: "tariffs" }],
    mentions: [{ day: window.from, from: "The Wall Street Journal", label: "negative", topic: 0, text }],
  } as unknown as Evidence;

  it.each(widths)("shows every text in full at %i columns", (columns) => {
    const { effects } = fakeEffects({ terminal: { columns }, env: { NO_COLOR: "1" } });
    const lines = evidenceText(evidence, effects).split("\n");
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    const heading = lines.find((line) => line.startsWith("date")) ?? "";
    const at = heading.indexOf("text");
    const told = lines.slice(lines.indexOf(heading) + 1).filter((line) => !line.startsWith("("));
    expect(
      told
        .map((line) => line.slice(at).trim())
        .join(" ")
        .trim(),
    ).toBe(text);
  });
});

describe("wrapped text", () => {
  it("fits the width, loses only blanks, and breaks a word only when it is too long for a line", () =>
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), fc.integer({ min: 16, max: 60 }), (text, width) => {
        const lines = wrapped(text, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
        const words = text.split(" ").filter((word) => displayWidth(word) <= width);
        if (words.length === text.split(" ").length && !text.includes("  ")) {
          expect(lines.flatMap((line) => line.split(" ")).filter((word) => word !== "")).toEqual(
            words.filter((word) => word !== ""),
          );
        }
      }),
    ));
});
