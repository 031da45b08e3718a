/**
 * References computed a second time from the published formulas: slow, and without code of core. Used by the oracles of
 * the namespaces.
 */

/** Linear between neighbours, as engines' `QUANTILE_CONT`. */
export function quantile(values: readonly number[], q: number): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort((a, b) => a - b);
  const at = q * (sorted.length - 1);
  const low = sorted[Math.floor(at)] ?? 0;
  return low + (at - Math.floor(at)) * ((sorted[Math.floor(at) + 1] ?? low) - low);
}

const middle = (values: readonly number[]) => quantile(values, 0.5);

/** The mean of the percentiles 92.5, 93, … 97.5. */
function busiest(values: readonly number[]): number {
  const shares = Array.from({ length: 11 }, (_, step) => 0.925 + 0.005 * step);
  return shares.reduce((sum, share) => sum + quantile(values, share), 0) / shares.length;
}

/**
 * m of each measure from earlier active asset-days: levels of the busiest 5 %, times the factor that makes them reach
 * 50 together, blended with the start values over the first sixty days. A measure unknown on all days keeps its start
 * value.
 */
export function oracleReference<Measure extends string>(
  samples: readonly Readonly<Record<NoInfer<Measure>, number | null>>[],
  historyDays: number,
  weights: Readonly<Record<NoInfer<Measure>, number>>,
  starts: Readonly<Record<Measure, number>>,
): Record<Measure, number> {
  const measures = Object.keys(starts) as Measure[];
  const reference = { ...starts } as Record<Measure, number>;
  if (samples.length === 0) return reference;
  const known = (measure: Measure) => samples.flatMap((sample) => sample[measure] ?? []);
  const levels = Object.fromEntries(
    measures.map((measure) => [
      measure,
      known(measure).length === 0 ? starts[measure] : Math.max(0.1, busiest(known(measure))),
    ]),
  ) as Record<Measure, number>;
  const shares = samples.map((sample) => {
    let points = 0;
    let whole = 0;
    for (const measure of measures) {
      const value = sample[measure];
      if (value === null) continue;
      whole += weights[measure];
      points += (weights[measure] * value) / (value + levels[measure]);
    }
    return points / whole;
  });
  const q = busiest(shares);
  const lambda = Math.min(1, historyDays / 60);
  for (const measure of measures) {
    if (known(measure).length === 0) continue;
    const own = Math.max(0.1, (levels[measure] * q) / (1 - q));
    reference[measure] = starts[measure] ** (1 - lambda) * own ** lambda;
  }
  return reference;
}

/** Market buzz of a day from the levels of the up to 90 days before it, as days since the epoch. */
export function oracleMarketBuzz(
  x: number,
  day: number,
  past: readonly { readonly day: number; readonly x: number }[],
) {
  if (x === 0) return 0;
  const same = past
    .filter((known) => (day - known.day) % 7 === 0)
    .sort((a, b) => b.day - a.day)
    .slice(0, 6)
    .map((known) => known.x);
  if (past.length < 3 || same.length === 0) return 50;
  const weekly = past.flatMap((known) => {
    const before = past.find((other) => other.day === known.day - 7);
    return before === undefined ? [] : [Math.abs(known.x - before.x)];
  });
  const lambda = Math.min(1, weekly.length / 28);
  const spread = Math.max(0.1, (lambda * 1.4826 * middle(weekly)) / Math.SQRT2 + (1 - lambda) * 0.5);
  const z = (x - middle(same)) / (spread * Math.sqrt(1 + Math.PI / (2 * same.length)));
  return 100 / (1 + Math.exp(-0.9 * z));
}
