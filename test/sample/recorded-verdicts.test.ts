import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  modelIdentity,
  recordedJudge,
  sampleVerdictsFile,
  verdictsFile,
} from "../../packages/sample/src/recorded-judge.js";
import { decodeVerdicts, encodeVerdicts, questionKey } from "../../packages/sample/src/recorded-verdicts.js";
import type { TextJudge, TextToJudge, TextVerdict } from "../../packages/core/src/sentiment/text-model.js";
import { temporaryDirectory } from "../support/temporary-directory.js";
import { modelDirectory } from "../core/sentiment/support.js";

const byKey = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 40 - 1 }), { maxLength: 50 });
const verdict: fc.Arbitrary<TextVerdict> = fc.record({
  score: fc.integer({ min: -1000, max: 1000 }).map((thousandths) => thousandths / 1000 + 0),
  label: fc.constantFrom("negative", "neutral", "positive"),
});

describe("recorded verdicts", () => {
  it("read back from their bytes unchanged", () =>
    fc.assert(
      fc.property(fc.string(), byKey, fc.infiniteStream(verdict), (model, keys, stream) => {
        const recorded = { model, verdicts: new Map(keys.map((key) => [key, stream.next().value] as const)) };
        expect(decodeVerdicts(encodeVerdicts(recorded))).toEqual(recorded);
      }),
    ));

  it("are refused when the bytes are foreign or incomplete", () => {
    const bytes = encodeVerdicts({ model: "m", verdicts: new Map([[1, { score: 0.5, label: "positive" }]]) });
    for (const part of [bytes.subarray(0, -1), bytes.subarray(1), Buffer.from("{}\n"), Buffer.alloc(0)])
      expect(decodeVerdicts(part)).toBeNull();
  });

  it("share a key exactly when the model's input is the same", () => {
    const text = "Tesla gains as Ford slips";
    const key = (question: TextToJudge) => questionKey(question);
    const about = key({ text, target: { name: "Tesla", others: [{ start: 15, end: 19 }] } });
    expect(
      key({ text: ` ${text} `, target: { name: "TSLA", aliases: ["Tesla"], others: [{ start: 16, end: 20 }] } }),
    ).toBe(about);
    expect(
      new Set([
        about,
        key({ text }),
        key({ text, target: { name: "Ford" } }),
        key({ text, target: { name: "Tesla" } }),
        key({ text, target: { name: "Apple" } }),
        key({ text, target: { name: "Nokia" } }),
      ]).size,
    ).toBe(6);
  });
});

describe("a judge with recorded verdicts", () => {
  const questions = ["one", "two", "three"].map((text) => ({ text }));
  const asked: string[] = [];
  const model: TextJudge = {
    judge: (texts) => {
      asked.push(...texts.map(({ text }) => text));
      return Promise.resolve(texts.map(() => ({ score: -1, label: "negative" as const })));
    },
  };

  /** Assets with the shipped manifest and verdicts of `identity` on "two". */
  async function assetsOf(identity: string | null, bytes?: Uint8Array): Promise<string> {
    const assets = await temporaryDirectory();
    await Promise.all(["models", "sample"].map((name) => mkdir(join(assets, name))));
    await cp(join(modelDirectory, "manifest.json"), join(assets, "models", "manifest.json"));
    const own = identity ?? (await modelIdentity(modelDirectory));
    const verdicts = new Map([[questionKey({ text: "two" }), { score: 0.25, label: "positive" as const }]]);
    await writeFile(join(assets, sampleVerdictsFile), bytes ?? verdictsFile({ model: own, verdicts }));
    return assets;
  }

  it("uses recorded verdicts, and asks the model for the rest, in the order of the questions", async () => {
    asked.length = 0;
    const answers = await recordedJudge(await assetsOf(null), model).judge(questions);
    expect(answers.map(({ score }) => score)).toEqual([-1, 0.25, -1]);
    expect(asked).toEqual(["one", "three"]);
  });

  it.each([
    ["other weights", () => assetsOf("of another model")],
    ["a damaged file", () => assetsOf(null, Buffer.from("not brotli"))],
    ["no file", async () => join(await assetsOf(null), "..", "nowhere")],
  ])("asks the model for everything where there is %s", async (_, assets) => {
    asked.length = 0;
    await recordedJudge(await assets(), model).judge(questions);
    expect(asked).toEqual(["one", "two", "three"]);
  });

  it("passes an empty text to the model", async () => {
    asked.length = 0;
    await recordedJudge(await assetsOf(null), model).judge([{ text: "\u200b" }]);
    expect(asked).toEqual(["\u200b"]);
  });
});
