// Precision, recall and F1 of linking on texts of our own, per kind of text, with the shipped assets and with an imported
// table on top, and without the context model; then on the sentences that the rules were once tuned on.
// Usage: npm run accuracy:linking [-- --import TABLE] [-- --faults] [-- --without-import]
// TABLE is a file that `sentiment reference import` reads; by default the shared table of 61,000 listings, where it is there.
// `--faults` prints what is wrong among the texts that may be looked at.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinker } from "@market-sentiment/core";
import { importReferenceFile, readLinkingData, readReferenceGraph } from "@market-sentiment/core/node";
import { companiesOf, readLabelledTexts, styles, Tally } from "./labelled-texts.mjs";

const SHARED_TABLE = fileURLToPath(new URL("../../shared/datasets/reference-tickers/tickers.parquet", import.meta.url));
/** Least precision, and least recall of each kind of text. */
const LEAST_PRECISION = 0.97;
const LEAST_RECALL = { news: 0.88, posts: 0.85, comments: 0.8, messages: 0.85 };
/** Most that an import may cost. */
const MOST_PRECISION_LOST = 0.01;

const option = process.argv.indexOf("--import");
const table = option > 0 ? process.argv[option + 1] : SHARED_TABLE;
const showFaults = process.argv.includes("--faults");
const shippedData = await readLinkingData();
const rulesAlone = { ...shippedData, context: null };
const directory = mkdtempSync(join(tmpdir(), "market-sentiment-accuracy-"));
let failed = false;
try {
  measure(await readReferenceGraph(directory), "shipped assets, the rules alone", rulesAlone);
  const shipped = measure(await readReferenceGraph(directory), "shipped assets", shippedData);
  if (process.argv.includes("--without-import")) console.log("\nNot measured with an import.");
  else if (!existsSync(table)) console.log(`\nNot measured with an import: no table at ${table}`);
  else {
    await importReferenceFile({ dataDirectory: directory, file: table });
    const withImport = measure(await readReferenceGraph(directory), "with the table imported", shippedData);
    for (const [kind, { precision }] of withImport) {
      const lost = (shipped.get(kind)?.precision ?? 0) - precision;
      if (lost > MOST_PRECISION_LOST) fail(`${kind}: the import costs ${lost.toFixed(3)} of precision`);
    }
  }
  measureSentences(await readReferenceGraph(join(directory, "none")));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
console.log(
  `limits: precision ${LEAST_PRECISION} everywhere; recall ${Object.entries(LEAST_RECALL)
    .map(([kind, least]) => `${least} (${kind})`)
    .join(", ")}; an import may cost ${MOST_PRECISION_LOST} of precision`,
);
process.exitCode = failed ? 1 : 0;

/** Prints a line for each kind, and both halves of it; gives the tallies of whole kinds. */
function measure({ stocks, tokens }, label, linkingData) {
  const linkers = {
    stocks: createLinker({ assets: stocks.all(), ...linkingData }),
    tokens: createLinker({ assets: tokens.all(), ...linkingData }),
  };
  const compare = { stocks: companiesOf(stocks), tokens: companiesOf(tokens) };
  const whole = new Map();
  console.log(`\n${label} (${stocks.size} stocks and funds, ${tokens.size} tokens)`);
  for (const [kind, style] of Object.entries(styles)) {
    const tallies = { all: new Tally(), developed: new Tally(), held_out: new Tally() };
    for (const { among, text, keys, day, half } of readLabelledTexts(kind)) {
      const found = linkers[among].link(text, { style, day }).map((link) => link.key);
      const result = compare[among](found, keys);
      tallies.all.add(result);
      tallies[half].add(result);
      const isWrong = result.right !== found.length || result.right !== keys.length;
      if (showFaults && half === "developed" && isWrong)
        console.log(`  [${kind} ${among}] found ${found.join() || "-"}, expected ${keys.join() || "-"}: ${text}`);
    }
    for (const [part, tally] of Object.entries(tallies)) console.log(lineOf(`${kind} ${part}`, tally));
    const { precision, recall } = tallies.all;
    if (linkingData === rulesAlone) continue;
    if (precision < LEAST_PRECISION || recall < LEAST_RECALL[kind]) fail(`${kind} is below its limits`);
    whole.set(kind, tallies.all);
  }
  return whole;
}

/** The older sentences, among them those on which the rules were tuned: they guard against regressions. */
function measureSentences({ stocks, tokens }) {
  const linkers = {
    stocks: createLinker({ assets: stocks.all(), ...shippedData }),
    tokens: createLinker({ assets: tokens.all(), ...shippedData }),
  };
  const tallies = new Map();
  const file = new URL("../test/core/linking/labelled.jsonl", import.meta.url);
  for (const line of readFileSync(file, "utf8").trim().split("\n")) {
    const { style, kind, text, keys } = JSON.parse(line);
    const found = linkers[kind].link(text, { style }).map((link) => link.key);
    const right = found.filter((key) => keys.includes(key)).length;
    const group = `${style} ${kind}`;
    tallies.set(group, tallies.get(group) ?? new Tally());
    tallies.get(group).add({ given: found.length, right, expected: keys.length });
  }
  console.log("\nsentences that the rules know");
  for (const [group, tally] of tallies) console.log(lineOf(group, tally));
}

function lineOf(label, { texts, precision, recall, f1 }) {
  const shown = [precision, recall, f1].map((share) => share.toFixed(3));
  return `${label.padEnd(20)} ${String(texts).padStart(4)} texts, precision ${shown[0]}, recall ${shown[1]}, F1 ${shown[2]}`;
}

function fail(message) {
  failed = true;
  console.log(`FAILED: ${message}`);
}
