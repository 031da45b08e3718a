/** How a wire field comes about: in words or as a formula, and the function that computes it. */
export interface FieldOrigin {
  readonly formula: string;
  /** `file#function`, below `packages/core/src`. */
  readonly by: string;
}

/** The origins of fields that one function computes. `by`: `file#function`. */
export const origins = (by: string, formulas: Readonly<Record<string, string>>): Record<string, FieldOrigin> =>
  Object.fromEntries(Object.entries(formulas).map(([name, formula]) => [name, { formula, by }]));
