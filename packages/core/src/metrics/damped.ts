/**
 * `h(x)`: x up to 1, `1 + ln x` beyond. Damps an author's total weight: the first post counts in full, a flood only
 * by its logarithm. Continuous, non-decreasing, and never steeper than x itself.
 *
 * @param x Total weight, from 0.
 */
export function damped(x: number): number {
  return x <= 1 ? x : 1 + Math.log(x);
}

/** How the number of speakers grows with the number of texts: see {@link dampedUnknown}. */
const SPEAKER_EXPONENT = 0.9;

/**
 * Damped total weight of all texts without an author: x up to 1, `x^0.9` beyond. Each counts as a separate speaker,
 * and all together count as many speakers as that many texts usually have. Where authors are known, n texts of an
 * asset-day have n^0.94 (tweets of 2014 and 2015, 3,075 asset-days) to n^0.97 (a forum in 2020) authors; unknown
 * authors count a little less. Continuous, non-decreasing, and never steeper than x.
 *
 * @param x Sum of what each text would count alone, from 0.
 */
export function dampedUnknown(x: number): number {
  return x <= 1 ? x : x ** SPEAKER_EXPONENT;
}
