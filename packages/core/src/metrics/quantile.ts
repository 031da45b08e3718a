/**
 * The value below which the share `q` of the numbers lies, interpolated linearly between neighbours (Hyndman and Fan's
 * type 7, the `QUANTILE_CONT` of SQL engines). The order of `values` does not matter; 0 when there are none.
 *
 * @param q From 0 (smallest) to 1 (largest).
 */
export function quantile(values: Iterable<number>, q: number): number {
  const sorted = Float64Array.from(values).sort();
  const position = (sorted.length - 1) * q;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value, or the mean of the two middle ones; 0 when there are none. */
export function median(values: Iterable<number>): number {
  return quantile(values, 0.5);
}
