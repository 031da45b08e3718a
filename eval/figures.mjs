// Figures of several ways of answering the same rows.
import { measure } from "./measures.mjs";

/**
 * `{way: measures}` of `{way: answers}`, each in the order of the rows. Where int8 and fp32 both answer, int8 has also the share of
 * `sameLabels` and `macroF1MinusFp32`.
 */
export function figuresOf(rows, answers) {
  const figures = Object.fromEntries(Object.entries(answers).map(([way, own]) => [way, measure(rows, own)]));
  if (answers.fp32 !== undefined) {
    const same = answers.int8.filter(({ label }, at) => label === answers.fp32[at].label).length;
    figures.int8.sameLabels = same / rows.length;
    figures.int8.macroF1MinusFp32 = figures.int8.macroF1 - figures.fp32.macroF1;
  }
  return figures;
}

/** Several parts as one: the rows of all, and what each way that answers in all of them says. A part is `{rows, answers}`. */
export function together(parts) {
  const ways = Object.keys(parts[0].answers).filter((way) => parts.every(({ answers }) => way in answers));
  return {
    rows: parts.flatMap(({ rows }) => rows),
    answers: Object.fromEntries(ways.map((way) => [way, parts.flatMap(({ answers }) => answers[way])])),
  };
}
