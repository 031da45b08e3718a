import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minHashModule } from "../../../packages/core/src/metrics/min-hash-module.js";
import { plainSignatureOf, signatureOf } from "../../../packages/core/src/metrics/min-hash.js";

const anyHashes = (most: number) => fc.array(fc.nat({ max: 0xffffffff }), { maxLength: most });

describe("signatures by WebAssembly", () => {
  it("are made on this machine", () => {
    const { WebAssembly: assembly } = globalThis as unknown as {
      readonly WebAssembly: { readonly validate: (bytes: Uint8Array) => boolean };
    };
    expect(assembly.validate(minHashModule)).toBe(true);
  });

  it("equal those of plain JavaScript, whatever was signed before", () => {
    fc.assert(
      fc.property(fc.array(anyHashes(300), { maxLength: 4 }), (sets) => {
        for (const hashes of sets.map((set) => Uint32Array.from(set)))
          expect(signatureOf(hashes)).toEqual(plainSignatureOf(hashes));
      }),
    );
  });

  it("equal them at both ends of the number range, for the empty set and for sets larger than the memory", () => {
    const sets = [[], [0], [0xffffffff], [0, 0x7fffffff, 0x80000000, 0xffffffff]].map((set) => Uint32Array.from(set));
    for (const length of [16_079, 16_080, 16_081, 40_000])
      sets.push(Uint32Array.from({ length }, (_, index) => Math.imul(index, 0x9e3779b1) >>> 0));
    for (const hashes of sets) expect(signatureOf(hashes)).toEqual(plainSignatureOf(hashes));
  });
});
