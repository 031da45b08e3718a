// Writes the doubtful spellings of labelled texts with the facts around them, for `context_model.py`: a JSON object
// {"facts", "label", "from"} a line, where "label" is whether the text names that company, and "from" where the text is from.
// Build the project first (npm run build), then: node models/train/context_sites.mjs --out FILE
// Texts: own/doubtful-names.jsonl, the labelled texts of linking (`developed` and `held_out`: only the first are trained on), and
// sentences of own/written.
import { createWriteStream, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createLinker } from "@market-sentiment/core";
import { readCommonWords, readReferenceGraph } from "@market-sentiment/core/node";
import { companiesOf, readLabelledTexts, styles } from "../../bench/labelled-texts.mjs";

/** Up to this step of the rules' score (of twenty), a spelling is an everyday word. */
const EVERYDAY_STEPS = 2;
const { values } = parseArgs({ options: { out: { type: "string" } } });
const commonWords = await readCommonWords();
const graph = await readReferenceGraph(new URL("none", import.meta.url).pathname);
let sites = [];
const recorder = {
  accept: { news: 2, informal: 2, "news of tokens": 2, "talk of tokens": 2 },
  reject: -1,
  probabilityOf(facts, key) {
    sites.push({ facts, key });
    return 0.5;
  },
};
const among = Object.fromEntries(
  ["stocks", "tokens"].map((name) => [
    name,
    { linker: createLinker({ assets: graph[name].all(), commonWords, context: recorder }), compare: companiesOf(graph[name]) },
  ]),
);

const out = createWriteStream(values.out);
for (const { text, style, among: name, keys } of linesOf("own/doubtful-names.jsonl")) write({ text, style, name, keys }, "doubtful names");
for (const [kind, style] of Object.entries(styles))
  for (const { text, among: name, keys, day, half } of readLabelledTexts(kind)) write({ text, style, name, keys, day }, half);
for (const genre of ["forum", "microblog", "options-and-crypto", "sarcasm", "talk"])
  for (const { text, target, others = [] } of linesOf(`own/written/${genre}.jsonl`))
    if (target !== null) writeWritten(text, [target, ...others]);
out.end();

function linesOf(file) {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

function sitesOf({ text, style, name, day = null }) {
  sites = [];
  among[name].linker.link(text, { style, day });
  return sites;
}

function write({ keys, ...wanted }, from) {
  for (const { facts, key } of sitesOf(wanted)) {
    const label = among[wanted.name].compare([key], keys).right;
    out.write(`${JSON.stringify({ facts, label, from })}\n`);
  }
}

/** A sentence whose targets are known, but not what else it names: everyday words beside the targets are no companies. */
function writeWritten(text, targets) {
  const named = new Set(targets.flatMap((target) => among.stocks.linker.link(`$${target} ${target} shares`).map(({ key }) => key)));
  for (const { facts, key } of sitesOf({ text, style: "informal", name: "stocks" })) {
    const step = Number(/ score (\d+)/.exec(facts.join())?.[1]);
    if (named.has(key)) out.write(`${JSON.stringify({ facts, label: 1, from: "written" })}\n`);
    else if (step <= EVERYDAY_STEPS) out.write(`${JSON.stringify({ facts, label: 0, from: "written" })}\n`);
  }
}
