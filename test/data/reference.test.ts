import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";

const SECTORS = new Set([
  "Communication Services",
  "Consumer Discretionary",
  "Consumer Staples",
  "Energy",
  "Financials",
  "Health Care",
  "Industrials",
  "Information Technology",
  "Materials",
  "Real Estate",
  "Utilities",
]);

const ETF_CATEGORIES = new Set([
  "Equity",
  "Fixed Income",
  "Commodity",
  "Real Estate",
  "Multi-Asset",
  "Currency",
  "Volatility",
  "Leveraged/Inverse",
  "Alternative",
  "Money Market",
  "Thematic",
  "Other",
]);

const EXCHANGE_BY_SUFFIX: Record<string, string> = {
  AS: "Euronext Amsterdam",
  AX: "ASX",
  BR: "Euronext Brussels",
  CO: "Nasdaq Copenhagen",
  DE: "XETRA",
  HE: "Nasdaq Helsinki",
  HK: "HKEX",
  JO: "JSE",
  KS: "KRX",
  L: "LSE",
  LS: "Euronext Lisbon",
  MC: "BME",
  MI: "Borsa Italiana",
  MX: "BMV",
  NS: "NSE",
  OL: "Oslo Bors",
  PA: "Euronext Paris",
  SA: "B3",
  SI: "SGX",
  SR: "TADAWUL",
  ST: "Nasdaq Stockholm",
  SW: "SIX",
  T: "TSE",
  TO: "TSX",
  TW: "TWSE",
  VI: "Wiener Borse",
};

const US_EXCHANGES = new Set(["NYSE", "NASDAQ", "NYSE ARCA", "NYSE American", "CBOE BZX", "OTC"]);

interface Table {
  text: string;
  fields: string[];
  rows: Record<string, string>[];
}

function load(file: string): Table {
  const path = fileURLToPath(new URL(`../../data/reference/${file}`, import.meta.url));
  const text = readFileSync(path, "utf8");
  const parsed = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(parsed.errors).toEqual([]);
  return { text, fields: parsed.meta.fields ?? [], rows: parsed.data };
}

const cell = (row: Record<string, string>, column: string): string => row[column] ?? "";
const list = (row: Record<string, string>, column: string): string[] => {
  const value = cell(row, column);
  return value === "" ? [] : value.split("|");
};
/** Lookup form of a publisher name: lower case, letters and digits only. */
const publisherKey = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Every key that more than one owner claims, as "key: owner, owner". */
function shared(claims: Iterable<readonly [key: string, owner: string]>): string[] {
  const owners = new Map<string, Set<string>>();
  for (const [key, owner] of claims) {
    const set = owners.get(key) ?? new Set<string>();
    set.add(owner);
    owners.set(key, set);
  }
  return [...owners].filter(([, set]) => set.size > 1).map(([key, set]) => `${key}: ${[...set].join(", ")}`);
}

/** Cells (and `|` parts) with surrounding space, doubled space, or an empty part. */
function untidy(table: Table, listColumns: readonly string[]): string[] {
  const bad: string[] = [];
  for (const row of table.rows) {
    for (const field of table.fields) {
      const value = cell(row, field);
      const parts = listColumns.includes(field) && value !== "" ? value.split("|") : [value];
      for (const part of parts) {
        if (part !== part.trim() || part.includes("  ") || (parts.length > 1 && part === "")) bad.push(`${field}: ${value}`);
      }
      if (!listColumns.includes(field) && value.includes("|")) bad.push(`${field}: ${value}`);
    }
  }
  return bad;
}

describe("reference assets", () => {
  const table = load("assets.csv");
  const { rows } = table;
  const byTicker = new Map(rows.map((row) => [cell(row, "ticker"), row]));
  const primaries = rows.filter((row) => cell(row, "primary") === "");

  it("has the documented header, LF line ends and trimmed cells", () => {
    expect(table.fields).toEqual([
      "ticker",
      "name",
      "type",
      "exchange",
      "sector",
      "country",
      "country_code",
      "aliases",
      "primary",
      "former_tickers",
    ]);
    expect(table.text.includes("\r")).toBe(false);
    expect(table.text.startsWith("\uFEFF")).toBe(false);
    expect(table.text.endsWith("\n")).toBe(true);
    expect(untidy(table, ["aliases", "former_tickers"])).toEqual([]);
  });

  it("dates every former ticker, in order, and gives none of them two owners on one day", () => {
    const entries = rows.flatMap((row) => list(row, "former_tickers").map((entry) => [cell(row, "ticker"), entry] as const));
    expect(entries.length).toBeGreaterThanOrEqual(110);
    expect(entries.filter(([, entry]) => !/^[A-Z0-9.-]{1,12}:20\d\d-[01]\d-[0-3]\d$/.test(entry))).toEqual([]);
    expect(entries.filter(([ticker, entry]) => entry.startsWith(`${ticker}:`))).toEqual([]);
    expect(shared(entries.map(([ticker, entry]) => [entry, ticker]))).toEqual([]);
  });

  it("has at least 1,050 rows, 220 foreign listings and 130 funds", () => {
    expect(rows.length).toBeGreaterThanOrEqual(1050);
    expect(rows.filter((row) => cell(row, "ticker").includes(".")).length).toBeGreaterThanOrEqual(220);
    expect(rows.filter((row) => cell(row, "type") === "ETF").length).toBeGreaterThanOrEqual(130);
  });

  it("has unique tickers, sorted, in upper-case Yahoo form", () => {
    const tickers = rows.map((row) => cell(row, "ticker"));
    expect(new Set(tickers).size).toBe(tickers.length);
    expect(tickers).toEqual([...tickers].sort(byCodePoint));
    expect(tickers.filter((ticker) => !/^[A-Z0-9&]+(-[A-Z0-9]+)*(\.[A-Z]{1,2})?$/.test(ticker))).toEqual([]);
  });

  it("fills every column but aliases and primary", () => {
    const required = ["ticker", "name", "type", "exchange", "sector", "country", "country_code"];
    expect(rows.filter((row) => required.some((column) => cell(row, column) === ""))).toEqual([]);
  });

  it("uses only the types Stock and ETF, with a sector or a fund category to match", () => {
    const bad = rows.filter((row) => {
      const type = cell(row, "type");
      if (type !== "Stock" && type !== "ETF") return true;
      return !(type === "Stock" ? SECTORS : ETF_CATEGORIES).has(cell(row, "sector"));
    });
    expect(bad).toEqual([]);
  });

  it("has two-letter country codes that stand for one country name each", () => {
    expect(rows.filter((row) => !/^[A-Z]{2}$/.test(cell(row, "country_code")))).toEqual([]);
    expect(shared(rows.map((row) => [cell(row, "country_code"), cell(row, "country")] as const))).toEqual([]);
    expect(shared(rows.map((row) => [cell(row, "country"), cell(row, "country_code")] as const))).toEqual([]);
  });

  it("names the exchange that the ticker's suffix stands for", () => {
    const bad = rows.filter((row) => {
      const suffix = /\.([A-Z]{1,2})$/.exec(cell(row, "ticker"))?.[1];
      const exchange = cell(row, "exchange");
      return suffix === undefined ? !US_EXCHANGES.has(exchange) : EXCHANGE_BY_SUFFIX[suffix] !== exchange;
    });
    expect(bad).toEqual([]);
  });

  it("points each secondary listing at an existing primary listing that is not itself secondary", () => {
    const bad = rows.filter((row) => {
      const primary = cell(row, "primary");
      if (primary === "") return false;
      const target = byTicker.get(primary);
      return target === undefined || target === row || cell(target, "primary") !== "";
    });
    expect(bad).toEqual([]);
  });

  it("gives a secondary listing the type and sector of its primary, and no aliases", () => {
    const bad = rows.filter((row) => {
      const target = byTicker.get(cell(row, "primary"));
      if (target === undefined) return false;
      return (
        cell(row, "aliases") !== "" ||
        cell(row, "sector") !== cell(target, "sector") ||
        cell(row, "type") !== cell(target, "type")
      );
    });
    expect(bad).toEqual([]);
  });

  it("gives no alias to two companies, whatever its case", () => {
    const claims = primaries.flatMap((row) =>
      list(row, "aliases").map((alias) => [alias.toLowerCase(), cell(row, "ticker")] as const),
    );
    expect(shared(claims)).toEqual([]);
    const seen = rows.flatMap((row) => list(row, "aliases").map((alias) => alias.toLowerCase()));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it("gives no company the name or an alias that another company has as its name", () => {
    const claims = primaries.flatMap((row) =>
      [cell(row, "name"), ...list(row, "aliases")].map((form) => [form.toLowerCase(), cell(row, "ticker")] as const),
    );
    expect(shared(claims)).toEqual([]);
  });

  it("does not repeat the ticker or the full name as an alias", () => {
    const bad = rows.filter((row) =>
      list(row, "aliases").some((alias) => alias === cell(row, "ticker") || alias === cell(row, "name")),
    );
    expect(bad).toEqual([]);
  });

  it("finds well-known companies by the names people use", () => {
    const owner = new Map(
      primaries.flatMap((row) => list(row, "aliases").map((alias) => [alias.toLowerCase(), cell(row, "ticker")] as const)),
    );
    const expected: Record<string, string> = {
      apple: "AAPL",
      google: "GOOGL",
      facebook: "META",
      "berkshire hathaway": "BRK-B",
      goldman: "GS",
      "j.p. morgan": "JPM",
      "p&g": "PG",
      bofa: "BAC",
      "big blue": "IBM",
      "taiwan semi": "TSM",
      shell: "SHEL.L",
      toyota: "7203.T",
      lvmh: "MC.PA",
      shopify: "SHOP.TO",
      samsung: "005930.KS",
    };
    for (const [alias, ticker] of Object.entries(expected)) expect([alias, owner.get(alias)]).toEqual([alias, ticker]);
  });
});

describe("reference tokens", () => {
  const table = load("tokens.csv");
  const { rows } = table;

  it("has the documented header, at least 120 rows, LF line ends and trimmed cells", () => {
    expect(table.fields).toEqual(["symbol", "name", "aliases", "former_tickers"]);
    expect(rows.flatMap((row) => list(row, "former_tickers")).filter((entry) => !/^[A-Z0-9]+:20\d\d-[01]\d-[0-3]\d$/.test(entry))).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(120);
    expect(table.text.includes("\r")).toBe(false);
    expect(untidy(table, ["aliases"])).toEqual([]);
    expect(rows.filter((row) => cell(row, "name") === "")).toEqual([]);
  });

  it("has unique upper-case symbols of letters and digits, sorted", () => {
    const symbols = rows.map((row) => cell(row, "symbol"));
    expect(new Set(symbols).size).toBe(symbols.length);
    expect(symbols).toEqual([...symbols].sort(byCodePoint));
    expect(symbols.filter((symbol) => !/^[A-Z0-9]+$/.test(symbol))).toEqual([]);
  });

  it("gives no name or alias to two tokens, whatever its case", () => {
    const claims = rows.flatMap((row) =>
      [cell(row, "name"), ...list(row, "aliases")].map((form) => [form.toLowerCase(), cell(row, "symbol")] as const),
    );
    expect(shared(claims)).toEqual([]);
  });

  it("does not repeat the symbol or another alias as an alias", () => {
    const bad = rows.filter((row) => {
      const aliases = list(row, "aliases").map((alias) => alias.toLowerCase());
      return list(row, "aliases").includes(cell(row, "symbol")) || new Set(aliases).size !== aliases.length;
    });
    expect(bad).toEqual([]);
  });

  it("finds the main tokens by name", () => {
    const owner = new Map(rows.flatMap((row) => list(row, "aliases").map((alias) => [alias, cell(row, "symbol")] as const)));
    for (const [alias, symbol] of [
      ["Bitcoin", "BTC"],
      ["ether", "ETH"],
      ["Ripple", "XRP"],
      ["Dogecoin", "DOGE"],
    ] as const) {
      expect([alias, owner.get(alias)]).toEqual([alias, symbol]);
    }
  });
});

describe("reference news sources", () => {
  const table = load("news-sources.csv");
  const { rows } = table;
  const index = new Map(
    rows.flatMap((row) =>
      [cell(row, "name"), ...list(row, "aliases")].map((name) => [publisherKey(name), cell(row, "id")] as const),
    ),
  );

  it("has the documented header, at least 110 rows, LF line ends and trimmed cells", () => {
    expect(table.fields).toEqual(["id", "name", "aliases", "hosts"]);
    expect(rows.length).toBeGreaterThanOrEqual(110);
    expect(table.text.includes("\r")).toBe(false);
    expect(untidy(table, ["aliases", "hosts"])).toEqual([]);
    expect(rows.filter((row) => cell(row, "name") === "")).toEqual([]);
  });

  it("has unique lower-case slugs, sorted", () => {
    const ids = rows.map((row) => cell(row, "id"));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort(byCodePoint));
    expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  });

  it("gives no name or alias to two sources, ignoring case and punctuation", () => {
    const claims = rows.flatMap((row) =>
      [cell(row, "name"), ...list(row, "aliases")].map((name) => [publisherKey(name), cell(row, "id")] as const),
    );
    expect(shared(claims)).toEqual([]);
    expect(claims.filter(([key]) => key === "")).toEqual([]);
  });

  it("lists each host once, in lower case and without www", () => {
    const hosts = rows.flatMap((row) => list(row, "hosts"));
    expect(new Set(hosts).size).toBe(hosts.length);
    expect(hosts.filter((host) => host.startsWith("www.") || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))).toEqual([]);
  });

  it("keeps aggregator hosts for the aggregator", () => {
    const holders = rows.filter((row) => list(row, "hosts").some((host) => /(^|\.)yahoo\.com$/.test(host)));
    expect(holders.map((row) => cell(row, "id"))).toEqual(["yahoo-finance"]);
  });

  it("resolves publishers as feeds write them", () => {
    const expected: Record<string, string> = {
      Reuters: "reuters",
      "Reuters Videos": "reuters",
      Bloomberg: "bloomberg",
      "Simply Wall St.": "simply-wall-st",
      "Motley Fool": "motley-fool",
      "Barrons.com": "barrons",
      "24/7 Wall St.": "24-7-wall-st",
      "GuruFocus.com": "gurufocus",
      WSJ: "wall-street-journal",
      "Investor's Business Daily": "investors-business-daily",
      IBD: "investors-business-daily",
      "Yahoo Finance Video": "yahoo-finance",
      "Oilprice.com": "oilprice",
      "PA Media: Money": "pa-media",
      AFP: "agence-france-presse",
      Benzinga: "benzinga",
      "MT Newswires": "mt-newswires",
    };
    for (const [publisher, id] of Object.entries(expected)) {
      expect([publisher, index.get(publisherKey(publisher))]).toEqual([publisher, id]);
    }
  });
});
