import type { measure } from "./measures.mjs";

type Rows = Parameters<typeof measure>[0];
type Answers = Parameters<typeof measure>[1];
type Figures = ReturnType<typeof measure> & { sameLabels?: number; macroF1MinusFp32?: number };
export function figuresOf(rows: Rows, answers: Readonly<Record<string, Answers>>): Record<string, Figures>;
export function together(
  parts: readonly { readonly rows: Rows; readonly answers: Readonly<Record<string, Answers>> }[],
): {
  rows: Rows;
  answers: Record<string, Answers>;
};
