// Precision and recall of linking on the labelled sentences, overall and per style and kind of asset.
// Usage: npm run accuracy:linking [-- --half tuned|untouched|fresh] [-- --faults]
// `untouched` sentences were not looked at while the rules were tuned; `--faults` prints every sentence that is not right.
import { readFileSync } from "node:fs";
import { createLinker, parseAssets, parseCommonWords, parseTokens } from "@market-sentiment/core";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const option = process.argv.indexOf("--half");
const half = option > 0 ? process.argv[option + 1] : undefined;
const showFaults = process.argv.includes("--faults");

const commonWords = parseCommonWords(read("data/linking/common-words.txt"));
const linkers = {
  stocks: createLinker({ assets: parseAssets(read("data/reference/assets.csv"), "built_in").assets, commonWords }),
  tokens: createLinker({ assets: parseTokens(read("data/reference/tokens.csv")).assets, commonWords }),
};
const sentences = read("test/core/linking/labelled.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))
  .filter((sentence) => half === undefined || sentence.half === half);

const totals = new Map();
for (const sentence of sentences) {
  const { style, kind, text, keys } = sentence;
  const found = linkers[kind].link(text, { style }).map((link) => link.key);
  const right = found.filter((key) => keys.includes(key)).length;
  for (const group of ["overall", `${style} ${kind}`, `half ${sentence.half}`]) {
    const total = totals.get(group) ?? { sentences: 0, right: 0, given: 0, expected: 0 };
    total.sentences += 1;
    total.right += right;
    total.given += found.length;
    total.expected += keys.length;
    totals.set(group, total);
  }
  if (showFaults && (right !== found.length || right !== keys.length)) {
    console.log(`[${style} ${kind}] found ${found.join() || "-"}, expected ${keys.join() || "-"}: ${text}`);
  }
}
for (const [group, { sentences: count, right, given, expected }] of [...totals].sort()) {
  const share = (whole) => (whole === 0 ? "  -  " : (right / whole).toFixed(3));
  console.log(`${group.padEnd(16)} ${count} sentences, precision ${share(given)}, recall ${share(expected)}`);
}
const { right, given, expected } = totals.get("overall") ?? { right: 0, given: 0, expected: 0 };
const limits = { precision: 0.97, recall: 0.88 };
console.log(`limits: precision ${limits.precision}, recall ${limits.recall}`);
process.exitCode = right / given >= limits.precision && right / expected >= limits.recall ? 0 : 1;
