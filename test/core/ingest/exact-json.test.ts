import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactJson } from "../../../packages/core/src/ingest/exact-json.js";

describe("JSON with long whole numbers", () => {
  it.each([
    ['{"id":1900000000000000001,"n":[1900000000000000002, -9007199254740993]}', "1900000000000000001"],
    ['{"id": 1900000000000000001 }', "1900000000000000001"],
    ['{"id":\n1900000000000000001\n}', "1900000000000000001"],
    ['{"id":9007199254740993}', "9007199254740993"],
    ['{"id":9007199254740991}', 9_007_199_254_740_991],
    ['{"id":1725911162329308}', 1_725_911_162_329_308],
    ['{"id":"1900000000000000001"}', "1900000000000000001"],
    ['{"text":"id: 1900000000000000001, \\"x\\":1900000000000000001,","id":7}', 7],
    ['{"text":"\\\\","id":1900000000000000001}', "1900000000000000001"],
    ['{"text":"\\\\\\"","id":1900000000000000001}', "1900000000000000001"],
  ])("keeps the digits of %s", (text, id) => {
    const value = parseExactJson(text) as { id: unknown; text?: unknown };
    expect(value.id).toBe(id);
    expect(value.text).toBe((JSON.parse(text) as { text?: unknown }).text);
  });

  it.each(["{", '{"id":1900000000000000001', "{1900000000000000001:1}", '{"id":01900000000000000001}'])(
    "refuses what is not JSON: %s",
    (text) => {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
    },
  );

  it("is otherwise parsed as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (json) => {
        const text = `[${json}]`;
        // JavaScript prints all digits of numbers up to 10^21.
        const asText = (value: unknown) =>
          typeof value === "number" && Math.abs(value) > Number.MAX_SAFE_INTEGER && Math.abs(value) < 1e21
            ? String(value)
            : value;
        expect(parseExactJson(text)).toEqual(JSON.parse(text, (_name, value: unknown) => asText(value)));
      }),
    );
  });

  it("keeps every number's digits among texts that look like numbers", () => {
    const number = fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n });
    const text = fc.string({ unit: fc.constantFrom('"', "\\", ",", ":", " ", "[", "]", "1900000000000000001", "{") });
    fc.assert(
      fc.property(fc.array(fc.oneof(number, text)), fc.constantFrom("", " ", "\n"), (items, space) => {
        const json = items.map((item) => (typeof item === "bigint" ? String(item) : JSON.stringify(item)));
        const value = parseExactJson(`{"all":[${json.join(`,${space}`)}]}`) as { all: unknown[] };
        expect(value.all.map(String)).toEqual(items.map(String));
      }),
      { numRuns: 2_000 },
    );
  });
});
