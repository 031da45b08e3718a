import { describe, expect, it } from "vitest";
import { builtInAssets, builtInTokens, imported, linkerOver, shippedAssets } from "./support.js";

const stocks = linkerOver(builtInAssets);
const tokens = linkerOver(builtInTokens);
const stocksIn = (text: string) => stocks.link(text, { style: "informal" }).map((link) => link.key);
const tokensIn = (text: string) => tokens.link(text, { style: "informal" }).map((link) => link.key);

describe("posts about stocks", () => {
  it("reads cashtags in any case, adjacent to text, in a row and with a possessive, but not amounts of money", () => {
    expect(stocksIn("$AAPL$MSFT,$nvda and $TSLA's chart, $brk.b").sort()).toEqual(
      ["AAPL", "BRK-B", "MSFT", "NVDA", "TSLA"].sort(),
    );
    expect(stocksIn("paid $5, lost $100k of $2M, US$40 left")).toEqual([]);
  });

  it("reads lower-case tickers when the words around them suggest one", () => {
    expect(stocksIn("snow puts, spy 420c 3/19, bought 100 aapl").sort()).toEqual(["AAPL", "SNOW", "SPY"]);
    expect(stocksIn("snow day, I spy an apple")).toEqual([]);
  });

  it("finds the ticker in a text all in capitals, and no other word of it", () => {
    expect(stocksIn("THIS IS IT, ALL OF YOU ARE SO LOW, GO LOVE NOW")).toEqual([]);
    expect(stocksIn("ELON TWEETED AGAIN, TSLA CALLS FREE MONEY")).toEqual(["TSLA"]);
    expect(stocksIn("watchlist: AMD, NVDA, MU")).toEqual(["AMD", "NVDA", "MU"]);
  });

  it("takes no letter out of a word with a dollar sign in it, no quarter for a ticker and no tag that is cut off for a name", () => {
    expect(stocksIn("out in da EA$T call me tonight")).toEqual([]);
    expect(stocksIn("bought AMC$GME calls")).toContain("GME");
    expect(stocksIn("soft 1st Q earnings everywhere")).toEqual([]);
    expect(stocksIn("Q earnings beat, adding")).toEqual(["Q"]);
    expect(stocksIn("how long will this last? $FB #lear…")).toEqual(["META"]);
    expect(stocksIn("lear earnings tomorrow $FB")).toContain("LEA");
  });

  it("never links web addresses, handles and places", () => {
    for (const text of [
      "https://example.com/GME?x=AAPL",
      "www.tesla.com/model",
      "r/GME and /r/amcstock",
      "u/nvda_daddy",
      "@TSLA called it",
      "mail pltr@nvda.com",
      "finance.example.com/quote/AAPL",
    ])
      expect(stocksIn(text), text).toEqual([]);
    const text = "see https://example.com/GME then buy AMC";
    expect(stocks.link(text, { style: "informal" })[0]?.spans).toEqual([{ start: 37, end: 40 }]);
  });

  it("links nicknames in posts only, and ambiguous ones only in talk about trading", () => {
    expect(stocksIn("gamestonk!!")).toEqual(["GME"]);
    expect(stocksIn("calls on the mouse")).toEqual(["DIS"]);
    expect(stocksIn("the mouse ran off")).toEqual([]);
    expect(stocks.link("Gamestonk traders return")).toEqual([]);
  });

  it("takes an imported company by cashtag, exchange or full name, and its ticker only beside these", () => {
    const linker = linkerOver([...builtInAssets, imported("ZQXJ", "Zqxj Vardel Holdings Inc")]);
    const found = (text: string) => linker.link(text, { style: "informal" }).map((link) => link.key);
    for (const text of [
      "bought zqxj today",
      "ZQXJ",
      "bought ZQXJ calls today",
      "see [ZQXJ](the wiki)",
      "zqxj vardel is up",
    ])
      expect([text, found(text)]).toEqual([text, []]);
    for (const text of ["$ZQXJ calls", "NYSE:ZQXJ is up", "Zqxj Vardel is up", "ZQXJ, that is Zqxj Vardel Holdings"])
      expect([text, found(text)]).toEqual([text, ["ZQXJ"]]);
  });

  it("takes a ticker of the American form for an imported one abroad only with its exchange or its name", () => {
    const abroad = { country: "United Kingdom", exchange: "LSE" };
    const linker = linkerOver([
      ...builtInAssets,
      imported("ZQXJ", "Zqxj Vardel plc", abroad),
      imported("ZQXJVARDEL", "Vardel Mills Limited", { country: "India", exchange: "NSE" }),
    ]);
    const found = (text: string, style: "news" | "informal") => linker.link(text, { style }).map((link) => link.key);
    expect(found("$ZQXJ squeeze", "informal")).toEqual([]);
    expect(found("Some Airline (ZQXJ) rises", "news")).toEqual([]);
    expect(found("LSE:ZQXJ rises", "informal")).toEqual(["ZQXJ"]);
    expect(found("Zqxj Vardel (ZQXJ) rises", "news")).toEqual(["ZQXJ"]);
    expect(found("$ZQXJVARDEL rises", "informal")).toEqual(["ZQXJVARDEL"]);
  });

  it("takes a listed company no more easily than an imported one, and knows it in the press by its name", () => {
    const linker = linkerOver(shippedAssets);
    const found = (text: string, style: "news" | "informal") => linker.link(text, { style }).map((link) => link.key);
    expect(found("Haydale Graphene Industries wins an order", "news")).toEqual(["HAYD.L"]);
    expect(found("$BOOT breaks out", "informal")).toEqual(["BOOT"]);
    expect(found("BOOT calls", "informal")).toEqual([]);
    expect(found("Boot camp starts on Monday", "news")).toEqual([]);
  });

  it("does not take a token's symbol for a share in talk about tokens", () => {
    expect(stocksIn("my wallet holds NEM and BAT, both coins are dead")).toEqual([]);
    expect(stocksIn("selling BCH for BSV is a joke")).toEqual([]);
    expect(stocksIn("keep stacking sats")).toEqual([]);
    expect(stocksIn("NEM shares fell with gold")).toEqual(["NEM"]);
    expect(stocksIn("$BCH pays a dividend in Chile")).toEqual(["BCH"]);
  });

  it("never takes a fund or a small company for the index or the token whose symbol it has", () => {
    const linker = linkerOver([...builtInAssets, imported("BTC", "Zqxj Bitcoin Trust"), imported("SPX", "Vardel plc")]);
    const found = (text: string) => linker.link(text, { style: "informal" }).map((link) => link.key);
    expect(found("$BTC lost 90k, $SPX too")).toEqual([]);
    expect(found("NYSE: BTC is the cheap one")).toEqual(["BTC"]);
  });

  it("never lets an imported company's name hide a person or a product of a known one", () => {
    const linker = linkerOver([...builtInAssets, imported("ZQXJ", "Azure Inc"), imported("ZQXK", "Cohen Corp")]);
    const found = (text: string) => linker.link(text, { style: "informal" }).map((link) => link.key);
    expect(found("Azure growth is 39 % and the stock drops")).toEqual(["MSFT"]);
    expect(found("Cohen bought more shares")).toEqual(["GME"]);
  });

  it("never lets an imported asset take a present or former name or ticker of a built-in one", () => {
    const linker = linkerOver([
      ...builtInAssets,
      imported("08188", "GME Group", { country: "China", exchange: "HKEX" }),
      imported("FB", "Some Buffer ETF", { type: "etf" }),
      imported("MOON", "Moon Inc"),
      imported("IDX", "In-dex, Inc", { aliases: ["index"] }),
      imported("IG", "Investment Grade Corporate ETF", { type: "etf" }),
      imported("EMA", "Emera Inc", { country: "Canada", exchange: "TSX" }),
      imported("SQ", "Sahakol Equipment", { country: "Thailand", exchange: "SET" }),
    ]);
    const found = (text: string) => linker.link(text, { style: "informal" }).map((link) => link.key);
    expect(found("buy more GME")).toEqual(["GME"]);
    expect(found("$FB puts printing")).toEqual(["META"]);
    expect(found("Facebook Inc (NASDAQ:FB) is down")).toEqual(["META"]);
    expect(found("to the MOON")).toEqual([]);
    expect(found("the small cap Index is up")).toEqual([]);
    expect(found("follow us on [IG](the link)")).toEqual([]);
    expect(found("below the 200 EMA and the 9 ema")).toEqual([]);
    expect(linker.link("How Block (SQ) is shifting").map((link) => link.key)).toEqual(["XYZ"]);
  });
});

describe("a directory of tokens", () => {
  it("reads trading pairs, whose quote currency counts only if it is a token that people hold", () => {
    expect(tokensIn("BTCUSDT 4h")).toEqual(["BTC"]);
    expect(tokensIn("sol/usdt and LINK-USD")).toEqual(["SOL", "LINK"]);
    expect(tokensIn("ETH/BTC ratio").sort()).toEqual(["BTC", "ETH"]);
    const [link] = tokens.link("long BTC/USD now", { style: "informal" });
    expect(link?.evidence).toEqual([{ kind: "ticker", text: "BTC/USD" }]);
  });

  it("prefers the longest name", () => {
    expect(tokensIn("bitcoin cash and ethereum classic")).toEqual(["BCH", "ETC"]);
    expect(tokensIn("wrapped bitcoin")).toEqual(["WBTC"]);
  });

  it("needs evidence for symbols that are words", () => {
    for (const text of [
      "no ONE knows",
      "link in bio",
      "we are NEAR the end",
      "this will MOVE markets",
      "head in the sand",
      "LINK TO THE FULL LIST OF WINNERS",
    ])
      expect(tokensIn(text), text).toEqual([]);
    expect(tokensIn("$ONE and $near")).toEqual(["ONE", "NEAR"]);
    expect(tokensIn("staking LINK, my SAND bags")).toEqual(["LINK", "SAND"]);
    expect(tokensIn("Chainlink")).toEqual(["LINK"]);
  });

  it("ignores stock exchanges", () => {
    expect(tokens.link("Interlink Electronics (NASDAQ: LINK) reports")).toEqual([]);
    expect(tokens.link("Solana (SOL) gains")[0]?.evidence.map(({ kind }) => kind)).toEqual(["alias", "ticker"]);
  });

  it("reads the press, which writes names in lower case", () => {
    expect(tokens.link("The fund sold its bitcoin").map((link) => link.key)).toEqual(["BTC"]);
    expect(tokens.link("A ripple effect, and an avalanche of lawsuits")).toEqual([]);
  });
});
