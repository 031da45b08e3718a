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
  const quick = roundedAwayFromHalves(magnitude, digits);
  if (quick !== null) return value < 0 && quick !== 0 ? -quick : quick;
  const rounded = shiftDecimal(
    Math.round(shiftDecimal(Number(magnitude.toPrecision(SIGNIFICANT_DIGITS)), digits)),
    -digits,
  );
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Powers of ten that a number holds exactly, for the decimals that are shown. */
const powersOfTen = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];
/** Twelve digits move a value by less than this part of it; the rest is room for one multiplication. */
const movedAtMost = 1e-11;

/**
 * The value rounded without its decimal spelling, which makes several texts; null where it is so near a half that its twelve
 * digits may be on the other side, or too large for exact integers. An integer over an exact power of ten is the number that its
 * decimal spelling names.
 */
function roundedAwayFromHalves(magnitude: number, digits: number): number | null {
  const power = powersOfTen[digits];
  if (power === undefined) return null;
  const shifted = magnitude * power;
  if (shifted >= 1e11) return null;
  const whole = Math.floor(shifted);
  return Math.abs(shifted - whole - 0.5) > shifted * movedAtMost ? Math.round(shifted) / power : null;
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
