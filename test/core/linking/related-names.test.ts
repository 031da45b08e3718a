import { utcDay } from "../../../packages/core/src/time/utc-day.js";
import { describe, expect, it } from "vitest";
import { builtInAssets, linkerOver } from "./support.js";

const linker = linkerOver(builtInAssets);
const found = (text: string, style: "news" | "informal" = "news", day: string | null = null) =>
  linker.link(text, { style, day: day === null ? null : utcDay(day) }).map((link) => link.key);

describe("products, subsidiaries and people", () => {
  it("are evidence of their own kind, and weigh less than the company's name", () => {
    const [product] = linker.link("AWS outage stops payments at noon");
    const [subsidiary] = linker.link("Primark opens in Denver");
    const [person] = linker.link("Dimon warns investors of bad loans");
    const [name] = linker.link("Amazon outage stops payments at noon");
    expect([product, subsidiary, person].map((link) => [link?.key, link?.evidence[0]?.kind])).toEqual([
      ["AMZN", "product"],
      ["ABF.L", "subsidiary"],
      ["JPM", "person"],
    ]);
    for (const link of [product, subsidiary, person])
      expect(link?.confidence).toBeLessThan((name?.confidence ?? 0) - 0.2);
  });

  it("count in posts only beside talk of business, and what everybody uses not at all", () => {
    expect(found("Azure growth is 39 % and the stock drops", "informal")).toEqual(["MSFT"]);
    expect(found("the sea was azure, what a day", "informal")).toEqual([]);
    expect(found("I saw a YouTube video about stocks", "informal")).toEqual([]);
    expect(found("YouTube raises what it pays creators")).toEqual(["GOOGL"]);
  });

  it("count as people only beside shares and without another company", () => {
    expect(found("Ryan Cohen bought more shares", "informal")).toEqual(["GME"]);
    expect(found("Ryan Cohen sounds tired", "informal")).toEqual([]);
    expect(found("Ryan Cohen sold his Apple and Citi shares", "informal")).toEqual(["C", "AAPL"]);
  });

  it("belong to their owner only since it owns them", () => {
    expect(found("VMware raises prices", "news", "2024-05-01")).toEqual(["AVGO"]);
    expect(found("VMware raises prices", "news", "2015-05-01")).toEqual([]);
    expect(found("VMware raises prices")).toEqual(["AVGO"]);
  });
});

describe("former names", () => {
  it.each([
    ["Praxair lifts its dividend", "2016-05-01", ["LIN"]],
    ["Praxair veterans meet in Danbury", null, ["LIN"]],
    ["Mylan cuts prices", "2017-05-01", ["VTRS"]],
    ["Symantec cuts its outlook", "2018-05-01", ["GEN"]],
    ["Symantec cuts its outlook", "2021-05-01", []],
    ["Yandex raises its forecast", "2019-05-01", ["NBIS"]],
    ["Yandex raises its forecast", null, []],
  ])("mean today's company, those that mean another since then only until then: %s, %s", (text, day, keys) => {
    expect(found(text, "news", day)).toEqual(keys);
  });
});

describe("tickers without a sign", () => {
  it.each([
    ["MU dump was easy to see", ["MU"]],
    ["MA vs. PYPL", ["MA", "PYPL"]],
    ["GE Q1 was clean", ["GE"]],
    ["LLY's chart goes up", ["LLY"]],
    ["TD or RY?", ["TD", "RY"]],
    ["brkb is my savings account", ["BRK-B"]],
    ["ON puts, chips for cars are dead", ["ON"]],
    ["fb calls are printing", ["META"]],
  ])("are read in a post where shares, a deed or a rival follows: %s", (text, keys) => {
    expect(found(text, "informal").sort()).toEqual([...keys].sort());
  });

  it.each([
    "ALL calls are dead",
    "do your own DD",
    "AM or PM?",
    "two hrs left",
    "the MA's cross",
    "this is IT",
    "GM everyone",
  ])("are not read where the letters mean something else: %s", (text) => {
    expect(found(text, "informal")).toEqual([]);
  });

  it("are read in headlines with a possessive, and where the press uses them as names", () => {
    expect(found("XOM's Q1 gets help from oil")).toEqual(["XOM"]);
    expect(found("GM idles a plant in Ohio")).toEqual(["GM"]);
    expect(found("CVS to close more shops")).toEqual(["CVS"]);
    expect(found("GM crops win approval in Kenya")).toEqual([]);
  });
});

describe("names that are something else", () => {
  it.each([
    "Temperatures top 41 Celsius in Seville",
    "Freeport, Maine, bets on lobster rolls",
    "Palo Alto residents fight a plan for flats",
    "Apollo 13 capsule goes on tour",
    "Robot da Vinci 5 clears Europe",
    "A train stops at the mouth of the Amazon",
    "Über die Brücke: a memoir",
  ])("link nothing: %s", (text) => {
    expect(found(text)).toEqual([]);
  });

  it("still link where the company acts", () => {
    expect(found("Vertex slides as painkiller fails trial")).toEqual(["VRTX"]);
    expect(found("Albemarle sells its catalyst unit")).toEqual(["ALB"]);
    expect(found("Coles says eggs will stay scarce")).toEqual(["COL.AX"]);
  });
});
