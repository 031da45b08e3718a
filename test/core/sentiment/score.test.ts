import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decisionFor, parseModelManifest } from "../../../packages/core/src/sentiment/model-manifest.js";
import { labelOf, verdictOf } from "../../../packages/core/src/sentiment/score.js";
import { manifest, modelDirectory } from "./support.js";

const scale = { temperature: 1.5, thresholds: { neutral: 0.8, doubt: 0.6 }, position: { logOdds: 2 } };
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
    expect([label(0.34, 0.06, 0.6), label(0.01, 0.96, 0.03), label(0.5, 0, 0.5)]).toEqual([
      "positive",
      "neutral",
      "neutral",
    ]);
  });
});

describe("labelOf in doubt of the sign", () => {
  const label = (negative: number, positive: number, doubt: number) =>
    labelOf({ negative, neutral: 0, positive }, positive - negative, { neutral: 1, doubt });

  it("is neutral where the other direction is nearly as likely, and never where nothing is doubted", () => {
    expect([label(0.45, 0.55, 0.6), label(0.3, 0.7, 0.6), label(0.49, 0.51, 1)]).toEqual([
      "neutral",
      "positive",
      "positive",
    ]);
  });
});

describe("decisionFor", () => {
  it("is that of the kind where the manifest has one, else the general one", () => {
    const post = { temperature: 2, thresholds: { neutral: 1, doubt: 0.5 }, maxWindows: 3 };
    const parsed = { ...manifest, kinds: { post } };
    expect(decisionFor(parsed, "post")).toEqual(post);
    expect(decisionFor(parsed, "message").temperature).toBe(manifest.temperature);
    expect(decisionFor(parsed, undefined).maxWindows).toBe(manifest.maxWindows);
  });
});

describe("parseModelManifest", () => {
  it("takes one without kinds: every text is decided alike", () => {
    const raw = JSON.parse(readFileSync(`${modelDirectory}/manifest.json`, "utf8")) as Record<string, unknown>;
    const { kinds, ...plain } = raw;
    expect(kinds).toBeDefined();
    expect(parseModelManifest(plain).kinds).toEqual({});
  });

  it("names the first wrong field", () => {
    expect(() => parseModelManifest({ engineVersion: "" })).toThrow(
      expect.objectContaining({ code: "model_unavailable", details: { field: "engineVersion" } }),
    );
  });
});
