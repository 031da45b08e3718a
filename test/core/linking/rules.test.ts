import { describe, expect, it } from "vitest";
import { utcDay } from "../../../packages/core/src/time/utc-day.js";
import { builtInAssets, imported, linkerOver } from "./support.js";

const linker = linkerOver(builtInAssets);
const keysOf = (text: string, hints: readonly string[] = []) => linker.link(text, { hints }).map((link) => link.key);

describe("one link per company", () => {
  it("gathers every mention of a company under the listing that the text names", () => {
    const text = "Nvidia Corporation (NASDAQ: NVDA) said $NVDA holders will vote; Nvidia's board agrees";
    const [link, ...others] = linker.link(text);
    expect(others).toEqual([]);
    expect(link?.key).toBe("NVDA");
    expect(link?.spans.map(({ start, end }) => text.slice(start, end))).toEqual([
      "Nvidia Corporation",
      "NVDA",
      "$NVDA",
      "Nvidia",
    ]);
    expect(link?.evidence.map((entry) => entry.kind)).toEqual(["name", "exchange_ticker", "cashtag", "alias"]);
  });

  it("prefers the listing that the text names over the main one", () => {
    expect(keysOf("AstraZeneca posts trial data")).toEqual(["AZN.L"]);
    expect(keysOf("AstraZeneca (NASDAQ: AZN) posts trial data")).toEqual(["AZN"]);
    expect(keysOf("$GOOG gains")).toEqual(["GOOG"]);
  });

  it("never takes a namesake on another exchange", () => {
    expect(keysOf("Lender lifts payout (LSE:JPM)")).toEqual([]);
    expect(keysOf("Danone (ENXTPA:BN) trims sugar")).toEqual(["BN.PA"]);
  });

  it("keeps apart companies whose names begin alike", () => {
    expect(keysOf("Merck KGaA buys a chromatography firm")).toEqual(["MRK.DE"]);
    expect(keysOf("Merck & Co. raises its vaccine forecast")).toEqual(["MRK"]);
    expect(keysOf("Deutsche Telekom and Deutsche Bank report")).toEqual(["DTE.DE", "DBK.DE"]);
  });

  it("follows the ticker after a name to the company that owns it, if its name begins like that", () => {
    expect(keysOf("Prudential (PRU) raises its dividend")).toEqual(["PRU"]);
    expect(keysOf("Prudential (NYSE: PRU) raises its dividend")).toEqual(["PRU"]);
    expect(keysOf("Prudential (LON:PRU) raises its dividend")).toEqual(["PRU.L"]);
    expect(keysOf("Prudential raises its dividend")).toEqual(["PRU.L"]);
  });
});

describe("names that are everyday words or fields of business", () => {
  it("count in a headline only with a sign of the company, also where the register writes them in capitals", () => {
    expect(keysOf("Two Partners Seek $1 Billion For A New Fund")).toEqual([]);
    expect(keysOf("SEEK shares slip after a weak month for job ads")).toEqual(["SEK.AX"]);
    expect(keysOf("Job board Seek cuts its outlook")).toEqual(["SEK.AX"]);
    expect(keysOf("Basf idles a plant")).toEqual(["BAS.DE"]);
  });

  it("count with the ticker or the legal form where the words are a field or a kind of firm", () => {
    expect(keysOf("Four Quantum Computing Stocks To Watch")).toEqual([]);
    expect(keysOf("Quantum Computing Inc. opens a foundry")).toEqual(["QUBT"]);
    expect(keysOf("Harbour Town Bancorp and a rival merge")).toEqual([]);
    expect(keysOf("The Bancorp (NASDAQ: TBBK) buys back shares")).toEqual(["TBBK"]);
  });

  it("are not meant by an exchange's letters or a law firm's name", () => {
    expect(keysOf("Five ASX Shares With Growing Dividends")).toEqual([]);
    expect(keysOf("LEVI & KORSINSKY reminds holders of a deadline")).toEqual([]);
  });
});

describe("confidence", () => {
  it("is higher for a tagged name than for a name, and for a name than for an everyday word with a cue", () => {
    const sure = (text: string) => linker.link(text)[0]?.confidence ?? 0;
    expect(sure("Visa (NYSE: V) opens an office")).toBeGreaterThan(sure("Nvidia opens an office"));
    expect(sure("Nvidia opens an office")).toBeGreaterThan(sure("Circle Launches A Fund For Issuers"));
  });

  it("orders links by confidence, then by place, then by key", () => {
    const links = linker.link("Pfizer and Nvidia beat Visa (NYSE: V) this year");
    expect(links.map((link) => link.key)).toEqual(["V", "PFE", "NVDA"]);
  });
});

describe("hints", () => {
  it("support a doubtful mention and say so", () => {
    expect(keysOf("Gap Between Rich And Poor", ["GAP"])).toEqual([]);
    expect(keysOf("A New Chapter For Gap")).toEqual([]);
    const [link] = linker.link("A New Chapter For Gap", { hints: ["GAP"] });
    expect(link?.key).toBe("GAP");
    expect(link?.evidence.at(-1)).toEqual({ kind: "hint", text: "GAP" });
  });

  it("never make a link without a mention", () => {
    expect(keysOf("Chip stocks slip", ["NVDA"])).toEqual([]);
  });
});

describe("imported assets", () => {
  const table = [
    ...builtInAssets,
    imported("GLBX", "Global Inc"),
    imported("DATX", "Data Ltd", { aliases: ["data"] }),
    imported("ENEO", "Energy One Limited"),
    imported("FCAP", "First Capital Inc"),
    imported("FCX2", "First Capital Ltd", { exchange: "TSX", country: "Canada" }),
    imported("ZRVK", "Zorvank Therapeutics Inc", { aliases: ["zorvank"] }),
    imported("ZRK1", "Zorvank Therapeutics Inc", { exchange: "XETRA", country: "Germany" }),
    imported("APC2", "Apple Inc", { exchange: "XETRA", aliases: ["apple"] }),
    imported("GOLDF", "Gold Bullion Securities", { type: "etf", aliases: ["gold"] }),
  ];
  const large = linkerOver(table);
  const found = (text: string) => large.link(text).map((link) => link.key);

  it("with names made of common words need a ticker or a legal form", () => {
    for (const text of [
      "Global Data Shows Energy One Step From First Capital Controls",
      "Gold falls as data and trust in global trade fade",
      "First Capital Flows Since March",
    ])
      expect(found(text), text).toEqual([]);
    expect(found("Energy One Limited (ENEO) signs a grid deal")).toEqual(["ENEO"]);
    expect(found("Miner of records jumps (NYSE: GLBX)")).toEqual(["GLBX"]);
  });

  it("with distinctive names are found, one link for all listings, the US one first", () => {
    expect(found("Zorvank Therapeutics doses its first patient")).toEqual(["ZRVK"]);
    expect(found("Zorvank shares double")).toEqual(["ZRVK"]);
  });

  it("that are listings of a built-in company give the built-in one", () => {
    expect(found("Apple unveils a thinner laptop")).toEqual(["AAPL"]);
    expect(found("Apple (XETRA: APC2) slips in Frankfurt")).toEqual(["AAPL"]);
  });

  it("do not change what is linked in the built-in graph", () => {
    for (const text of ["Visa and Mastercard settle", "How to bake apple pie", "Shares of Target fell"])
      expect(found(text), text).toEqual(keysOf(text));
  });
});

describe("a former ticker", () => {
  const linkOn = (text: string, day?: string) =>
    linker.link(text, { style: "informal", ...(day === undefined ? {} : { day: utcDay(day) }) }).map(({ key }) => key);

  it.each([
    ["$FB puts printing", "2021-03-01", ["META"]],
    ["Facebook (FB) slips", "2022-06-08", ["META"]],
    ["$ANTM and $SQ", "2022-01-10", ["ELV", "XYZ"]],
    ["$PX merges", "2018-01-10", ["LIN"]],
    ["$RDS.A dividend", "2020-01-10", ["SHEL"]],
  ])("links an old text to today's company: %s on %s", (text, day, keys) => {
    expect(linkOn(text, day)).toEqual(keys);
  });

  it("still means its old owner while nobody else has taken it", () => {
    expect(linkOn("$FB puts printing")).toEqual(["META"]);
    expect(linkOn("$FB puts printing", "2026-01-10")).toEqual(["META"]);
  });

  it("means its owner on that day once another company has taken it", () => {
    const asset = (key: string, name: string, until?: string) =>
      imported(key, name, until === undefined ? {} : { formerTickers: [{ ticker: "ZZZ", until: utcDay(until) }] });
    const own = linkerOver([
      asset("AAAA", "Early Harbour Mills", "2018-12-31"),
      asset("BBBB", "Middle Valley Foods", "2022-05-08"),
      asset("ZZZ", "Late Summit Metals"),
    ]);
    const owner = (day?: string) =>
      own.link("$ZZZ", { style: "informal", ...(day === undefined ? {} : { day: utcDay(day) }) })[0]?.key;
    expect(["2018-12-31", "2019-01-01", "2022-05-08", "2022-05-09", undefined].map(owner)).toEqual([
      "AAAA",
      "BBBB",
      "BBBB",
      "ZZZ",
      "ZZZ",
    ]);
  });
});

describe("amounts of money and everyday phrases", () => {
  it.each(["lost $3M on calls", "raised $3M", "my old workhorse laptop died"])("name no company: %s", (text) => {
    expect(linker.link(text, { style: "informal" })).toEqual([]);
  });

  it.each(["Bill passes Senate on chip exports", "Celsius Network files for bankruptcy", "EQT AB raises new fund"])(
    "name no company in a headline: %s",
    (text) => {
      expect(linker.link(text, { style: "news" })).toEqual([]);
    },
  );

  it("still link 3M, Bill and Celsius when the companies are meant", () => {
    const keyOf = (text: string) => linker.link(text, { style: "news" }).map(({ key }) => key);
    expect(["3M raises outlook", "Bill Holdings beats estimates", "Celsius shares soar"].map(keyOf)).toEqual([
      ["MMM"],
      ["BILL"],
      ["CELH"],
    ]);
  });
});
