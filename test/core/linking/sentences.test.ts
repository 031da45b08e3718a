import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linkerOver, builtInAssets } from "./support.js";

interface Sentence {
  readonly text: string;
  readonly links: readonly string[];
  readonly style?: "news" | "informal";
}

const sentences = readFileSync(new URL("./sentences.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Sentence);

describe("the linker over our own sentences", () => {
  it("uses only assets that the reference graph has", () => {
    const keys = new Set(builtInAssets.map((asset) => asset.key));
    expect(sentences.flatMap((sentence) => sentence.links).filter((key) => !keys.has(key))).toEqual([]);
    expect(sentences.length).toBeGreaterThanOrEqual(120);
  });

  it("has a precision of at least 0.97 and a recall of at least 0.88", () => {
    const linker = linkerOver(builtInAssets);
    const faults: string[] = [];
    let [right, given, expected] = [0, 0, 0];
    for (const { text, links, style } of sentences) {
      const found = linker.link(text, style === undefined ? {} : { style }).map((link) => link.key);
      const hits = found.filter((key) => links.includes(key)).length;
      right += hits;
      given += found.length;
      expected += links.length;
      if (hits !== found.length || hits !== links.length)
        faults.push(`[${found.join()}] for [${links.join()}]: ${text}`);
    }
    const [precision, recall] = [right / given, right / expected];
    console.log(
      `linking sentences: ${sentences.length}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
    );
    expect(precision, faults.join("\n")).toBeGreaterThanOrEqual(0.97);
    expect(recall, faults.join("\n")).toBeGreaterThanOrEqual(0.88);
  });
});
