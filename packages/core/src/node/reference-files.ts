import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeDurably } from "../adapters/duckdb/durable-files.js";
import { MarketDataError } from "../errors.js";
import { type CommonWords, parseCommonWords } from "../linking/common-words.js";
import { parseContextModel } from "../linking/context-model.js";
import type { LinkingData } from "../linking/link.js";
import type { Asset } from "../subjects/asset.js";
import { AssetDirectory } from "../subjects/directory.js";
import { restoreImport } from "../subjects/import-assets.js";
import { NewsSourceDirectory, parseNewsSources } from "../subjects/news-sources.js";
import { formatAssets, parseAssets } from "../subjects/parse-assets.js";
import { parseTokens } from "../subjects/parse-tokens.js";

/** Folder of the shipped reference graph and word list, inside the package. */
export const shippedAssets = fileURLToPath(new URL("../assets", baseUrl()));

/** The bundle lies one folder below the package's root, this source file two. */
function baseUrl(): string {
  return import.meta.url.includes("/src/node/") ? new URL("..", import.meta.url).href : import.meta.url;
}

/** The imported part of the reference graph inside a data directory. */
const importedFile = "reference/assets.csv";

/** Reference graph of a data directory: the shipped part, and the imported part on top. */
export interface ReferenceGraph {
  readonly stocks: AssetDirectory;
  readonly tokens: AssetDirectory;
  readonly sources: NewsSourceDirectory;
  /** Stocks and funds that are shipped. */
  readonly builtIn: readonly Asset[];
}

/** Reads the graph. @throws MarketDataError `invalid_file` when a shipped file is missing. */
export async function readReferenceGraph(dataDirectory: string, assets = shippedAssets): Promise<ReferenceGraph> {
  const [builtIn, tokens, sources, imported] = await Promise.all([
    readBuiltIn(join(assets, "reference")),
    readShipped(join(assets, "reference", "tokens.csv")),
    readShipped(join(assets, "reference", "news-sources.csv")),
    readImported(dataDirectory),
  ]);
  return {
    builtIn,
    stocks: new AssetDirectory(imported === null ? builtIn : restoreImport(builtIn, imported)),
    tokens: new AssetDirectory(parseTokens(tokens).assets),
    sources: new NewsSourceDirectory(parseNewsSources(sources)),
  };
}

/** The shipped stocks and funds: parsed by the build, or from the table in a folder that no build made. */
async function readBuiltIn(folder: string): Promise<readonly Asset[]> {
  const parsed = await readFile(join(folder, "assets.json"), "utf8").catch(() => null);
  if (parsed !== null) return JSON.parse(parsed) as Asset[];
  const [builtIn, listed] = await Promise.all([
    readShipped(join(folder, "assets.csv")),
    readShipped(join(folder, "listed.csv")),
  ]);
  return [...parseAssets(builtIn, "built_in").assets, ...parseAssets(listed, "listed").assets];
}

/** Stores the imported part, durably. */
export async function writeImported(dataDirectory: string, stored: readonly Asset[]): Promise<void> {
  await writeDurably(dataDirectory, join(dataDirectory, importedFile), formatAssets(stored));
}

/** Common English words, for linking. */
export async function readCommonWords(assets = shippedAssets): Promise<CommonWords> {
  return parseCommonWords(await readShipped(join(assets, "linking", "common-words.txt")));
}

/** What linking knows of words: the common ones, and the model that weighs doubtful names. */
export async function readLinkingData(assets = shippedAssets): Promise<Required<LinkingData>> {
  const [commonWords, context] = await Promise.all([
    readCommonWords(assets),
    readShipped(join(assets, "linking", "context-model.json")),
  ]);
  return { commonWords, context: parseContextModel(context) };
}

async function readImported(dataDirectory: string): Promise<readonly Asset[] | null> {
  try {
    return parseAssets(await readFile(join(dataDirectory, importedFile), "utf8"), "imported").assets;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new MarketDataError("store_damaged", "The imported reference table cannot be read.", {}, { cause });
  }
}

async function readShipped(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    const message = `A file of the package is missing: ${path}. Build or install it again.`;
    throw new MarketDataError("invalid_file", message, { path }, { cause });
  }
}
