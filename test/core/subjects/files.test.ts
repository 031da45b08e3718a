import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Asset } from "../../../packages/core/src/subjects/asset.js";
import { importAssets, restoreImport } from "../../../packages/core/src/subjects/import-assets.js";
import { NewsSourceDirectory, parseNewsSources } from "../../../packages/core/src/subjects/news-sources.js";
import { formatAssets, parseAssets } from "../../../packages/core/src/subjects/parse-assets.js";
import { parseTokens } from "../../../packages/core/src/subjects/parse-tokens.js";

const CSV = `ticker,name,type,exchange,sector,country,country_code,aliases,primary
AAPL,Apple Inc.,Stock,NASDAQ,Information Technology,United States,US,Apple,
BRK-B,"Berkshire Hathaway, Inc.",Stock,NYSE,Financials,United States,US,Berkshire|Berkshire Hathaway,
NESN.SW,Nestlé S.A.,Stock,SIX,Consumer Staples,Switzerland,CH,Nestlé,
MRK,Merck & Co. Inc.,Stock,NYSE,Health Care,United States,US,Merck,
SPY,SPDR S&P 500 ETF Trust,ETF,NYSE ARCA,Equity,United States,US,,
`;
const builtIn = parseAssets(CSV, "built_in").assets;

describe("parseAssets", () => {
  it("reads quoted cells, alias lists and missing values", () => {
    expect(builtIn.map(({ key }) => key)).toEqual(["AAPL", "BRK-B", "NESN.SW", "MRK", "SPY"]);
    expect(builtIn[1]?.aliases).toEqual(["Berkshire", "Berkshire Hathaway"]);
    expect(builtIn[4]).toMatchObject({ type: "etf", sector: "Equity", primary: null, aliases: [] });
  });

  it("refuses faulty records one by one and keeps the rest", () => {
    const { assets, refused } = parseAssets(
      `ticker,name,type\n,No key,stock\nBAD KEY,x,stock\nOK,Fine,stock\nOK,Again,stock\nFUT,x,future\n`,
      "imported",
    );
    expect(assets.map(({ key }) => key)).toEqual(["OK"]);
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual([
      [1, "no_ticker"],
      [2, "bad_ticker"],
      [4, "duplicate_ticker"],
      [5, "bad_type"],
    ]);
  });

  it("refuses a file without the needed columns by name", () => {
    expect(() => parseAssets("symbol,title\nA,B\n", "imported")).toThrow(/ticker, name/);
  });

  it("reads back what formatAssets wrote", () => {
    const cell = fc.string({ maxLength: 12 }).map((text) =>
      text
        .replaceAll("|", "")
        .replace(/\p{Cc}/gu, "")
        .trim(),
    );
    const anyAsset = fc.record({ key: fc.stringMatching(/^[A-Z]{2,8}$/), name: cell, alias: cell, sector: cell });
    fc.assert(
      fc.property(fc.uniqueArray(anyAsset, { selector: ({ key }) => key, maxLength: 8 }), (records) => {
        const assets = records.map(({ key, name, alias, sector }): Asset => ({
          key,
          name: name || null,
          type: "stock",
          exchange: null,
          sector: sector || null,
          country: null,
          aliases: alias === "" ? [] : [alias],
          primary: null,
          origin: "imported",
        }));
        expect(parseAssets(formatAssets(assets), "imported").assets).toEqual(assets);
      }),
    );
  });
});

describe("parseTokens", () => {
  it("reads symbols and refuses those that no path can name", () => {
    const { assets, refused } = parseTokens("symbol,name,aliases\nbtc,Bitcoin,XBT\nB TC,x,\nBTC,again,\n");
    expect(assets).toMatchObject([{ key: "BTC", type: "token", name: "Bitcoin", aliases: ["XBT"] }]);
    expect(refused.map(({ reason }) => reason)).toEqual(["bad_ticker", "duplicate_ticker"]);
  });
});

describe("news sources", () => {
  const directory = new NewsSourceDirectory(
    parseNewsSources(
      "id,name,aliases,hosts\nreuters,Reuters,Thomson Reuters,reuters.com\nwsj,The Wall Street Journal,Wall Street Journal|WSJ,wsj.com\nibd,Investor's Business Daily,,investors.com\n",
    ),
  );

  it.each([
    ["reuters", "reuters"],
    ["  REUTERS ", "reuters"],
    ["Thomson-Reuters", "reuters"],
    ["https://www.reuters.com/markets/x?y=1", "reuters"],
    ["uk.reuters.com", "reuters"],
    ["the wall street journal", "wsj"],
    ["Investor’s Business Daily", "ibd"],
  ])("resolves %j to %s", (text, id) => expect(directory.resolve(text)).toBe(id));

  it.each(["", "nobody", "reuters.com.evil.example", "com", "*"])("gives no source for %j", (text) =>
    expect(directory.resolve(text)).toBeNull(),
  );

  it("gives unknown publishers a stable slug", () => {
    expect(directory.slugOf("The Daily Upside")).toBe("the-daily-upside");
    expect(directory.slugOf("WSJ")).toBe("wsj");
    expect(directory.slugOf("¡!")).toBe("unknown");
    expect(directory.nameOf("wsj")).toBe("The Wall Street Journal");
    expect(directory.nameOf("the-daily-upside")).toBe("the-daily-upside");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const slug = directory.slugOf(text);
        expect(slug).toMatch(/^[^\s-][^\s]*$/u);
        expect(directory.slugOf(slug)).toBe(slug);
      }),
    );
  });
});

describe("importAssets", () => {
  const row = (ticker: string, name: string, more: Record<string, unknown> = {}) => ({
    ticker,
    name,
    exchange: "NYSE",
    asset_type: "Stock",
    stock_sector: "Energy",
    etf_category: "",
    country: "United States",
    aliases: [],
    ...more,
  });
  const rows = [
    row("AAPL", "Apple Incorporated", { exchange: "NASDAQ", aliases: ["apple", "apple computer"] }),
    row("MRK", "Merck KGaA", { exchange: "XETRA", country: "Germany", aliases: ["merck kgaa"] }),
    row("SAP", "Vistula Steel", { aliases: ["vistula", "apple"] }),
    row("NESN", "Nestlé S.A.", {
      exchange: "SIX",
      stock_sector: "Consumer Staples",
      country: "Switzerland",
      aliases: ["nestle", "nestle switzerland"],
    }),
    row("TWIN", "Twin Peaks Mining", { aliases: ["shared name"] }),
    row("TWO2", "Second Twin", { aliases: "shared name|own name" }),
    row("AAIC.N0000", "Unreachable"),
    row("", "No ticker"),
    row("NONAME", " "),
    row("BOND", "A bond", { asset_type: "Bond" }),
    row("TWIN", "Again"),
    row("WXYZ", "Warsaw Index Fund", { asset_type: "ETF", etf_category: "Equity" }),
  ];
  const first = importAssets(builtIn, rows);
  const byKey = new Map(first.assets.map((entry) => [entry.key, entry]));

  it("accounts for every row", () => {
    const { report } = first;
    expect(report.refused.map(({ row: at, reason }) => [at, reason])).toEqual([
      [7, "bad_ticker"],
      [8, "no_ticker"],
      [9, "no_name"],
      [10, "bad_type"],
      [11, "duplicate_ticker"],
    ]);
    expect(report.added + report.merged + report.unchanged + report.refused.length).toBe(report.rows);
  });

  it("keeps built-in facts and reports those that disagree", () => {
    expect(byKey.get("AAPL")).toMatchObject({
      name: "Apple Inc.",
      sector: "Information Technology",
      origin: "built_in",
      aliases: ["Apple", "apple computer"],
    });
    expect(first.report.conflicts).toContainEqual({
      key: "AAPL",
      field: "sector",
      kept: "Information Technology",
      imported: "Energy",
    });
  });

  it("recognises a listing that the built-in graph names with an exchange suffix", () => {
    expect(byKey.has("NESN")).toBe(false);
    expect(byKey.get("NESN.SW")?.aliases).toEqual(["Nestlé", "nestle switzerland"]);
  });

  it("adds no alias that another company owns or that several claim", () => {
    expect(byKey.get("SAP")?.aliases).toEqual(["vistula"]);
    expect(byKey.get("TWIN")?.aliases).toEqual([]);
    expect(byKey.get("TWO2")?.aliases).toEqual(["own name"]);
    expect(first.report.aliasesDropped).toBe(3);
  });

  it("changes nothing when the same table is imported again", () => {
    const second = importAssets(first.assets, rows);
    expect(second.assets).toEqual(first.assets);
    expect(second.report).toMatchObject({ added: 0, merged: 0 });
  });

  it("reads back from storage unchanged", () => {
    const stored = parseAssets(formatAssets(first.stored), "imported");
    expect(stored.refused).toEqual([]);
    expect(restoreImport(builtIn, stored.assets)).toEqual(first.assets);
  });

  it("puts a row in the place of a listed asset, under the key that the asset has", () => {
    const listed = parseAssets(
      "ticker,name,exchange\nZQXJ.L,Zqxj Vardel plc,LSE\nZQXK,Old Name Inc,NYSE\n",
      "listed",
    ).assets;
    const shipped = [...builtIn, ...listed];
    const rows = [
      { ...row("ZQXJ", "Zqxj Vardel plc"), exchange: "LSE", stock_sector: "Materials" },
      { ...row("ZQXK", "New Owner Corp"), exchange: "NYSE" },
    ];
    const first = importAssets(shipped, rows);
    expect(first.report).toMatchObject({ added: 0, merged: 2, refused: [] });
    const byKey = new Map(first.assets.map((asset) => [asset.key, asset]));
    expect(byKey.get("ZQXJ.L")).toMatchObject({ origin: "imported", sector: "Materials" });
    expect(byKey.get("ZQXK")).toMatchObject({ origin: "imported", name: "New Owner Corp" });
    expect(importAssets(first.assets, rows).report).toMatchObject({ added: 0, merged: 0, unchanged: 2 });
    const stored = parseAssets(formatAssets(first.stored), "imported").assets;
    expect(restoreImport(shipped, stored)).toEqual(first.assets);
  });

  it("refuses a ticker whose built-in owner is another company", () => {
    const { report, assets } = importAssets(builtIn, [row("AAPL", "Aalborg Portland"), row("AAPL", "x")]);
    expect(report.refused.map(({ reason }) => reason)).toEqual(["ticker_taken", "duplicate_ticker"]);
    expect(assets).toEqual([...builtIn].sort((a, b) => (a.key < b.key ? -1 : 1)));
  });
});
