// The product's question to its model about a text and a target, with the shipped reference graph: including the
// target's other names and the positions of other companies.
import { readFileSync } from "node:fs";
import {
  AssetDirectory,
  createLinker,
  parseAssets,
  parseCommonWords,
  parseContextModel,
  textQuestion,
} from "@market-sentiment/core";

const read = (path) => readFileSync(new URL(`../data/${path}`, import.meta.url), "utf8");
let graph;

/** The kind of a labelled text, as its caller would know it: a set says so, and a message has a title if it has lines. */
export function kindOf({ kind, text }) {
  if (kind === "forum" || (kind === undefined && text.includes("\n"))) return "post";
  return kind === undefined || kind === "microblog" ? "message" : "headline";
}

/** The question about one text; without `target`, about the text as a whole; without `kind`, as a text of any. */
export function questionAbout(text, target, kind) {
  const ofKind = kind === undefined ? {} : { kind };
  if (target === null || target === undefined) return { text, ...ofKind };
  if (graph === undefined) {
    const { assets } = parseAssets(read("reference/assets.csv"), "built_in");
    const commonWords = parseCommonWords(read("linking/common-words.txt"));
    const context = parseContextModel(read("linking/context-model.json"));
    graph = { stocks: new AssetDirectory(assets), linker: createLinker({ assets, commonWords, context }) };
  }
  return { ...textQuestion({ text, target }, graph), ...ofKind };
}
