import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { builtInAssets, builtInTokens, linkerOver } from "./support.js";

/**
 * `half` says how a sentence was used: `tuned` while the rules were written, `untouched` read only after that, `fresh`
 * written after that. Since then, all of them guard against regressions.
 */
interface Sentence {
  readonly style: "news" | "informal";
  readonly kind: "stocks" | "tokens";
  readonly half: "tuned" | "untouched" | "fresh";
  readonly text: string;
  readonly keys: readonly string[];
}

const sentences = readFileSync(new URL("./labelled.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Sentence);

describe("the linker over labelled news, posts and talk about tokens", () => {
  it("uses known assets only, and includes enough sentences that name none", () => {
    const keys = {
      stocks: new Set(builtInAssets.map((asset) => asset.key)),
      tokens: new Set(builtInTokens.map((asset) => asset.key)),
    };
    expect(sentences.flatMap(({ kind, keys: own }) => own.filter((key) => !keys[kind].has(key)))).toEqual([]);
    expect(sentences.length).toBeGreaterThanOrEqual(520);
    expect(sentences.filter((sentence) => sentence.keys.length === 0).length).toBeGreaterThanOrEqual(
      0.4 * sentences.length,
    );
    expect(new Set(sentences.map(({ kind, text }) => `${kind} ${text}`)).size).toBe(sentences.length);
  });

  it.each([
    ["news", "stocks"],
    ["informal", "stocks"],
    ["news", "tokens"],
    ["informal", "tokens"],
  ] as const)("has a precision of at least 0.97 and a recall of at least 0.88: %s, %s", (style, kind) => {
    const linker = linkerOver(kind === "stocks" ? builtInAssets : builtInTokens);
    const faults: string[] = [];
    let [right, given, expected] = [0, 0, 0];
    for (const { text, keys } of sentences.filter((one) => one.style === style && one.kind === kind)) {
      const found = linker.link(text, { style }).map((link) => link.key);
      const hits = found.filter((key) => keys.includes(key)).length;
      right += hits;
      given += found.length;
      expected += keys.length;
      if (hits !== found.length || hits !== keys.length) faults.push(`[${found.join()}] for [${keys.join()}]: ${text}`);
    }
    expect(right / given, faults.join("\n")).toBeGreaterThanOrEqual(0.97);
    expect(right / expected, faults.join("\n")).toBeGreaterThanOrEqual(0.88);
  });
});
