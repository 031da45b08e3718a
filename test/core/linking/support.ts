import { readFileSync } from "node:fs";
import { createLinker, type Linker } from "../../../packages/core/src/linking/link.js";
import { parseCommonWords } from "../../../packages/core/src/linking/common-words.js";
import { parseContextModel } from "../../../packages/core/src/linking/context-model.js";
import type { Asset } from "../../../packages/core/src/subjects/asset.js";
import { parseAssets } from "../../../packages/core/src/subjects/parse-assets.js";
import { parseTokens } from "../../../packages/core/src/subjects/parse-tokens.js";

const read = (path: string) => readFileSync(new URL(`../../../data/${path}`, import.meta.url), "utf8");

/** The reference graph that ships. */
export const builtInAssets = parseAssets(read("reference/assets.csv"), "built_in").assets;

/** All stocks and funds that ship: the reference graph and the listed ones. */
export const shippedAssets = [...builtInAssets, ...parseAssets(read("reference/listed.csv"), "listed").assets];

/** The tokens that ship. */
export const builtInTokens = parseTokens(read("reference/tokens.csv")).assets;

/** The common words that ship. */
export const commonWords = parseCommonWords(read("linking/common-words.txt"));

/** The context model that ships. */
export const shippedContext = parseContextModel(read("linking/context-model.json"));

/** A linker with the words and the context model that ship, over any assets. */
export function linkerOver(assets: readonly Asset[]): Linker {
  return createLinker({ assets, commonWords, context: shippedContext });
}

/** An imported stock listed in New York, for tests. */
export function imported(key: string, name: string, more: Partial<Asset> = {}): Asset {
  return {
    key,
    name,
    type: "stock",
    exchange: "NYSE",
    sector: null,
    country: "United States",
    aliases: [],
    primary: null,
    origin: "imported",
    ...more,
  };
}
