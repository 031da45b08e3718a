import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cryptoSymbol, dollarTicker, newsTicker, NEWS_SUFFIXES } from "../../../packages/core/src/subjects/grammars.js";

const alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".split(/(?:)/);
const word = (min: number, max: number) =>
  fc.array(fc.constantFrom(...alphanumeric), { minLength: min, maxLength: max }).map((letters) => letters.join(""));
const letter = fc.constantFrom("A", "B", "x", "y");

describe("dollarTicker", () => {
  it.each([
    ["aapl", "AAPL"],
    ["$brk.b", "BRK.B"],
    ["BRK-B", "BRK-B"],
    ["000660", "000660"],
    ["$005930", "005930"],
    ["a", "A"],
    ["ABCDEFGHIJ", "ABCDEFGHIJ"],
    ["12345678.A", "12345678.A"],
    ["7203.T", "7203.T"],
  ])("takes %s as %s", (text, key) => expect(dollarTicker.parse(text)).toBe(key));

  it.each([
    "",
    "$",
    "12",
    "12345678901",
    "ABCDEFGHIJK",
    "AZN.LN",
    "BRK.",
    "BRK..B",
    "ABCDEFGHI.A",
    "A B",
    " AAPL",
    "AAPL ",
    "$$A",
    "BRK.1",
    "ÄB",
    "AAPL\n",
    "\u017f",
    "\u212a",
  ])("refuses %j", (text) => expect(dollarTicker.parse(text)).toBeNull());

  it("takes exactly the three forms, in any case, with or without the dollar sign", () => {
    const forms = fc.oneof(
      word(1, 10).filter((text) => /[A-Za-z]/.test(text)),
      fc.tuple(word(1, 8), fc.constantFrom(".", "-"), letter).map((parts) => parts.join("")),
      fc.integer({ min: 100, max: 9_999_999_999 }).map(String),
    );
    fc.assert(
      fc.property(forms, fc.boolean(), (text, dollar) => {
        expect(dollarTicker.parse((dollar ? "$" : "") + text)).toBe(text.toUpperCase());
      }),
    );
  });
});

describe("newsTicker", () => {
  it.each([
    ["aapl", "AAPL"],
    ["azn.l", "AZN.L"],
    ["BRKB", "BRKB"],
    ["7203.T", "7203.T"],
    ["2222.sau", "2222.SAU"],
    ["1", "1"],
    ["A".repeat(32), "A".repeat(32)],
    [`${"A".repeat(30)}.L`, `${"A".repeat(30)}.L`],
  ])("takes %s as %s", (text, key) => expect(newsTicker.parse(text)).toBe(key));

  it.each([
    "",
    "$AAPL",
    "BRK.B",
    "BRK-B",
    "brk.a",
    "A.L.L",
    ".L",
    "AZN.",
    "AZN.XX",
    "A".repeat(33),
    `${"A".repeat(31)}.L`,
    "AZN L",
    "é",
    "AZN.l\n",
  ])("refuses %j", (text) => expect(newsTicker.parse(text)).toBeNull());

  it("takes the 66 listed suffixes and no other", () => {
    expect(NEWS_SUFFIXES.length).toBe(new Set(NEWS_SUFFIXES).size);
    fc.assert(
      fc.property(word(1, 20), word(1, 4), (root, suffix) => {
        const isListed = NEWS_SUFFIXES.includes(suffix.toLowerCase());
        expect(newsTicker.parse(`${root}.${suffix}`)).toBe(isListed ? `${root}.${suffix}`.toUpperCase() : null);
      }),
    );
  });
});

describe("cryptoSymbol", () => {
  it.each([
    ["btc", "BTC"],
    ["$Eth", "ETH"],
    ["1", "1"],
    ["A".repeat(20), "A".repeat(20)],
  ])("takes %s as %s", (text, key) => expect(cryptoSymbol.parse(text)).toBe(key));
  it.each(["", "$", "A".repeat(21), "BTC.X", "BTC-USD", "B TC"])("refuses %j", (text) =>
    expect(cryptoSymbol.parse(text)).toBeNull(),
  );
});

describe.each([dollarTicker, newsTicker, cryptoSymbol])("$name", (grammar) => {
  it("agrees with its own pattern, never throws, and parses its own output unchanged", () => {
    const pattern = new RegExp(grammar.pattern);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary", maxLength: 14 }),
          word(0, 34),
          fc.tuple(word(1, 9), fc.constantFrom(".", "-", "$"), word(0, 3)).map((p) => p.join("")),
        ),
        (text) => {
          const key = grammar.parse(text);
          expect(key !== null).toBe(pattern.test(text));
          if (key !== null) expect(grammar.parse(key)).toBe(key);
        },
      ),
    );
  });
});
