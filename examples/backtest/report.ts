import type { Evaluation, Results } from "./evaluation.js";
import type { Mean } from "./statistics.js";

/** From this t-value on, and for placebos below this share, a result is more than chance would usually give. */
const [LEAST_T, MOST_SHARE] = [2, 0.05];

const number = (value: number | null, digits = 4) => (value === null ? "–" : value.toFixed(digits));
const percent = (value: number | null, digits = 2) => (value === null ? "–" : `${(100 * value).toFixed(digits)} %`);

/** Whether a mean differs from zero, in words: that nothing was found is a result too. */
export function verdict({ t, n }: Mean): string {
  if (t === null) return `no result: ${n} observations are too few, or do not vary`;
  return Math.abs(t) < LEAST_T ? `no evidence (t ${number(t, 2)})` : `t ${number(t, 2)}`;
}

/** The results as text: first what the panel is made of, then each measure as it was known and with hindsight. */
export function report({ panel, known, hindsight }: Results): string {
  const lines = [
    "The panel",
    `  ${panel.rows} rows, of ${panel.spoken} somebody spoke; mean coverage ${number(panel.mean_coverage, 3)}, ${panel.partly_seen_days} days partly seen`,
    `  revised later: ${panel.revised_rows} rows (${percent(panel.revised_share)}) on ${panel.revised_days} days, sentiment by ${number(panel.mean_sentiment_change, 3)} on average`,
  ];
  const sections: readonly (readonly [string, Evaluation])[] = [
    ["As it was known (as_of): what could have been earned", known],
    ["With hindsight: what look-ahead would have pretended", hindsight],
  ];
  for (const [title, of] of sections) {
    lines.push("", title);
    for (const [horizon, mean] of Object.entries(of.rank_correlation))
      lines.push(
        `  rank correlation, ${horizon.padStart(2)} days: ${number(mean.mean)} over ${mean.n} days, ${verdict(mean)}`,
      );
    const { quintiles, turnover, events, placebo } = of;
    lines.push(
      `  fifths, 5 days: ${quintiles.means.map((mean) => percent(mean)).join("  ")}`,
      `  highest less lowest: ${percent(quintiles.spread.mean)}, ${verdict(quintiles.spread)}`,
      `  turnover a day: highest ${percent(turnover.top, 0)}, lowest ${percent(turnover.bottom, 0)}`,
      `  ${events.count} events of buzz z ≥ 3: ${percent(events.after.mean)} in the ten days after, ${verdict(events.after)}`,
      `  placebo: ${percent(placebo.share, 1)} of ${placebo.shuffles} shuffles of the days do as well${(placebo.share ?? 0) > MOST_SHARE ? ": no evidence" : ""}`,
    );
  }
  return lines.join("\n");
}
