import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { passes, readCases, runSuite } from "../../../eval/behaviour.mjs";
import { openTextModel } from "../../../packages/core/src/adapters/onnx.js";
import type { TextModel } from "../../../packages/core/src/sentiment/text-model.js";
import { modelDirectory } from "./support.js";

let model: TextModel;
beforeAll(async () => {
  model = await openTextModel({ modelDirectory, workers: 2 });
});
afterAll(() => model.close());

/** Share of the suite that the shipped model must pass; `npm run eval` prints it by capability. */
const LEAST = 0.82;

describe("the behaviour suite", () => {
  it("has more than 300 cases, each with the fields that its kind needs", () => {
    const cases = readCases();
    expect(cases.length).toBeGreaterThan(300);
    for (const { kind, label, names = [], same = [], more = [], less = [], text } of cases) {
      if (kind === "minimum") expect(label, text).toBeDefined();
      if (kind === "invariance") expect(names.length + same.length, text).toBeGreaterThan(1);
      if (kind === "direction") expect(more.length + less.length, text).toBeGreaterThan(0);
    }
  });

  it("fails a case whose answers change with the name, have the wrong label or move too little", () => {
    const up = { label: "positive", score: 0.5 } as const;
    const flat = { label: "neutral", score: 0.45 } as const;
    const one = { capability: "any", text: "any" };
    expect(passes({ ...one, kind: "minimum", label: "positive" }, [up])).toBe(true);
    expect(passes({ ...one, kind: "minimum", label: "neutral" }, [up])).toBe(false);
    expect(passes({ ...one, kind: "invariance", names: ["A", "B"] }, [up, flat])).toBe(false);
    expect(passes({ ...one, kind: "direction", more: ["better"] }, [flat, up])).toBe(false);
    expect(passes({ ...one, kind: "direction", less: ["worse"] }, [up, { label: "negative", score: -0.5 }])).toBe(true);
  });

  it("is passed by the shipped model as often as its model card says", { timeout: 300_000 }, async () => {
    const { rates } = await runSuite((texts) => model.judge(texts));
    const all = Object.values(rates);
    const passed = all.reduce((sum, one) => sum + one.passed, 0);
    const cases = all.reduce((sum, one) => sum + one.cases, 0);
    expect(passed / cases).toBeGreaterThanOrEqual(LEAST);
    const card = readFileSync(`${modelDirectory}/README.md`, "utf8");
    const [, counted, rate] = /^\| all \| (\d+) \| ([\d.]+) \|/m.exec(card)?.map(Number) ?? [];
    expect(counted).toBe(cases);
    // With a tolerance: processors round products of 8-bit numbers differently.
    expect(Math.abs(passed / cases - (rate ?? 0))).toBeLessThan(0.015);
  });
});
