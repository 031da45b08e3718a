import { describe, expect, it } from "vitest";
import { measure } from "../../eval/measures.mjs";

const certain = { negative: 0, neutral: 0, positive: 1 };
const unsure = { negative: 0.25, neutral: 0.15, positive: 0.6 };
const rows = [
  { text: "one up, one down", label: "positive" },
  { text: "one up, one down", label: "negative" },
  { text: "nothing", label: "neutral" },
  { text: "up", label: "positive" },
] as const;

describe("measures of answers against labels", () => {
  const answers = [
    { label: "positive", score: 1, probabilities: certain },
    { label: "neutral", score: 0.35, probabilities: unsure },
    { label: "neutral", score: 0.35, probabilities: unsure },
    { label: "positive", score: 1, probabilities: certain },
  ] as const;

  it("gives accuracy, and macro F1 over the labels that occur", () => {
    const { accuracy, f1, macroF1 } = measure(rows, answers);
    expect(accuracy).toBe(0.75);
    expect(f1).toEqual({ negative: 0, neutral: 2 / 3, positive: 1 });
    expect(macroF1).toBeCloseTo(5 / 9);
  });

  it("gives the calibration error of the highest class probability, and none without probabilities", () => {
    // Two certain answers are right; of two at 0.6 for positive, none is.
    expect(measure(rows, answers).calibrationError).toBeCloseTo((2 * 0 + 2 * 0.6) / 4);
    expect(measure(rows, [...answers.slice(0, 3), { label: "positive", score: 1 }]).calibrationError).toBeNull();
  });

  it("gives the calibration error that a perfectly calibrated model would show by chance", () => {
    // Certain answers have no random error; two throws at 0.6 have variance 2 x 0.24.
    expect(measure(rows, answers).calibrationErrorByChance).toBeCloseTo(Math.sqrt((2 * 0.48) / Math.PI) / 4);
    expect(measure(rows.slice(3), answers.slice(3)).calibrationErrorByChance).toBe(0);
    expect(measure(rows, [...answers.slice(0, 3), { label: "positive", score: 1 }])).toMatchObject({
      calibrationErrorByChance: null,
    });
  });

  it("gives the accuracy of the scores' sign over rows with a direction, counting a neutral answer as half wrong", () => {
    expect(measure(rows, answers)).toMatchObject({ polarRows: 3, direction: 2 / 3, neutralHalfWrong: 2.5 / 3 });
  });

  it("counts a text with opposite labels as right only when every target is", () => {
    expect(measure(rows, answers).oppositesRight).toEqual({ texts: 1, share: 0 });
    const right = [answers[0], { label: "negative", score: -1 } as const, answers[2], answers[3]];
    expect(measure(rows, right).oppositesRight).toEqual({ texts: 1, share: 1 });
    expect(measure(rows.slice(2), answers.slice(2)).oppositesRight).toBeNull();
  });
});
