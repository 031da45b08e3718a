import { type Evidence, namespaces, utcDay } from "@market-sentiment/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { composeExplanation } from "../../../packages/core/src/explain/built-in-writer.js";
import { sentencesIn } from "../../../packages/core/src/explain/support-check.js";
import { readerEvidence, wordsOfEvidence } from "../../../packages/core/src/explain/reader-evidence.js";

const rules = namespaces.flatMap((namespace) =>
  namespace.kind !== "text" || namespace.explain === false ? [] : [namespace.explain],
);
const [newsWords] = rules;
const forumWords = rules.find(({ talk }) => talk === "forum discussion");
if (newsWords === undefined || forumWords === undefined) throw new Error("No namespace is explained.");

const evidence: Evidence = {
  namespaceId: "news-stocks",
  asset: { key: "AAPL", name: "Apple" },
  from: utcDay("2026-03-25"),
  to: utcDay("2026-03-31"),
  attention: {
    items: 1_204,
    voices: 17,
    unnamed: 0,
    places: null,
    usualItems: 500,
    pastDays: 28,
    timesUsual: 2.4,
    buzz: 60,
    usualBuzz: 20,
  },
  direction: { judged: 1_200, positivePct: 22, negativePct: 48 },
  lean: "negative",
  directionBefore: { judged: 300, positivePct: 40, negativePct: 20 },
  leanBefore: "positive",
  topics: [
    { event: "recall", phrase: "a product recall", isEvent: true, borneOutBy: [], share: 0.5, stories: 9, voices: 7 },
    { event: "lawsuit", phrase: "a legal case", isEvent: true, borneOutBy: [], share: 0.2, stories: 3, voices: 2 },
  ],
  cause: "main",
  elsewhere: null,
  mentions: [
    {
      documentId: "1",
      text: "Apple recalls chargers",
      from: "City Post",
      day: utcDay("2026-03-29"),
      label: "negative",
      reactions: 0,
      topic: 0,
    },
    {
      documentId: "2",
      text: "Apple gains friends",
      from: null,
      day: utcDay("2026-03-30"),
      label: "positive",
      reactions: 0,
      topic: null,
    },
  ],
  leftOut: { unverified: 3, promotional: 0, instructions: 0 },
};

describe("the built-in writer", () => {
  it("states volume, cause, direction, further topics, and the opposing view", () => {
    expect(composeExplanation(evidence, newsWords)).toBe(
      "Apple (AAPL) was named in 1,204 articles by 17 sources in the 7 days to 31 March 2026, 2.4 times its usual week, mainly over a product recall: “Apple recalls chargers” (City Post, 29 March). The news coverage leans negative (48% negative, 22% positive), after leaning positive in the weeks before, with a legal case also in it; against that stands “Apple gains friends” (30 March).",
    );
  });

  it("names no cause when the evidence has none", () => {
    const text = composeExplanation({ ...evidence, cause: "none", topics: [] }, newsWords);
    expect(text).toContain("no single event stands out");
    expect(text).not.toMatch(/recall:|mainly/);
  });

  it("says that the authors were not recorded where they were not", () => {
    const of = (voices: number, unnamed: number) =>
      composeExplanation({ ...evidence, attention: { ...evidence.attention, items: 90, voices, unnamed } }, forumWords);
    expect(of(0, 90)).toContain("was named in 90 posts and comments by unrecorded authors in the 7 days");
    expect(of(4, 80)).toContain(
      "was named in 90 posts and comments by 4 authors, and others unrecorded, in the 7 days",
    );
    expect(of(40, 3)).toContain("was named in 90 posts and comments by 40 authors in the 7 days");
  });

  it("names the event of the news where the talk names none", () => {
    const elsewhere = { event: "results_miss", phrase: "weak quarterly results", talk: "news coverage" };
    const text = composeExplanation({ ...evidence, cause: "none", topics: [], elsewhere }, forumWords);
    expect(text).toContain(
      "; no single event stands out, though news coverage of these days tells of weak quarterly results, the most noticed text being “",
    );
  });

  it("writes two sentences whose numbers and quotations all come from the evidence, for any evidence", () => {
    const share = fc.record({ judged: fc.nat(900), positivePct: fc.nat(100), negativePct: fc.nat(100) });
    const lean = fc.constantFrom("positive", "negative", "split", "neutral");
    const mention = fc.record({
      documentId: fc.uuid(),
      text: fc.string({ minLength: 3, maxLength: 240 }).map((text) => `Apple ${text.replaceAll(/[“”\s]+/g, " ")}`),
      from: fc.option(fc.constantFrom("City Post", "harbour")),
      day: fc.constant(utcDay("2026-03-29")),
      label: fc.constantFrom("positive", "negative", "neutral", null),
      reactions: fc.nat(5_000),
      topic: fc.constantFrom(0, 1, null),
    });
    const any = fc.record({
      attention: fc.record({
        items: fc.integer({ min: 3, max: 9_999 }),
        voices: fc.integer({ min: 2, max: 999 }),
        unnamed: fc.nat(9_999),
        places: fc.option(fc.integer({ min: 1, max: 40 })),
        usualItems: fc.option(fc.constantFrom(0, 0.5, 12.3, 400)),
        pastDays: fc.integer({ min: 0, max: 28 }),
        timesUsual: fc.option(fc.constantFrom(0.1, 1, 1.4, 12.6)),
        buzz: fc.nat(99),
        usualBuzz: fc.option(fc.nat(99)),
      }),
      direction: share,
      lean,
      directionBefore: fc.option(share),
      leanBefore: fc.option(lean),
      cause: fc.constantFrom("main", "leading", "background", "none"),
      elsewhere: fc.constantFrom(null, { event: "probe", phrase: "an investigation", talk: "news coverage" }),
      mentions: fc.array(mention, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(any, fc.constantFrom(...rules), (parts, words) => {
        const whole: Evidence = { ...evidence, ...parts };
        const text = composeExplanation(whole, words);
        expect(sentencesIn(text.replaceAll(/“[^”]*”/g, "“quote”"))).toBe(2);
        for (const [, quote = ""] of text.matchAll(/“([^”]*)”/g)) {
          const said = quote.replace(/…$/, "");
          expect(whole.mentions.some((one) => one.text.startsWith(said))).toBe(true);
        }
        const known = `${wordsOfEvidence(readerEvidence(whole, words))} ${parts.attention.pastDays} ${parts.mentions.map(({ reactions }) => reactions).join(" ")}`;
        const numbers = new Set(
          (known.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((number) => Number(number.replaceAll(",", ""))),
        );
        for (const [number] of text.replaceAll(/“[^”]*”/g, "").matchAll(/\d[\d,]*(?:\.\d+)?/g)) {
          const value = Number(number.replaceAll(",", ""));
          expect(numbers.has(value) || value === Math.round(parts.attention.timesUsual ?? -1)).toBe(true);
        }
      }),
    );
  });
});
