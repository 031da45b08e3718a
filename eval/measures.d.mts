import type { TextJudgement } from "../packages/core/src/sentiment/text-model.js";

type Label = TextJudgement["label"];
export const LABELS: readonly Label[];
export function measure(
  rows: readonly { readonly text: string; readonly label: Label }[],
  answers: readonly { readonly label: Label; readonly score: number; readonly probabilities?: Record<Label, number> }[],
): {
  rows: number;
  accuracy: number;
  macroF1: number;
  f1: Partial<Record<Label, number>>;
  calibrationError: number | null;
  calibrationErrorByChance: number | null;
  polarRows: number;
  direction: number;
  neutralHalfWrong: number;
  oppositesRight: { texts: number; share: number } | null;
};
