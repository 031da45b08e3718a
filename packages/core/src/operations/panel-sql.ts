import { roundSqlExpression } from "../metrics/rounding.js";

/** Mean direction of the stored row `r`, as it is shown: `polarityScore` and `roundScore` as SQL. */
export const scoreSql = roundSqlExpression(
  "CASE WHEN r.sentiment_weight > 0 THEN GREATEST(-1, LEAST(1, r.sentiment_sum / r.sentiment_weight)) END",
  3,
);

/** Share of the stored row's labels, whole percent, halves up: `percentages` as SQL. */
export function percentageSql(label: "positive" | "negative"): string {
  const total = "(r.positive + r.neutral + r.negative)";
  return `CASE WHEN ${total} = 0 THEN 0 ELSE (200 * r.${label} + ${total}) // (2 * ${total}) END`;
}
