import { describe, expect, it } from "vitest";
import { figuresOf, together } from "../../eval/figures.mjs";

const up = { text: "up", label: "positive" } as const;
const down = { text: "down", label: "negative" } as const;
const positive = { label: "positive", score: 0.5 } as const;
const negative = { label: "negative", score: -0.5 } as const;

describe("figures of several ways of answering", () => {
  it("compares int8 with fp32 on the same rows", () => {
    const { int8, fp32 } = figuresOf([up, down], { int8: [positive, positive], fp32: [positive, negative] });
    expect(fp32).toMatchObject({ accuracy: 1, macroF1: 1 });
    expect(int8).toMatchObject({ accuracy: 0.5, sameLabels: 0.5 });
    expect(int8?.macroF1MinusFp32).toBeCloseTo(1 / 3 - 1);
  });

  it("joins several sets row by row, and drops a way of answering that one of them lacks", () => {
    const { rows, answers } = together([
      { rows: [up, down], answers: { int8: [positive, negative], "int8, no target": [negative, negative] } },
      { rows: [down], answers: { int8: [positive] } },
    ]);
    expect(rows).toEqual([up, down, down]);
    expect(answers).toEqual({ int8: [positive, negative, positive] });
    expect(figuresOf(rows, answers)["int8"]).toMatchObject({ rows: 3, accuracy: 2 / 3 });
  });
});
