import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { HttpRefusal } from "../../packages/server/src/problems/refusal.js";
import { readParameterText, readQuery, routableAddress } from "../../packages/server/src/request-input.js";

const encoded = (pairs: readonly [string, string][]) => new URLSearchParams(pairs).toString();

describe("reading a query string", () => {
  it("decodes every name and value, repeated ones in order", () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }))), (pairs) => {
        const read = readQuery(encoded(pairs));
        const expected = new Map<string, string[]>();
        for (const [name, value] of pairs) expected.set(name, [...(expected.get(name) ?? []), value]);
        expect(new Map(Object.entries(read).map(([name, value]) => [name, [value].flat()]))).toEqual(expected);
      }),
    ));

  it("either reads any text or refuses it with 422", () =>
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii", maxLength: 200 }), (text) => {
        try {
          expect(Object.getPrototypeOf(readQuery(text))).toBeNull();
        } catch (error) {
          expect(error).toBeInstanceOf(HttpRefusal);
          expect((error as HttpRefusal).problem.status).toBe(422);
        }
      }),
    ));

  it("lets no query parameter take the place of a path parameter", () => {
    expect({ ...readParameterText("ticker=A&ticker=B&limit=3", { ticker: "C" }) }).toEqual({ ticker: "C", limit: "3" });
  });
});

describe("the address that is routed", () => {
  it("is always one that can be decoded, and unchanged when it was one", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("/", "%", "a", "2", "4", "f", "F", "?", "E", "C", "3") }),
        (address) => {
          const path = (text: string) => text.split("?", 1)[0] ?? "";
          const routed = routableAddress(address);
          const decoded = decodeURIComponent(path(routed));
          expect(routed.slice(path(routed).length)).toBe(address.slice(path(address).length));
          expect(routed === address || decoded === path(address)).toBe(true);
        },
      ),
    ));
});
