/**
 * `h(x)`: x up to 1, `1 + ln x` beyond. What an author's total weight counts: the first post in full, a flood only by
 * its logarithm. Continuous, non-decreasing, and never steeper than x itself.
 *
 * @param x Total weight, from 0.
 */
export function damped(x: number): number {
  return x <= 1 ? x : 1 + Math.log(x);
}
