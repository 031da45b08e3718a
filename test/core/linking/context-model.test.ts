import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ContextModel, parseContextModel } from "../../../packages/core/src/linking/context-model.js";
import { createLinker } from "../../../packages/core/src/linking/link.js";
import { builtInAssets, commonWords, imported, linkerOver, shippedContext } from "./support.js";

const rules = createLinker({ assets: builtInAssets, commonWords });
const weighing = linkerOver(builtInAssets);
const keys = (linker: typeof rules, text: string, style: "news" | "informal" = "informal") =>
  linker.link(text, { style }).map(({ key }) => key);

/** A model that is sure of everything, and keeps what it was asked. */
function sureModel(): ContextModel & { readonly asked: [facts: readonly string[], key: string][] } {
  const asked: [facts: readonly string[], key: string][] = [];
  return {
    asked,
    accept: { informal: 0.9 },
    probabilityOf(facts, key) {
      asked.push([facts, key]);
      return 1;
    },
  };
}

describe("the context model of linking", () => {
  it.each([
    ["Clov dropping fast", "CLOV"],
    ["Tlry is drunk lmao", "TLRY"],
  ])("finds companies that the rules leave in doubt: %s", (text, key) => {
    expect(keys(rules, text)).toEqual([]);
    expect(keys(weighing, text)).toEqual([key]);
  });

  it.each(["what is your cost basis here", "gap fill at the open", "he is on the run", "Mmm yes more of that"])(
    "leaves everyday words alone: %s",
    (text) => {
      expect(keys(weighing, text)).toEqual([]);
    },
  );

  it("never takes a link away that the rules give, and adds none in the news", () => {
    const names = builtInAssets.flatMap(({ key, name, aliases }) => [key, key.toLowerCase(), name ?? key, ...aliases]);
    const words = fc.oneof(
      fc.constantFrom(...names.flatMap((name) => [name, name.toLowerCase()])),
      fc.constantFrom(
        ..."the a of is calls puts earnings beat and , . or vs bought sold 420c on up to the moon stock".split(" "),
      ),
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 14 }), (parts) => {
        const text = parts.join(" ");
        expect(keys(weighing, text)).toEqual(expect.arrayContaining(keys(rules, text)));
        expect(keys(weighing, text, "news")).toEqual(keys(rules, text, "news"));
      }),
    );
  });

  it("is not asked about what the rules are sure of, nor about imported assets, nicknames, products and services", () => {
    const context = sureModel();
    const linker = createLinker({
      assets: [...builtInAssets, imported("ZQXJ", "Zqxj Vardel Inc")],
      commonWords,
      context,
    });
    for (const text of ["$NVDA", "zqxj vardel", "ZQXJ", "the mouse ran off", "Reddit is down", "an iPhone"])
      linker.link(text, { style: "informal" });
    expect(context.asked).toEqual([]);
  });

  it("is told nothing of the name itself, so that what holds for one holds for all", () => {
    const context = sureModel();
    const linker = createLinker({ assets: builtInAssets, commonWords, context });
    linker.link("i think snow is fine", { style: "informal" });
    linker.link("i think shop is fine", { style: "informal" });
    const [first, second] = context.asked;
    expect(first?.[1]).toBe("SNOW");
    expect(second?.[1]).toBe("SHOP.TO");
    expect(first?.[0]).toEqual(second?.[0]);
  });

  it("refuses a file of another form", () => {
    for (const [text, issue] of [
      ["{", "It is no JSON."],
      ["{}", expect.stringMatching(/^accept: /)],
      ['{"accept": {"informal": 2}, "bias": 0, "weights": {}}', expect.stringMatching(/^accept\.informal: /)],
      ['{"accept": {"chat": 0.5}, "bias": 0, "weights": {}}', expect.stringMatching(/^accept/)],
    ] as const) {
      expect(() => parseContextModel(text)).toThrow(
        expect.objectContaining({
          code: "invalid_file",
          details: { issues: expect.arrayContaining([issue]) as unknown },
        }),
      );
    }
    expect(
      parseContextModel('{"accept": {}, "bias": 0, "weights": {"x": 1}}').probabilityOf(["x", "x"], "A"),
    ).toBeCloseTo(1 / (1 + Math.exp(-1)));
    expect(shippedContext.accept).toEqual({ informal: 0.9 });
  });
});
