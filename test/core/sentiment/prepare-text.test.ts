import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMentions } from "../../../packages/core/src/sentiment/prepare-text.js";
import { normalisedSpans, normaliseText } from "../../../packages/core/src/sentiment/normalise-text.js";
import { prepareText } from "../../../packages/core/src/sentiment/prepare-text.js";

const surfaces = (text: string, names: readonly string[]) =>
  findMentions(text, names).map(({ start, end }) => text.slice(start, end));

describe("normaliseText", () => {
  it("drops addresses, collapses white space and folds full-width letters", () => {
    expect(normaliseText("  ＴＥＳＬＡ \t up\u200b 3%  https://example.com/x?y=1 \n now ").text).toBe(
      "TESLA up 3% now",
    );
  });

  it("keeps a web address when there is nothing else, and is empty only without printable characters", () => {
    expect(normaliseText(" https://example.com ").text).toBe("https://example.com");
    expect(normaliseText(" \u0000\u200b\t").text).toBe("");
  });

  it("is idempotent apart from addresses that appear only afterwards, and its offsets rise within the raw text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (raw) => {
        const { text, offsets } = normaliseText(raw);
        expect(offsets).toHaveLength(text.length);
        expect(offsets.every((offset, at) => offset >= (offsets[at - 1] ?? 0) && offset < raw.length)).toBe(true);
        if (!/https?:\/\//i.test(text)) expect(normaliseText(text).text).toBe(text);
      }),
    );
  });

  it("maps spans of the raw text, whatever was dropped before them", () => {
    const raw = "https://example.com/long \u{1F680}\u{1F680}  ﬁne: Tesla  falls";
    const normalised = normaliseText(raw);
    const start = raw.indexOf("Tesla");
    const spans = normalisedSpans(normalised, [{ start, end: start + 7 }]);
    expect(spans.map((span) => normalised.text.slice(span.start, span.end))).toEqual(["Tesla"]);
  });

  it("drops empty spans and spans that overlap an earlier one", () => {
    const normalised = normaliseText("Tesla Motors falls");
    expect(
      normalisedSpans(normalised, [
        { start: 5, end: 6 },
        { start: 90, end: 95 },
        { start: 3, end: 1 },
      ]),
    ).toEqual([]);
    expect(
      normalisedSpans(normalised, [
        { start: 0, end: 5 },
        { start: 0, end: 12 },
      ]),
    ).toEqual([{ start: 0, end: 12 }]);
  });
});

describe("findMentions", () => {
  it("finds whole words in any case, with or without $", () => {
    expect(surfaces("tesla, $TSLA and TSLA; Teslas not", ["Tesla", "TSLA"])).toEqual(["tesla", "$TSLA", "TSLA"]);
  });

  it("finds possessives and names with signs", () => {
    expect(surfaces("AT&T's deal with C++ Group (NV)", ["AT&T", "C++ Group (NV)"])).toEqual(["AT&T", "C++ Group (NV)"]);
  });

  it("prefers the longer name", () => {
    expect(surfaces("Ford Motor rises", ["Ford", "Ford Motor"])).toEqual(["Ford Motor"]);
  });

  it("takes short tickers only in capitals or as cashtags", () => {
    expect(surfaces("IT rises, but it is late", ["IT"])).toEqual(["IT"]);
    expect(surfaces("$it and it", ["IT"])).toEqual(["$it"]);
  });

  it("accepts any case when no other spelling occurs", () => {
    expect(surfaces("tsla puts printing", ["TSLA"])).toEqual(["tsla"]);
  });
});

describe("prepareText", () => {
  it("prefers the spans found by linking over a search", () => {
    const text = "Apple falls, apple pie rises";
    const prepared = prepareText({ text, target: { name: "Apple", spans: [{ start: 0, end: 5 }] } }, 0);
    expect(prepared.mentions).toEqual([{ start: 0, end: 5 }]);
  });

  it("finds a target by alias and a cashtag target without its $", () => {
    expect(prepareText({ text: "Apple falls", target: { name: "AAPL", aliases: ["Apple"] } }, 0).mentions).toHaveLength(
      1,
    );
    expect(prepareText({ text: "AAPL falls", target: { name: "$AAPL" } }, 0).mentions).toHaveLength(1);
  });

  it("maps the positions of other companies, except those that overlap the target", () => {
    const text = "ﬁrst Apple, then  Ford Motor";
    const at = (name: string) => ({ start: text.indexOf(name), end: text.indexOf(name) + name.length });
    const others = [at("Ford Motor"), at("Apple"), { start: 2, end: 8 }];
    const prepared = prepareText({ text, target: { name: "Apple", others } }, 0);
    expect(prepared.others.map(({ start, end }) => prepared.text.slice(start, end))).toEqual(["Ford Motor"]);
    const unnamed = prepareText({ text, target: { name: "Nokia", others: [at("Ford Motor")] } }, 0);
    expect(unnamed).toMatchObject({ mentions: [], others: [{ start: 18, end: 28 }] });
  });

  it("refuses an empty text and an empty target with invalid_text and the index", () => {
    expect(() => prepareText({ text: " \u200b" }, 7)).toThrow(
      expect.objectContaining({ code: "invalid_text", details: { index: 7, field: "text" } }),
    );
    expect(() => prepareText({ text: "x", target: { name: " " } }, 3)).toThrow(
      expect.objectContaining({ code: "invalid_text", details: { index: 3, field: "target" } }),
    );
  });
});
