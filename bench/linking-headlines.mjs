// Linking of real headlines, compared with the tickers of their feed, and headlines per second of processor time, with
// the built-in graph and with an imported table on top.
// Usage: node bench/linking-headlines.mjs NEWS.jsonl[.gz] [TABLE.parquet]      (records with `title` and `ticker`)
// Feeds attach tickers that a headline does not name and omit some that it does, so neither figure can reach 1: they
// only serve to compare versions. Precision counts only links to tickers in the file, recall only tickers in the graph.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { createLinker } from "@market-sentiment/core";
import { importReferenceFile, readLinkingData, readReferenceGraph } from "@market-sentiment/core/node";

const HEADLINES_PER_SECOND = 20_000;
const [news, table] = process.argv.slice(2);
if (news === undefined) {
  console.error("Usage: node bench/linking-headlines.mjs NEWS.jsonl[.gz] [TABLE.parquet]");
  process.exit(2);
}
const bytes = readFileSync(news);
const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString("utf8").trim();
const attached = new Map();
for (const { title, ticker } of text.split("\n").map((line) => JSON.parse(line))) {
  attached.set(title, (attached.get(title) ?? new Set()).add(ticker));
}
const titles = [...attached.keys()];
const fileTickers = new Set([...attached.values()].flatMap((tickers) => [...tickers]));

const directory = mkdtempSync(join(tmpdir(), "market-sentiment-bench-"));
const linkingData = await readLinkingData();
let slow = false;
for (const [label, file] of [
  ["built-in graph", null],
  ...(table === undefined ? [] : [["with the table imported", table]]),
]) {
  if (file !== null) await importReferenceFile({ dataDirectory: directory, file });
  const { stocks } = await readReferenceGraph(directory);
  const assets = stocks.all();
  const keysOf = (tickers) => new Set([...tickers].flatMap((ticker) => stocks.lookup(ticker)?.key ?? []));
  const known = keysOf(fileTickers);
  const linker = createLinker({ assets, ...linkingData });
  for (const title of titles.slice(0, 3_000)) linker.link(title);
  const start = process.cpuUsage();
  const links = titles.map((title) => linker.link(title).map(({ key }) => key));
  const { user, system } = process.cpuUsage(start);
  const perSecond = titles.length / ((user + system) / 1e6);
  slow ||= perSecond < HEADLINES_PER_SECOND;
  let [right, given, expected] = [0, 0, 0];
  for (const [at, keys] of links.entries()) {
    const tickers = keysOf(attached.get(titles[at]));
    given += keys.filter((key) => known.has(key)).length;
    right += keys.filter((key) => tickers.has(key)).length;
    expected += tickers.size;
  }
  console.log(
    `${label} (${assets.length} assets): ${titles.length} headlines, precision ${(right / given).toFixed(3)}, ` +
      `recall ${(right / expected).toFixed(3)}, ${Math.round(perSecond)} headlines/s (limit ${HEADLINES_PER_SECOND})`,
  );
}
rmSync(directory, { recursive: true, force: true });
process.exit(slow ? 1 : 0);
