// Writes which companies each training text names, as the product's linker reads it: a JSON object {"text", "companies"} a line, each
// company a list of the ways in which the text writes it.
// Build the project first (npm run build), then: node models/train/companies.mjs --texts FILE --out FILE
// The texts come from `python companies.py`, one {"text", "style"} a line, normalised as the model reads them.
import { createWriteStream, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createLinker, parseAssets, parseCommonWords, parseTokens } from "@market-sentiment/core";

const { values } = parseArgs({ options: { texts: { type: "string" }, out: { type: "string" } } });
const read = (path) => readFileSync(new URL(`../../data/${path}`, import.meta.url), "utf8");
const commonWords = parseCommonWords(read("linking/common-words.txt"));
const linkers = [parseAssets(read("reference/assets.csv"), "built_in"), parseTokens(read("reference/tokens.csv"))].map(
  ({ assets }) => createLinker({ assets, commonWords }),
);

const out = createWriteStream(values.out);
for (const line of readFileSync(values.texts, "utf8").split("\n")) {
  if (line === "") continue;
  const { text, style } = JSON.parse(line);
  const links = linkers.flatMap((linker) => linker.link(text, { style }));
  const companies = links.map(({ spans }) => [...new Set(spans.map(({ start, end }) => text.slice(start, end)))]);
  if (companies.length > 0) out.write(`${JSON.stringify({ text, companies })}\n`);
}
out.end();
