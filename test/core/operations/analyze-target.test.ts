import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTextModel } from "../../../packages/core/src/adapters/onnx.js";
import { type Dataset, openDataset } from "../../../packages/core/src/dataset.js";
import { allOperations } from "../../../packages/core/src/operations/index.js";
import { analyzeText } from "../../../packages/core/src/operations/analyze.js";
import { invoke } from "../../../packages/core/src/operations/operation.js";
import { textResponseSchema } from "../../../packages/core/src/schema/text.js";
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
  analyzeText({ text, ...(target === undefined ? {} : { target }) }, dataset, {});

describe("a target that is not in the text", () => {
  it.each([
    ["Apple rises", "Tesla"],
    ["Apple shares plunge after profit warning", "$TSLA"],
    ["Goldman cuts Ford price target", "Tesla"],
    ["Intel slides as Nvidia soars to record", "Quiet Harbour Holdings"],
  ])("gets a neutral answer where the text names other companies: %s, for %s", async (text, target) => {
    expect(await ask(text, target)).toMatchObject({
      target_found: false,
      sentiment_score: 0,
      sentiment_label: "neutral",
      components: { model_score: 0 },
    });
  });

  it.each([
    ["Shares jump 10 % after results", "positive"],
    ["Profit falls and the outlook is cut", "negative"],
  ])("is taken as the subject when the text names no company: %s is %s", async (text, label) => {
    expect(await ask(text, "Tesla")).toMatchObject({ target_found: false, sentiment_label: label });
  });
});

describe("a target that is in the text", () => {
  it.each([
    ["Tesla rises", "Tesla"],
    ["$TSLA rips higher", "Tesla"],
    ["Alphabet shares surge to record high", "GOOG"],
    ["Google shares surge to record high", "GOOGL"],
    ["Berkshire Hathaway shares surge to record high", "BRK-A"],
  ])("is found under another of its company's names: %s, for %s", async (text, target) => {
    expect(await ask(text, target)).toMatchObject({ target_found: true, sentiment_label: "positive" });
  });

  it("is not looked for when none is given", async () => {
    expect(await ask("Apple rises")).toMatchObject({ target_found: null });
  });
});

it("the operation gives the same answer with the wire's fields alone", async () => {
  const operation = allOperations().find(({ name }) => name === "analyze") ?? expect.fail("no analyze");
  const today = utcDay("2026-03-05");
  const call = { now: new Date("2026-03-05T12:00:00Z"), today, lookbackDays: null, accountType: null };
  for (const text of ["Apple rises", "Shares jump 10 % after results", "Tesla rises"]) {
    const { target_found, ...wire } = await ask(text, "Tesla");
    const answer = await invoke(operation, { parameters: {}, body: { text, target: "Tesla" } }, dataset, call);
    expect(answer).toEqual(wire);
    expect(textResponseSchema.strict().parse(answer)).toEqual(answer);
    expect(typeof target_found).toBe("boolean");
  }
});
