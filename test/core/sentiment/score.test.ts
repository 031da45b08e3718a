import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseModelManifest } from "../../../packages/core/src/sentiment/model-manifest.js";
import { labelOf, verdictOf } from "../../../packages/core/src/sentiment/score.js";

const scale = { temperature: 1.5, thresholds: { positive: 0.3, negative: -0.25 } };
const logit = fc.double({ min: -30, max: 30, noNaN: true });

describe("verdictOf", () => {
  it("keeps probabilities, score and label consistent", () => {
    fc.assert(
      fc.property(fc.tuple(logit, logit, logit), (logits) => {
        const { score, label, modelScore, probabilities: p } = verdictOf(logits, scale);
        expect(p.negative + p.neutral + p.positive).toBeCloseTo(1, 9);
        expect(Math.abs(score)).toBeLessThanOrEqual(1);
        expect(Number(score.toFixed(3))).toBe(score);
        expect(Math.abs(modelScore - score)).toBeLessThan(0.00051);
        expect(modelScore).toBeCloseTo(p.positive - p.negative, 5);
        expect(label).toBe(labelOf(score, scale.thresholds));
      }),
    );
  });

  it("never gives minus zero", () => {
    expect(Object.is(verdictOf([1.00001, 2, 1], scale).score, -0)).toBe(false);
  });
});

describe("labelOf", () => {
  it("includes the thresholds themselves", () => {
    expect([0.3, 0.299, 0, -0.249, -0.25].map((score) => labelOf(score, scale.thresholds))).toEqual([
      "positive",
      "neutral",
      "neutral",
      "neutral",
      "negative",
    ]);
  });
});

describe("parseModelManifest", () => {
  it("names the first wrong field", () => {
    expect(() => parseModelManifest({ engineVersion: "" })).toThrow(
      expect.objectContaining({ code: "model_unavailable", details: { field: "engineVersion" } }),
    );
  });
});
