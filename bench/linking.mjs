// Headlines linked per second of processor time (not wall time, which other programs share), with the built-in graph,
// with all that ships and with a large imported one; then read as posts, by the rules alone and with the context model.
// Usage: node bench/linking.mjs [--rows N]   (generated assets to import; default 60000)
import { readFileSync } from "node:fs";
import { createLinker, parseAssets, parseCommonWords, parseContextModel } from "@market-sentiment/core";

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const option = process.argv.indexOf("--rows");
const HEADLINES_PER_SECOND = 20_000;
let slow = false;
const rows = option > 0 ? Number(process.argv[option + 1]) : 60_000;

const { assets } = parseAssets(read("data/reference/assets.csv"), "built_in");
const { assets: listed } = parseAssets(read("data/reference/listed.csv"), "listed");
const commonWords = parseCommonWords(read("data/linking/common-words.txt"));
const context = parseContextModel(read("data/linking/context-model.json"));
const imported = madeUpAssets(rows);
const headlines = madeUpHeadlines(assets, 20_000);

const shipped = [...assets, ...listed];
for (const [label, table, words, style] of [
  ["built-in", assets, { commonWords }, "news"],
  [`as shipped, ${listed.length} listed among them`, shipped, { commonWords, context }, "news"],
  [`shipped + ${imported.length} imported`, [...shipped, ...imported], { commonWords, context }, "news"],
  ["as posts, the rules alone", shipped, { commonWords }, "informal"],
  ["as posts", shipped, { commonWords, context }, "informal"],
]) {
  const began = performance.now();
  const linker = createLinker({ assets: table, ...words });
  const built = performance.now();
  for (const headline of headlines.slice(0, 2_000)) linker.link(headline, { style });
  const warm = process.cpuUsage();
  let links = 0;
  for (const headline of headlines) links += linker.link(headline, { style }).length;
  const { user, system } = process.cpuUsage(warm);
  const seconds = (user + system) / 1e6;
  const perSecond = Math.round(headlines.length / seconds);
  slow ||= perSecond < HEADLINES_PER_SECOND;
  console.log(
    `${label}: index ${Math.round(built - began)} ms, ${perSecond} headlines/s (limit ${HEADLINES_PER_SECOND}), ${links} links`,
  );
}
process.exitCode = slow ? 1 : 0;

/** Companies with plausible names: syllables for distinctive ones, common words for generic ones. */
function madeUpAssets(count) {
  const syllables = ["ka", "ro", "ven", "ta", "lix", "mor", "den", "zu", "pra", "qui", "tel", "ban"];
  const generic = ["Global", "First", "Energy", "Capital", "Data", "Trust", "Digital", "Gold", "Pacific", "Union"];
  const pick = (list, n) => list[n % list.length];
  return Array.from({ length: count }, (_, n) => {
    const coined =
      pick(syllables, n) +
      pick(syllables, Math.floor(n / 12)) +
      pick(syllables, Math.floor(n / 144)) +
      pick(syllables, Math.floor(n / 1728));
    const name =
      n % 3 === 0
        ? `${pick(generic, n)} ${coined} ${pick(generic, n >> 4)} Ltd`
        : `${coined[0].toUpperCase()}${coined.slice(1)} ${pick(generic, n >> 2)} Inc`;
    return {
      key: `Z${n.toString(36).toUpperCase()}`,
      name,
      type: "stock",
      exchange: "NYSE",
      sector: null,
      country: "United States",
      aliases: [coined],
      primary: null,
      origin: "imported",
    };
  });
}

function madeUpHeadlines(table, count) {
  const named = table.filter((asset) => asset.type === "stock" && asset.aliases.length > 0);
  const patterns = [
    (a) => `${a.aliases[0]} raises its outlook after a strong quarter in Europe`,
    (a, b) => `Why ${a.aliases[0]} And ${b.aliases[0]} Could Be The Next Winners Of The Rally`,
    (a) => `Analysts lift price target on ${a.name} (${a.key}) to $120 as margins improve`,
    () => "Stocks close mixed as traders weigh jobs data and a jump in oil prices",
  ];
  return Array.from({ length: count }, (_, n) =>
    patterns[n % patterns.length](named[(n * 7919) % named.length], named[(n * 104729) % named.length]),
  );
}
