import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtInAssets, builtInTokens, linkerOver } from "./support.js";

const assets = builtInAssets.filter((_, index) => index % 6 === 0);
const linker = linkerOver(assets);
const tokenLinker = linkerOver(builtInTokens);
const tokenNames = builtInTokens.flatMap(({ key, aliases }) => [
  key,
  `$${key}`,
  `${key}USDT`,
  key.toLowerCase(),
  ...aliases,
]);
const names = assets.flatMap((asset) => [
  asset.name ?? "",
  ...asset.aliases,
  asset.key,
  `$${asset.key}`,
  `(NYSE: ${asset.key})`,
]);
const glue = [
  "'s",
  "’s",
  " & ",
  "/",
  "$",
  " @",
  " https://",
  " 420c ",
  "🚀",
  "-",
  ", ",
  " vs. ",
  " (",
  ")",
  "\n",
  " shares ",
  " the ",
  " ",
  ".",
  "“",
  "😀",
  "\ud83d",
  "é",
  "\u0000",
];
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(...names),
        fc.constantFrom(...tokenNames),
        fc.constantFrom(...glue),
        fc.string({ maxLength: 8 }),
      ),
      {
        maxLength: 14,
      },
    )
    .map((parts) => parts.join("")),
);
const anyLinker = fc.constantFrom(linker, tokenLinker);
const anyStyle = fc.constantFrom("news" as const, "informal" as const);

describe("for any text", () => {
  it("never throws, and every span lies inside the text, is not empty and is the evidence's text", () => {
    fc.assert(
      fc.property(anyText, anyStyle, anyLinker, (text, style, either) => {
        for (const { spans, evidence, confidence } of either.link(text, { style })) {
          expect(spans.length).toBeGreaterThan(0);
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThanOrEqual(1);
          let last = 0;
          spans.forEach(({ start, end }, index) => {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(text.length);
            expect(evidence[index]?.text).toBe(text.slice(start, end));
            last = end;
          });
        }
      }),
      { numRuns: 600 },
    );
  });

  it("gives the same answer twice, with one link a key", () => {
    fc.assert(
      fc.property(anyText, anyStyle, anyLinker, (text, style, either) => {
        const links = either.link(text, { style });
        expect(either.link(text, { style })).toEqual(links);
        expect(new Set(links.map((link) => link.key)).size).toBe(links.length);
      }),
      { numRuns: 200 },
    );
  });

  it("does not depend on the order of the assets", () => {
    const reversed = linkerOver([...assets].reverse());
    fc.assert(
      fc.property(anyText, (text) => {
        expect(reversed.link(text)).toEqual(linker.link(text));
      }),
      { numRuns: 300 },
    );
  });
});
