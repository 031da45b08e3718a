import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openTextModel } from "../../packages/core/src/adapters/onnx.js";
import { loadSample } from "../../packages/sample/src/load-sample.js";
import {
  modelIdentity,
  readVerdicts,
  sampleVerdictsFile,
  verdictsFile,
} from "../../packages/sample/src/recorded-judge.js";
import { Rng } from "../../packages/sample/src/generator/rng.js";
import { questionKey } from "../../packages/sample/src/recorded-verdicts.js";
import type { TextJudge, TextToJudge } from "../../packages/core/src/sentiment/text-model.js";
import { addDays, daysBetween, startOfDayMs, utcDay } from "../../packages/core/src/time/utc-day.js";
import { chanceModel } from "../support/sample-data.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { modelDirectory } from "../core/sentiment/support.js";

const shippedFile = join(fileURLToPath(new URL("../../data", import.meta.url)), sampleVerdictsFile);
const remedy = "run: npm run sample:judgements";

/** Days whose texts are recorded, as in scripts/sample-judgements.mjs. */
const [firstDay, lastDay] = [utcDay("2026-07-01"), utcDay("2027-12-31")];

describe("the shipped judgements of the sample", () => {
  it("belong to the shipped weights, and are small", async () => {
    const recorded = await readVerdicts(shippedFile);
    expect(recorded?.model, remedy).toBe(await modelIdentity(modelDirectory));
    expect((await stat(shippedFile)).size).toBeLessThan(500_000);
    expect((await readFile(shippedFile)).equals(verdictsFile(recorded ?? expect.fail(remedy)))).toBe(true);
  });

  it("answer everything that a load asks, on the first and last day and on some between", async () => {
    const { verdicts } = (await readVerdicts(shippedFile)) ?? expect.fail(remedy);
    const rng = new Rng("windows of judged days");
    const between = Array.from({ length: 3 }, () => rng.int(1, daysBetween(firstDay, lastDay) - 1));
    const missing: string[] = [];
    const drawn: TextToJudge[] = [];
    const recorder: TextJudge = {
      judge: (texts, options) => {
        missing.push(...texts.filter((text) => !verdicts.has(questionKey(text))).map(({ text }) => text));
        drawn.push(...texts.filter(() => rng.chance(0.1)));
        return chanceModel().judge(texts, options);
      },
    };
    for (const day of [firstDay, ...between.map((count) => addDays(firstDay, count)), lastDay]) {
      const now = () => new Date(startOfDayMs(day) + 86_400_000 - 1);
      await loadSample({
        dataDirectory: await temporaryDirectory(),
        now,
        days: 1,
        textModel: recorder,
        namespaceIds: ["news-stocks", "forum-stocks", "forum-crypto", "microblog-stocks"],
      });
    }
    expect(missing, remedy).toEqual([]);
    expect(drawn.length).toBeGreaterThan(50);

    const model = await openTextModel({ modelDirectory });
    const judged = await model.judge(drawn);
    await model.close();
    const recorded = drawn.map((question) => verdicts.get(questionKey(question)));
    const differences = judged.map(({ score }, at) => Math.abs(score - (recorded[at]?.score ?? Infinity)));
    const otherLabels = judged.filter(({ label }, at) => label !== recorded[at]?.label).length;
    // With a tolerance: processors round products of 8-bit numbers differently.
    expect(differences.reduce((sum, difference) => sum + difference, 0) / drawn.length, remedy).toBeLessThan(0.01);
    expect(otherLabels / drawn.length, remedy).toBeLessThan(0.03);
  });
});
