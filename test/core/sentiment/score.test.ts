import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseModelManifest } from "../../../packages/core/src/sentiment/model-manifest.js";
import { labelOf, verdictOf } from "../../../packages/core/src/sentiment/score.js";

const scale = { temperature: 1.5, thresholds: { neutral: 0.8 }, position: { logOdds: 2 } };
const logit = fc.double({ min: -30, max: 30, noNaN: true });

describe("verdictOf", () => {
  it("keeps probabilities, score and label consistent", () => {
    fc.assert(
      fc.property(fc.tuple(logit, logit, logit), fc.constantFrom(-1, 0, 1), (logits, held) => {
        const { score, label, modelScore, probabilities: p } = verdictOf(logits, scale, held);
        expect(p.negative + p.neutral + p.positive).toBeCloseTo(1, 9);
        expect(Math.abs(score)).toBeLessThanOrEqual(1);
        expect(Number(score.toFixed(3))).toBe(score);
        expect(Math.abs(modelScore - score)).toBeLessThan(0.00051);
        expect(modelScore).toBeCloseTo(p.positive - p.negative, 5);
        expect(label).toBe(labelOf(p, score, scale.thresholds));
        // Score and label never contradict each other.
        if (label !== "neutral") expect(Math.sign(score)).toBe(label === "positive" ? 1 : -1);
      }),
    );
  });

  it("raises the log odds of a told position's direction, and moves nothing else", () => {
    const [plain, up, down] = [0, 1, -1].map(
      (held) => verdictOf([0.4, 0.2, 0.1], scale, held as -1 | 0 | 1).probabilities,
    );
    const odds = (of: typeof plain, label: "negative" | "positive") =>
      Math.log((of?.[label] ?? 0) / (of?.neutral ?? 1));
    expect(odds(up, "positive") - odds(plain, "positive")).toBeCloseTo(2);
    expect(odds(up, "negative")).toBeCloseTo(odds(plain, "negative"));
    expect(odds(down, "negative") - odds(plain, "negative")).toBeCloseTo(2);
    expect(odds(down, "positive")).toBeCloseTo(odds(plain, "positive"));
  });

  it("never gives minus zero", () => {
    expect(Object.is(verdictOf([1.00001, 2, 1], scale, 0).score, -0)).toBe(false);
  });
});

describe("labelOf", () => {
  const label = (negative: number, neutral: number, positive: number) =>
    labelOf({ negative, neutral, positive }, positive - negative, scale.thresholds);

  it("is neutral at or above the threshold, else the likelier direction", () => {
    expect([label(0.1, 0.4, 0.5), label(0.15, 0.34, 0.51), label(0.51, 0.34, 0.15)]).toEqual([
      "neutral",
      "positive",
      "negative",
    ]);
  });

  it("follows the score when neutral is unlikely, and is neutral when the score is 0", () => {
    expect([label(0.46, 0.06, 0.48), label(0.01, 0.96, 0.03), label(0.5, 0, 0.5)]).toEqual([
      "positive",
      "neutral",
      "neutral",
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
