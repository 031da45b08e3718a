/** A mean over days, and how far it is from zero in standard errors; null where there are too few days, or no spread. */
export interface Mean {
  readonly mean: number | null;
  readonly t: number | null;
  readonly n: number;
}

/** Mean of some values. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Mean of a daily series with the t-value of Newey and West (1987): returns over `horizon` days overlap, so neighbouring days are not
 * independent, and `horizon - 1` lags count with falling weight.
 */
export function meanOverDays(values: readonly number[], horizon = 1): Mean {
  const mean = meanOf(values);
  const n = values.length;
  if (mean === null || n < 2) return { mean, t: null, n };
  const errors = values.map((value) => value - mean);
  const covariance = (lag: number) =>
    errors.slice(lag).reduce((sum, error, at) => sum + error * (errors[at] ?? 0), 0) / n;
  let variance = covariance(0);
  for (let lag = 1; lag < Math.min(horizon, n); lag += 1) variance += 2 * (1 - lag / horizon) * covariance(lag);
  return { mean, t: variance > 1e-18 ? mean / Math.sqrt(variance / n) : null, n };
}

/** Ranks from 1 on; equal values share the mean of their ranks. */
export function ranks(values: readonly number[]): number[] {
  const order = values.map((value, at) => ({ value, at })).sort((a, b) => a.value - b.value);
  const ranked = new Array<number>(values.length);
  for (let first = 0; first < order.length;) {
    let last = first;
    while (order[last + 1]?.value === order[first]?.value) last += 1;
    for (const { at } of order.slice(first, last + 1)) ranked[at] = (first + last) / 2 + 1;
    first = last + 1;
  }
  return ranked;
}

/** Spearman's rank correlation; null where either side does not vary. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number | null {
  const [a, b] = [ranks(pairs.map(([left]) => left)), ranks(pairs.map(([, right]) => right))];
  const middle = (pairs.length + 1) / 2;
  let [ab, aa, bb] = [0, 0, 0];
  for (const [at, left] of a.entries()) {
    const [x, y] = [left - middle, (b[at] ?? middle) - middle];
    ab += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : null;
}

/** Numbers from 0 up to 1, the same for the same seed in every language (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The numbers below `count` in a random order (Fisher and Yates). */
export function shuffled(count: number, random: () => number): number[] {
  const order = Array.from({ length: count }, (_, at) => at);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}
