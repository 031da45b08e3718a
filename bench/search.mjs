// How cost grows with input, as ratios within this run: a search over 61,000 assets against a plain scan of their keys
// and names, and a text of nothing but names against one four times as long. Processor time of this process.
// Usage: node bench/search.mjs
import { readFileSync } from "node:fs";
import { AssetDirectory, createLinker, parseAssets, parseCommonWords } from "@market-sentiment/core";

const SEARCH_LIMIT = 3;
/** Four times the text may take four times the work, plus some tolerance. */
const NAMES_LIMIT = 6;
const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** Shortest processor time of a call in milliseconds: other programs only ever add to it. */
function leastMs(runs, work) {
  const spent = Array.from({ length: runs }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...spent);
}

const syllables = "ka ro ven ta lix mor den zu pra qui tel ban sol gri nok fe".split(" ");
const coined = (n) => [0, 4, 8, 12].map((shift) => syllables[(n >> shift) & 15]).join("");
const many = Array.from({ length: 61_000 }, (_, n) => ({
  key: `T${n.toString(36).toUpperCase()}`,
  name: `${["Global", "First", "United", "China"][n % 4]} ${coined(n)} Holdings Inc`,
  type: "stock",
  exchange: null,
  sector: null,
  country: null,
  aliases: [coined(n)],
  primary: null,
  origin: "imported",
}));
const large = new AssetDirectory(many);
const lines = many.map(({ key, name, aliases }) => `${key} ${name} ${aliases.join(" ")}`.toLowerCase());
let worst = 0;
for (const query of ["t1", "kavenro", "holdings", "first karoven", "in", "zz", "lixmor", "banban"]) {
  const scan = leastMs(20, () => lines.filter((line) => line.includes(query)).length);
  const search = leastMs(20, () => large.search(query, { limit: 20, activityOf: (key) => key.length }));
  worst = Math.max(worst, search / scan);
  console.log(`search "${query}": ${search.toFixed(2)} ms, a scan ${scan.toFixed(2)} ms`);
}
console.log(`search: at most ${worst.toFixed(2)} × a scan (limit ${SEARCH_LIMIT})`);

const { assets } = parseAssets(read("data/reference/assets.csv"), "built_in");
const linker = createLinker({ assets, commonWords: parseCommonWords(read("data/linking/common-words.txt")) });
const names = assets.flatMap(({ name, aliases }) => [name, ...aliases]).join(" ");
const [short, long] = [10_000, 40_000].map((chars) => leastMs(5, () => linker.link(names.slice(0, chars))));
console.log(`names: 40,000 characters ${(long / short).toFixed(2)} × 10,000 (limit ${NAMES_LIMIT})`);
process.exitCode = worst > SEARCH_LIMIT || long / short > NAMES_LIMIT ? 1 : 0;
