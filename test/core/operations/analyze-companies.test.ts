import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTextModel } from "../../../packages/core/src/adapters/onnx.js";
import { type Dataset, openDataset } from "../../../packages/core/src/dataset.js";
import { judgeCompanies, MOST_JUDGED_COMPANIES } from "../../../packages/core/src/operations/analyze-companies.js";
import { judgeText } from "../../../packages/core/src/operations/analyze.js";
import { allOperations } from "../../../packages/core/src/operations/index.js";
import { invoke } from "../../../packages/core/src/operations/operation.js";
import { companiesResponseSchema } from "../../../packages/core/src/schema/text.js";
import { AssetDirectory } from "../../../packages/core/src/subjects/directory.js";
import { NewsSourceDirectory } from "../../../packages/core/src/subjects/news-sources.js";
import { utcDay } from "../../../packages/core/src/time/utc-day.js";
import { builtInAssets, linkerOver } from "../linking/support.js";
import { modelDirectory } from "../sentiment/support.js";

let dataset: Dataset;
beforeAll(async () => {
  dataset = openDataset({
    store: { view: () => Promise.reject(new Error("no data")), close: () => Promise.resolve() },
    stocks: new AssetDirectory(builtInAssets),
    tokens: new AssetDirectory([]),
    sources: new NewsSourceDirectory([]),
    textModel: await openTextModel({ modelDirectory, workers: 1 }),
    linker: linkerOver(builtInAssets),
  });
});
afterAll(() => dataset.close());

const ask = (text: string, target?: string) =>
  judgeCompanies({ text, ...(target === undefined ? {} : { target }) }, dataset, {});

const headline = "Tesla plunges on recall while Ford soars on record profit";

describe("a text with two companies", () => {
  it("gives each its own direction, in the order in which the text names them", async () => {
    const { companies } = await ask(headline);
    expect(companies.map(({ ticker, label }) => [ticker, label])).toEqual([
      ["TSLA", "negative"],
      ["F", "positive"],
    ]);
  });

  it("says where each stands in the normalised text", async () => {
    const { text, companies } = await ask(`  ${headline.replaceAll(" ", "\u200b  ")}  `);
    expect(text).toBe(headline);
    const named = companies.map(({ spans }) => spans.map(({ start, end }) => text.slice(start, end)));
    expect(named).toEqual([["Tesla"], ["Ford"]]);
  });

  it.each(["Tesla", "Ford", undefined])("also has the judgement that analyze gives, for %s", async (target) => {
    const { companies, ...whole } = await ask(headline, target);
    expect(companies).toHaveLength(2);
    const alone = await judgeText({ text: headline, ...(target === undefined ? {} : { target }) }, dataset, {});
    expect({ ...whole, probabilities: null, modelScore: null }).toEqual({
      ...alone,
      probabilities: null,
      modelScore: null,
    });
    expect(whole.modelScore).toBeCloseTo(alone.modelScore, 3);
  });
});

describe("any text", () => {
  it("has no companies when it names none", async () => {
    expect((await ask("Shares jump after record profit")).companies).toEqual([]);
  });

  it("with many companies has only the surest ones judged", async () => {
    const names = ["Tesla", "Ford", "Apple", "Microsoft", "Nvidia", "Intel", "Netflix", "Boeing", "Pfizer", "Walmart"];
    const { companies } = await ask(`${names.join(", ")} rise`);
    expect(names.length).toBeGreaterThan(MOST_JUDGED_COMPANIES);
    expect(companies).toHaveLength(MOST_JUDGED_COMPANIES);
  });

  it("gives spans of companies that lie in the text and do not overlap", async () => {
    const word = fc.constantFrom(
      "Tesla",
      "$F",
      "(NASDAQ: AAPL)",
      "Intel's",
      "rises",
      "\u200b",
      "😀",
      "  ",
      "ﬁlings",
      "GM",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 12 }), async (words) => {
        const { text, companies } = await ask(`News: ${words.join(" ")}`);
        const spans = companies.flatMap((company) => company.spans).sort((a, b) => a.start - b.start);
        expect(companies.every((company) => company.spans.length > 0)).toBe(true);
        for (const [index, { start, end }] of spans.entries()) {
          expect(start).toBeGreaterThanOrEqual(spans[index - 1]?.end ?? 0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("the operation", () => {
  const operation = allOperations().find(({ name }) => name === "analyze-companies");
  const today = utcDay("2026-03-12");
  const call = {
    today,
    now: new Date("2026-03-12T12:00:00Z"),
    signal: undefined,
    lookbackDays: null,
    accountType: null,
  };
  const post = (body: unknown, of = dataset) => {
    if (operation === undefined) throw new Error("It is not served.");
    return invoke(operation, { parameters: {}, body }, of, { ...call, earlyStart: "refuse" });
  };

  it("answers in the form of its schema", async () => {
    const answer = companiesResponseSchema.strict().parse(await post({ text: headline, target: "Ford" }));
    expect(answer).toMatchObject({ target: "Ford", target_found: true, sentiment_label: "positive" });
    expect(answer.companies.map(({ ticker, company_name }) => [ticker, company_name !== null])).toEqual([
      ["TSLA", true],
      ["F", true],
    ]);
  });

  it.each([[{}], [{ text: " " }], [{ text: 1 }], [{ text: "x".repeat(2_049) }], [{ text: headline, target: "" }]])(
    "refuses the body %j",
    async (body) => {
      await expect(post(body)).rejects.toMatchObject({ code: "invalid_parameters" });
    },
  );

  it("is not available without a model or a linker", async () => {
    const without = { code: "model_unavailable" };
    await expect(post({ text: headline }, { ...dataset, textModel: null })).rejects.toMatchObject(without);
    await expect(post({ text: headline }, { ...dataset, linker: null })).rejects.toMatchObject(without);
  });
});
