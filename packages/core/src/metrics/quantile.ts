/**
 * The value below which the share `q` of the numbers lies, interpolated linearly between neighbours (Hyndman and Fan's
 * type 7, the `QUANTILE_CONT` of SQL engines). The order of `values` does not matter; 0 when there are none.
 *
 * @param q From 0 (smallest) to 1 (largest).
 */
export function quantile(values: Iterable<number>, q: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), q);
}

/** The middle value, or the mean of the two middle ones; 0 when there are none. */
export function median(values: Iterable<number>): number {
  return quantile(values, 0.5);
}

/**
 * The mean of several {@link quantile}s of the same numbers; 0 when there are none. Where most numbers are alike and a few
 * are large, a single quantile jumps from one group to the other when one number more arrives; a mean of several moves.
 */
export function meanQuantile(values: Iterable<number>, shares: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return shares.reduce((sum, q) => sum + quantileOfSorted(sorted, q), 0) / shares.length;
}

function quantileOfSorted(sorted: Float64Array, q: number): number {
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}
