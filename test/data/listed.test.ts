import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { coreWords } from "../../packages/core/src/linking/name-forms.js";
import { parseAssets } from "../../packages/core/src/subjects/parse-assets.js";

const read = (file: string) => readFileSync(new URL(`../../data/reference/${file}`, import.meta.url), "utf8");
const text = read("listed.csv");
const { assets: listed, refused } = parseAssets(text, "listed");
const { assets: builtIn } = parseAssets(read("assets.csv"), "built_in");
const ENDINGS: Readonly<Record<string, string>> = { LSE: ".L", ASX: ".AX", TSX: ".TO" };
const UNITED_STATES = new Set(["NASDAQ", "NYSE", "NYSE American"]);

describe("listed assets", () => {
  it("make, with the built-in ones, at least 6,000 assets", () => {
    expect(refused).toEqual([]);
    expect(text.startsWith("ticker,name,type,exchange\n")).toBe(true);
    expect(text.includes("\r")).toBe(false);
    expect(listed.length + builtIn.length).toBeGreaterThanOrEqual(6000);
    expect(listed.length).toBe(text.trim().split("\n").length - 1);
  });

  it("are shares in key order, each with a key of its exchange's form and a tidy name", () => {
    const keys = listed.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort((a, b) => (a < b ? -1 : 1)));
    const odd = listed.filter(({ key, exchange, name, type }) => {
      const ending = UNITED_STATES.has(exchange ?? "") ? "" : ENDINGS[exchange ?? ""];
      const hasForm = ending !== undefined && key.endsWith(ending) && /^[A-Z]{1,5}$/.test(key.slice(0, key.length - ending.length));
      const isTidy = name !== null && name === name.trim() && !/ {2}|[|’\t]/.test(name) && /\p{L}/u.test(name) && name.length <= 100;
      return !hasForm || !isTidy || type !== "stock";
    });
    expect(odd).toEqual([]);
  });

  it("are no bonds, warrants, preferred shares, funds or blank-cheque companies", () => {
    const odd = /\b(?:warrants?|preferred|debentures?|acquisition|etf|fund|rights?)\b|\d ?%/i;
    expect(listed.filter(({ name }) => odd.test(name ?? "")).map(({ key, name }) => `${key} ${name ?? ""}`)).toEqual([]);
  });

  it("take no ticker, former ticker or name of a built-in asset, and none twice", () => {
    const taken = new Set(builtIn.flatMap(({ key, formerTickers = [] }) => [key, ...formerTickers.map(({ ticker }) => ticker)]));
    expect(listed.filter(({ key }) => taken.has(key))).toEqual([]);
    const core = (name: string) => coreWords(name).join(" ");
    const names = new Set(builtIn.filter(({ type }) => type === "stock").map(({ name }) => core(name ?? "")));
    expect(listed.filter(({ name }) => names.has(core(name ?? ""))).map(({ key, name }) => `${key} ${name ?? ""}`)).toEqual([]);
    expect(new Set(listed.map(({ key }) => key)).size).toBe(listed.length);
    const full = listed.map(({ name }) => (name ?? "").toLowerCase());
    expect(full.filter((name, at) => full.indexOf(name) !== at)).toEqual([]);
  });
});
