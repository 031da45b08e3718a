import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roundBuzz, roundDecimal, roundMoney, roundScore } from "../../../packages/core/src/metrics/rounding.js";

describe("rounding", () => {
  it("takes halves away from zero on the decimal spelling", () => {
    expect([0.0005, 0.0015, 1.0005, 0.0004999, -0.0005, -0.0025].map(roundScore)).toEqual([
      ...[0.001, 0.002, 1.001, 0, -0.001, -0.003],
    ]);
    expect([0.05, 49.95, 50.25, 99.94, 99.95, 99.99999999999999].map(roundBuzz)).toEqual([
      0.1, 50, 50.3, 99.9, 100, 100,
    ]);
    expect([1.005, 94750, 0.1 + 0.2].map(roundMoney)).toEqual([1.01, 94750, 0.3]);
  });

  it("rounds a half the same way in any order of addition", () => {
    expect(roundScore(0.06249999999999999)).toBe(roundScore(0.0625));
    expect([0.0625, 0.06249999999999999, 0.06250000000000001, 0.062499].map(roundScore)).toEqual([
      0.063, 0.063, 0.063, 0.062,
    ]);
    const parts = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(parts, (thousandths) => {
        const halves = thousandths.map((n) => n / 2000);
        const forward = halves.reduce((sum, half) => sum + half, 0);
        const backward = halves.reduceRight((sum, half) => sum + half, 0);
        const exact = thousandths.reduce((sum, n) => sum + n, 0);
        expect(roundScore(forward)).toBe(roundScore(backward));
        if (exact !== 0) expect(roundScore(forward)).toBe((Math.sign(exact) * Math.ceil(Math.abs(exact) / 2)) / 1000);
      }),
      { numRuns: 2000, seed: 3 },
    );
  });

  it("never gives −0, and passes tiny and huge values through", () => {
    expect([-0, -0.0001, -1e-9, 1e-300].map(roundScore)).toEqual([0, 0, 0, 0]);
    expect(roundScore(1e300)).toBe(1e300);
    expect(() => roundScore(Number.NaN)).toThrow(RangeError);
    expect(() => roundBuzz(Number.POSITIVE_INFINITY)).toThrow(RangeError);
  });

  it("agrees with integers: n thousandths stay n thousandths, and half a thousandth moves by one", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), (n) => {
        const whole = Math.floor(n / 1000);
        const text = `${whole}.${String(n % 1000).padStart(3, "0")}`;
        expect(roundDecimal(Number(text), 3)).toBe(Number(text));
        expect(roundDecimal(Number(`${text}5`), 3)).toBe((n + 1) / 1000);
        expect(roundDecimal(-Number(`${text}49`), 3)).toBe(n === 0 ? 0 : -n / 1000);
      }),
      { numRuns: 3000, seed: 9 },
    );
  });

  it("gives what twelve digits of the decimal spelling give, however near a half", () => {
    const bySpelling = (value: number, digits: number) => {
      const [mantissa = "", exponent = "0"] = Math.abs(value).toExponential(11).split("e");
      // The twelve digits as one integer, and how many of them are behind the decimal that is kept.
      const behind = 11 - Number(exponent) - digits;
      const all = BigInt(mantissa.replace(".", ""));
      const unit = 10n ** BigInt(Math.max(0, behind));
      const kept = behind <= 0 ? all * 10n ** BigInt(-behind) : (2n * all + unit) / (2n * unit);
      const rounded = Number(`${kept}e-${digits}`);
      return value < 0 && rounded !== 0 ? -rounded : rounded;
    };
    const halves = fc
      .tuple(
        fc.integer({ min: 0, max: 20_000_000 }),
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: 8, max: 16 }),
      )
      .map(([n, off, power]) => (n / 2 + off * 10 ** -power) / 1000);
    const numbers = fc.oneof(
      halves,
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
    );
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 4 }), (value, digits) => {
        expect(roundDecimal(value, digits)).toBe(bySpelling(value, digits));
      }),
      { numRuns: 20_000, seed: 5 },
    );
  });
});
