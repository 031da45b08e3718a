/** Digits that count when a value is rounded: a sum that is taken in another order may differ in the sixteenth. */
const SIGNIFICANT_DIGITS = 12;

/**
 * Rounds to `digits` decimals: first to twelve significant digits, then half away from zero on that decimal. 1.005 gives
 * 1.01, although the stored binary value lies just below the half, and so does 1.00499999999999989: whoever recomputes a
 * value in another engine, or adds in another order, rounds it alike. Never −0.
 *
 * @throws RangeError when the value is not finite: a missing value is null and is not rounded.
 */
export function roundDecimal(value: number, digits: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`Cannot round ${value}.`);
  const magnitude = Math.abs(value);
  if (magnitude >= 1e15) return value;
  const rounded = shiftDecimal(
    Math.round(shiftDecimal(Number(magnitude.toPrecision(SIGNIFICANT_DIGITS)), digits)),
    -digits,
  );
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** A sentiment score as it is shown: 3 decimals. */
export function roundScore(score: number): number {
  return roundDecimal(score, 3);
}

/** A buzz score as it is shown: 1 decimal. Buzz from 99.95 on shows as 100. */
export function roundBuzz(score: number): number {
  return roundDecimal(score, 1);
}

/** An amount of money as it is shown: at most 2 decimals. */
export function roundMoney(amount: number): number {
  return roundDecimal(amount, 2);
}

/** Multiplies by a power of ten in the decimal spelling, where that is exact. */
function shiftDecimal(magnitude: number, places: number): number {
  const [digits = "0", exponent = "0"] = String(magnitude).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

/**
 * {@link roundDecimal} as SQL, for expressions below 10^22 in magnitude; null stays null. The twelve digits are those of the
 * value's decimal spelling there too.
 */
export function roundSqlExpression(expression: string, digits: number): string {
  const spelt = `format('{:.${SIGNIFICANT_DIGITS - 1}e}', CAST(${expression} AS DOUBLE))`;
  // The sign of a rounded zero goes, as there.
  return `(CAST(round(CAST(${spelt} AS DECIMAL(38, 15)), ${digits}) AS DOUBLE) + 0.0)`;
}
