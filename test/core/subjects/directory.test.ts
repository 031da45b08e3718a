import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Asset } from "../../../packages/core/src/subjects/asset.js";
import { AssetDirectory } from "../../../packages/core/src/subjects/directory.js";

const asset = (key: string, name: string | null = null, more: Partial<Asset> = {}): Asset => ({
  key,
  name,
  type: "stock",
  exchange: null,
  sector: null,
  country: null,
  aliases: [],
  primary: null,
  origin: "built_in",
  ...more,
});

const assets = [
  asset("AAPL", "Apple Inc.", { aliases: ["Apple"] }),
  asset("APLE", "Apple Hospitality REIT, Inc."),
  asset("APP", "AppLovin Corporation"),
  asset("BRK-A", "Berkshire Hathaway Inc. Class A"),
  asset("BRK-B", "Berkshire Hathaway Inc. Class B", { aliases: ["Berkshire"] }),
  asset("AZN.L", "AstraZeneca PLC"),
  asset("AZN", "AstraZeneca PLC", { primary: "AZN.L" }),
  asset("BF-B", "Brown-Forman Corporation Class B"),
  asset("BFB", "Some Other Company"),
  asset("LGF-A", "Lionsgate Class A"),
  asset("NESN.SW", "Nestlé S.A.", { aliases: ["Nestlé"] }),
  asset("SPY", "SPDR S&P 500 ETF Trust", { type: "etf" }),
  asset("BAC", "Bank of America Corporation", { aliases: ["BofA"] }),
];
const directory = new AssetDirectory(assets);

describe("lookup", () => {
  it.each([
    ["aapl", "AAPL"],
    ["brk.b", "BRK-B"],
    ["BRK-B", "BRK-B"],
    ["BRKB", "BRK-B"],
    ["brka", "BRK-A"],
    ["AZN.L", "AZN.L"],
    ["azn.l", "AZN.L"],
    ["AZN", "AZN"],
    ["BFB", "BFB"],
    ["BF.B", "BF-B"],
    ["LGF.A", "LGF-A"],
  ])("finds %s as %s", (text, key) => expect(directory.lookup(text)?.key).toBe(key));

  it.each(["AZN-L", "AZNL", "XYZ", "", "BRK", "BRK.C", "SPY.L"])("finds nothing for %s", (text) =>
    expect(directory.lookup(text)).toBeNull(),
  );

  it("refuses an unmarked share class that could mean two", () => {
    const twoClasses = new AssetDirectory([asset("AB-C"), asset("ABC"), asset("XY-Z.TO"), asset("XYZ.TO")]);
    expect(twoClasses.lookup("ABC")?.key).toBe("ABC");
    expect(twoClasses.lookup("XYZ.TO")?.key).toBe("XYZ.TO");
  });

  it("finds every asset by its own key in any case, whatever the order of the list", () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(assets, { minLength: 1 }), (some) => {
        const shuffled = new AssetDirectory(some);
        for (const { key } of some) expect(shuffled.lookup(key.toLowerCase())?.key).toBe(key);
        expect(shuffled.all().map(({ key }) => key)).toEqual([...some.map(({ key }) => key)].sort());
      }),
    );
  });

  it("keeps the built-in one of two assets with the same spelling", () => {
    const both = [asset("AAPL", "Imported", { origin: "imported" }), asset("AAPL", "Built in")];
    for (const list of [both, [...both].reverse()])
      expect(new AssetDirectory(list).lookup("AAPL")?.name).toBe("Built in");
  });
});

describe("search", () => {
  const keys = (query: string, limit = 20, activityOf?: (key: string) => number) =>
    directory.search(query, activityOf === undefined ? { limit } : { limit, activityOf }).assets.map(({ key }) => key);

  it("ranks an exact key, then key prefixes, then exact names, then words that begin so", () => {
    expect(keys("ap")).toEqual(["APLE", "APP", "AAPL"]);
    expect(keys("app")).toEqual(["APP", "AAPL", "APLE"]);
    expect(keys("apple")).toEqual(["AAPL", "APLE"]);
    expect(keys("azn")).toEqual(["AZN", "AZN.L"]);
    expect(keys("$brk.b")).toEqual(["BRK-B"]);
  });

  it("breaks ties by activity, then by key", () => {
    expect(keys("berkshire hathaway")).toEqual(["BRK-A", "BRK-B"]);
    expect(keys("berkshire hathaway", 20, (key) => (key === "BRK-B" ? 5 : 0))).toEqual(["BRK-B", "BRK-A"]);
  });

  it("finds words without accents, several words and a word in the middle", () => {
    expect(keys("nestle")).toEqual(["NESN.SW"]);
    expect(keys("Bank of Am")).toEqual(["BAC"]);
    expect(keys("hospitality")).toEqual(["APLE"]);
    expect(keys("s&p 500")).toEqual(["SPY"]);
    expect(keys("zzz")).toEqual([]);
    expect(keys("...")).toEqual([]);
  });

  it("counts all matches before the limit", () => {
    const answer = directory.search("ap", { limit: 1 });
    expect(answer.total).toBe(3);
    expect(answer.assets.map(({ key }) => key)).toEqual(["APLE"]);
  });
});
