import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOneEdit } from "../../../packages/core/src/subjects/one-edit.js";

const letters = fc.string({ unit: fc.constantFrom("A", "B", "C"), minLength: 2, maxLength: 6 });

/** Every text that is one slip away, made by trying all of them. */
function slipsOf(text: string): Set<string> {
  const places = Array.from({ length: text.length + 1 }, (_, at) => at);
  const all = places.flatMap((at) => {
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const others = ["A", "B", "C"];
    return [
      ...others.map((letter) => before + letter + after),
      before + after.slice(1),
      ...(after === "" ? [] : others.map((letter) => before + letter + after.slice(1))),
      ...(after.length < 2 ? [] : [before + (after[1] ?? "") + (after[0] ?? "") + after.slice(2)]),
    ];
  });
  return new Set(all.filter((made) => made !== text && made.length >= 2));
}

describe("one typing error", () => {
  it("is exactly one added, dropped or changed character or two swapped neighbours", () =>
    fc.assert(
      fc.property(letters, letters, (left, right) => {
        expect(isOneEdit(left, right)).toBe(slipsOf(left).has(right));
      }),
      { numRuns: 2000 },
    ));

  it.each([
    ["APPL", "AAPL", true],
    ["TLSA", "TSLA", true],
    ["AAPL", "AAPL", false],
    ["A", "AA", false],
    ["MSFT", "MSTF", true],
    ["AAPL", "MSFT", false],
  ])("%s and %s: %s", (left, right, is) => expect(isOneEdit(left, right)).toBe(is));
});
