import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Asset, type Dataset, invoke, namespaces, type Operation, operationsOf } from "@market-sentiment/core";
import { ingestFiles, openLocalDataset, readReferenceGraph } from "@market-sentiment/core/node";
import { beforeAll, describe, expect, it } from "vitest";
import { assetsOf, graphOf, type SubjectGraph } from "../../../packages/core/src/namespaces/assets-of.js";
import { foldedKey } from "../../../packages/core/src/subjects/asset-key.js";
import { AssetDirectory } from "../../../packages/core/src/subjects/directory.js";
import { dollarTicker, newsTicker } from "../../../packages/core/src/subjects/grammars.js";
import { shownAssets } from "../../../packages/core/src/subjects/shown-assets.js";
import { callOn } from "../../support/news-dataset.js";
import { temporaryDirectory } from "../../support/temporary-directory.js";
import { wordModel } from "../../support/word-model.js";

const shipped = fileURLToPath(new URL("../../../data", import.meta.url));
let graph: SubjectGraph;
let root: string;

beforeAll(async () => {
  root = await temporaryDirectory();
  graph = await readReferenceGraph(root, shipped);
});

const listed = (key: string, primary: string | null = null): Asset => ({
  key,
  name: `Company ${primary ?? key}`,
  type: "stock",
  exchange: null,
  sector: null,
  country: null,
  aliases: [],
  primary,
  origin: "built_in",
});
const found = (directory: AssetDirectory, ...spellings: string[]) =>
  spellings.map((spelling) => directory.lookup(spelling)?.key ?? null);

describe("the assets that a namespace shows", () => {
  it("have keys that fit its grammar and find the same asset, in every namespace, over the whole reference graph", () => {
    for (const namespace of namespaces) {
      const shown = assetsOf(namespace, graph);
      expect(shown.size).toBeGreaterThan(100);
      for (const asset of shown.all()) {
        const parsed = namespace.subject.parse(asset.key);
        expect([namespace.id, asset.key, parsed === null ? null : shown.lookup(parsed)?.key]).toEqual([
          namespace.id,
          asset.key,
          asset.key,
        ]);
      }
    }
  });

  it("are found by every spelling in the graph, or by none when no listing of the company can be shown", () => {
    for (const namespace of namespaces) {
      const all = graphOf(namespace, graph);
      const shown = assetsOf(namespace, graph);
      const company = (asset: Asset) => foldedKey(asset.primary ?? asset.key);
      for (const asset of all.all()) {
        const standsFor = shown.lookup(asset.key);
        const known = standsFor === null ? null : all.lookup(standsFor.key);
        if (known !== null) expect([asset.key, company(known)]).toEqual([asset.key, company(asset)]);
        if (namespace.subject.parse(asset.key) !== null) expect(standsFor?.key).toBe(asset.key);
      }
    }
  });

  it("appear under their primary listing, else another one, US first, else not at all", () => {
    const directory = new AssetDirectory([
      listed("BAYN.DE"),
      listed("HSBC"),
      listed("0005.HK", "HSBC"),
      listed("BHP.AX"),
      listed("BHPLF", "BHP.AX"),
      listed("BHP", "BHP.AX"),
    ]);
    const forum = shownAssets(directory, dollarTicker);
    expect(forum.all().map(({ key, primary }) => [key, primary])).toEqual([
      ["BHP", null],
      ["BHPLF", null],
      ["HSBC", null],
    ]);
    expect(found(forum, "BAYN.DE", "0005.HK", "BHP.AX", "BHPLF")).toEqual([null, "HSBC", "BHP", "BHPLF"]);
    expect(shownAssets(directory, newsTicker)).toBe(directory);
  });

  it("lose their share class mark when the grammar has none, unless that is another asset's key", () => {
    const directory = new AssetDirectory([
      listed("BRK-B"),
      listed("BRK-A", "BRK-B"),
      listed("NOVO-B.CO"),
      listed("AB-C"),
      listed("ABC"),
    ]);
    const news = shownAssets(directory, newsTicker);
    expect(news.all().map(({ key, primary }) => [key, primary])).toEqual([
      ["ABC", null],
      ["BRKA", "BRKB"],
      ["BRKB", null],
      ["NOVOB.CO", null],
    ]);
    expect(found(news, "BRK.B", "brk-b", "BRKB", "NOVO-B.CO", "AB-C", "ABC")).toEqual([
      "BRKB",
      "BRKB",
      "BRKB",
      "NOVOB.CO",
      null,
      "ABC",
    ]);
  });
});

const said = [
  "Bayer (BAYN.DE) gains",
  "Berkshire Hathaway (BRK-B) gains",
  "$BHP rises and BHP (BHP.AX) rises",
  "Samsung Electronics (005930.KS) falls",
  "Novo Nordisk (NOVO-B.CO) gains",
  "Apple (AAPL) gains",
  "Toyota (7203.T) falls",
];
const records: Readonly<Record<string, (text: string, index: number) => object>> = {
  news: (title, id) => ({ id, source: "Reuters", title, published_at: "2026-03-10T10:00:00Z" }),
  forum: (title, id) => ({
    id: `p${id}`,
    subreddit: "stocks",
    author: `a${id}`,
    title,
    selftext: "",
    created_utc: Date.parse("2026-03-10T10:00:00Z") / 1000,
  }),
  microblog: (text, id) => ({ id: `m${id}`, text, author: `a${id}`, created_at: "2026-03-10T10:00:00Z" }),
};

describe.each(Object.keys(records))("every asset in a list of the %s", (name) => {
  let dataset: Dataset;
  const namespace = namespaces.find(({ shortName }) => shortName === name);
  if (namespace === undefined) throw new Error(`There is no namespace ${name}.`);
  const ask = async (operation: string, parameters: Record<string, string>) => {
    const asked = operationsOf(namespace).find((known) => known.name === operation) as Operation;
    return invoke(asked, { parameters }, dataset, callOn("2026-03-11"));
  };

  beforeAll(async () => {
    const file = join(root, `${name}.jsonl`);
    const make = records[name] as (text: string, index: number) => object;
    await writeFile(file, said.map((text, index) => `${JSON.stringify(make(text, index))}\n`).join(""));
    const dataDirectory = join(root, name);
    const now = () => new Date("2026-03-11T12:00:00Z");
    const run = { dataDirectory, namespace, files: [file], now, textModel: wordModel() };
    const { counts } = await ingestFiles(run);
    expect(counts.new).toBe(said.length);
    dataset = await openLocalDataset({ dataDirectory, textModel: "none" });
  });

  it("is answered by detail with the same figures", async () => {
    const rows = (await ask("trending", { from: "2026-03-10", limit: "100" })) as {
      ticker: string;
      mentions: number;
    }[];
    expect(rows.length).toBeGreaterThan(2);
    const tops = (await ask("trending-by-sector", { from: "2026-03-10" })) as { top_tickers: string[] }[];
    const { drivers } = (await ask("market-sentiment", { from: "2026-03-10" })) as { drivers: { ticker: string }[] };
    const mentions = new Map(rows.map(({ ticker, mentions: count }) => [ticker, count]));
    const shown = [...rows, ...drivers].map(({ ticker }) => ticker);
    for (const ticker of new Set([...shown, ...tops.flatMap(({ top_tickers }) => top_tickers)])) {
      expect(await ask("detail", { ticker, from: "2026-03-10" })).toMatchObject({
        ticker,
        found: true,
        mentions: mentions.get(ticker),
      });
    }
  });

  it("is found by search, under keys that detail accepts", async () => {
    for (const q of ["bayer", "berkshire", "bhp", "samsung", "novo nordisk", "BRK-B", "toyota"]) {
      const { results } = (await ask("search", { q })) as { results: { ticker: string }[] };
      for (const { ticker } of results) await ask("detail", { ticker });
    }
    await ask("detail", { ticker: "BRKB" });
  });
});

describe("Berkshire in the news", () => {
  it("is shown as BRK.B in the news", () => {
    const news = namespaces.find(({ shortName }) => shortName === "news");
    expect(news && found(assetsOf(news, graph), "BRK-B", "BRKB", "BRK.B")).toEqual(["BRKB", "BRKB", "BRKB"]);
  });
});
