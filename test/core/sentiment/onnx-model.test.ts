import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTextModel } from "../../../packages/core/src/adapters/onnx.js";
import type { TextModel, TextToJudge } from "../../../packages/core/src/sentiment/text-model.js";
import { manifest, modelDirectory } from "./support.js";

let model: TextModel;
beforeAll(async () => {
  model = await openTextModel({ modelDirectory, workers: 2, maxBatch: 8 });
});
afterAll(() => model.close());

const labels = async (text: string, ...targets: string[]) =>
  (await model.judge(targets.map((name) => ({ text, target: { name } })))).map(({ label }) => label);

describe("the shipped model", () => {
  it("has the files, sizes and sha256 that its manifest names, 40 MB at most", async () => {
    let total = 0;
    for (const file of Object.values(manifest.files)) {
      const path = join(modelDirectory, file.path);
      total += (await stat(path)).size;
      expect((await stat(path)).size).toBe(file.bytes);
      expect(
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
      ).toBe(file.sha256);
    }
    expect(total).toBeLessThan(40e6);
    expect(model.engineVersion).toBe("5.5");
  });

  it("judges one headline differently for each company in it", async () => {
    const headline = "Goldman cuts Tesla price target, upgrades Ford";
    expect(await labels(headline, "Tesla", "Ford")).toEqual(["negative", "positive"]);
  });

  it("judges a plain text, and says that no target was asked for", async () => {
    const [up, down] = await model.judge([
      { text: "Profit rises 20% and the company raises its outlook" },
      { text: "Shares plunge after profit warning" },
    ]);
    expect([up?.label, down?.label]).toEqual(["positive", "negative"]);
    expect(up?.targetFound).toBeNull();
  });

  it("says whether the target was in the text", async () => {
    const text = "Apple shares surge to record high";
    const [found, absent] = await model.judge([
      { text, target: { name: "AAPL", aliases: ["Apple"] } },
      { text, target: { name: "Nokia" } },
    ]);
    expect([found?.targetFound, absent?.targetFound]).toEqual([true, false]);
  });

  it("gives each text exactly the same answer alone and in a batch, in the order asked", async () => {
    const texts: TextToJudge[] = Array.from({ length: 50 }, (_, at) => ({
      text: `${at % 2 ? "Nokia shares surge" : "Nokia shares plunge"} in session ${at}${" after a long day of trading".repeat(at % 7)}`,
      ...(at % 3 ? { target: { name: "Nokia" } } : {}),
    }));
    const together = await model.judge(texts);
    for (const [at, text] of texts.entries()) {
      const [alone] = await model.judge([text]);
      expect(alone?.text).toBe(text.text);
      expect(together[at]).toEqual(alone);
    }
  });

  it("answers concurrent calls and an empty one", async () => {
    const [one, none, two] = await Promise.all([
      model.judge([{ text: "Profit rises" }]),
      model.judge([]),
      model.judge([{ text: "Profit falls" }]),
    ]);
    expect([one.length, none.length, two.length]).toEqual([1, 0, 1]);
    expect(one[0]?.score).toBeGreaterThan(two[0]?.score ?? 1);
  });

  it("takes a text of 2,048 characters with the target at its end", async () => {
    const text = `${"The market was quiet. ".repeat(100).slice(0, 2000)} Nokia shares plunge`;
    const [judgement] = await model.judge([{ text, target: { name: "Nokia" } }]);
    expect(judgement).toMatchObject({ targetFound: true, label: "negative" });
  });

  it("rejects with the signal's reason when aborted, before and during the work", async () => {
    const texts = Array.from({ length: 300 }, (_, at) => ({ text: `Profit rises ${at}` }));
    await expect(model.judge(texts, { signal: AbortSignal.abort(new Error("too late")) })).rejects.toThrow("too late");
    const controller = new AbortController();
    const answer = model.judge(texts, { signal: controller.signal });
    controller.abort(new Error("changed my mind"));
    await expect(answer).rejects.toThrow("changed my mind");
  });

  it("refuses an empty text with invalid_text", async () => {
    await expect(model.judge([{ text: "fine" }, { text: "  " }])).rejects.toMatchObject({
      code: "invalid_text",
      details: { index: 1 },
    });
  });
});

describe("openTextModel", () => {
  it("refuses a damaged or missing model file with model_unavailable and a clear message", async () => {
    const folder = await mkdtemp(join(tmpdir(), "model-"));
    try {
      await cp(join(modelDirectory, "manifest.json"), join(folder, "manifest.json"));
      await expect(openTextModel({ modelDirectory: folder })).rejects.toMatchObject({ code: "model_unavailable" });
      await cp(join(modelDirectory, "sentiment-5.5"), join(folder, "sentiment-5.5"), { recursive: true });
      await truncate(join(folder, manifest.files.model.path), 1000);
      await expect(openTextModel({ modelDirectory: folder })).rejects.toThrow(/sha256/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("rejects calls after close", async () => {
    const closing = await openTextModel({ modelDirectory, workers: 1 });
    await closing.close();
    await closing.close();
    await expect(closing.judge([{ text: "x" }])).rejects.toMatchObject({ code: "model_unavailable" });
  });
});
