// Writes data/reference/listed.csv: shares listed in New York, London, Sydney or Toronto that data/reference/assets.csv
// lacks, from a table of listings. Only ticker, name and exchange are taken over: its other columns are wrong too often.
// Usage: node scripts/listed-assets.mjs TABLE    (a table that `sentiment reference import` reads; build first)
import { readFileSync, writeFileSync } from "node:fs";
import Papa from "papaparse";
import { parseAssets } from "@market-sentiment/core";
import { readTableFile } from "@market-sentiment/core/node";

const reference = new URL("../data/reference/", import.meta.url);
/** Exchange of the table: the exchange as we name it, and the ending of its keys. */
const EXCHANGES = {
  NASDAQ: ["NASDAQ", ""],
  NYSE: ["NYSE", ""],
  "NYSE MKT": ["NYSE American", ""],
  LSE: ["LSE", ".L"],
  ASX: ["ASX", ".AX"],
  TSX: ["TSX", ".TO"],
};
/** Endings that a listing adds to a company's name. */
const LISTING =
  /[,\s-]+(?:(?:new )?(?:class [a-z]\b.*|common (?:stock|shares?).*|ordinary shares?.*|american deposit.*|depositary shares?.*|ord(?:inary)?\b.*|npv\b.*|shs\b.*))$/i;
/** What is no company's share: rights, bonds, preferred shares, blank-cheque companies and funds. */
const NO_SHARE =
  /warrant|\bunits?\b|\brights?\b|preferred|\bpref\b|\bprf\b|\bcum\b|notes?\b|debent|acquisition|\bspac\b|\bfunds?\b|\betfs?\b|\d ?%|\bvct\b|investment trust|closed|income trust|municipal|\bbond\b|perpetual|redeem|series|\bcdrs?\b|\bgdrs?\b|hedged|\brepr\b|receipt/i;

const { assets } = parseAssets(readFileSync(new URL("assets.csv", reference), "utf8"), "built_in");
const takenKeys = new Set(
  assets.flatMap(({ key, formerTickers = [] }) => [key, ...formerTickers.map((one) => one.ticker)]),
);
const takenNames = new Set(assets.flatMap(({ name, aliases }) => [name ?? "", ...aliases].map(coreOf)));

const rows = new Map();
for await (const { ticker, name, exchange, asset_type: type } of readTableFile(process.argv[2])) {
  const [shown, ending] = EXCHANGES[exchange] ?? [];
  if (shown === undefined || type !== "Stock" || !/^[A-Z]{1,5}$/.test(ticker) || NO_SHARE.test(name)) continue;
  const key = `${ticker}${ending}`;
  const tidy = tidyName(name);
  const core = coreOf(tidy);
  if (takenKeys.has(key) || takenNames.has(core) || core.length < 2 || !/[a-z]/i.test(core) || tidy.includes("|"))
    continue;
  // Of several lines of one company, the one with the shortest ticker; a warrant's is a letter longer.
  const known = rows.get(core);
  if (known !== undefined && rank(known) <= rank({ key, ending })) continue;
  rows.set(core, { key, ending, name: tidy, exchange: shown });
}
const byKey = new Map([...rows.values()].map((row) => [row.key, row]));
const sorted = [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
const data = sorted.map(({ key, name, exchange }) => [key, name, "Stock", exchange]);
writeFileSync(
  new URL("listed.csv", reference),
  `${Papa.unparse({ fields: ["ticker", "name", "type", "exchange"], data }, { newline: "\n" })}\n`,
);
console.log(`${sorted.length} listings that assets.csv (${assets.length} assets) lacks`);

function rank({ key, ending }) {
  return (ending === "" ? 0 : 100) + key.length;
}

function tidyName(name) {
  const plain = name
    .normalize("NFC")
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .replace(LISTING, "")
    .replace(/[,\s-]+$/, "");
  const shouted = plain === plain.toUpperCase();
  return shouted
    ? plain.toLowerCase().replace(/(^|[\s(&/.-])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase())
    : plain;
}

/** A name without legal form, for finding a company that is here already. */
function coreOf(name) {
  return name
    .toLowerCase()
    .replace(/[.,'()&/-]+/g, " ")
    .replace(
      /\b(?:inc|incorporated|corp|corporation|co|company|plc|ltd|limited|llc|lp|l p|ag|sa|s a|se|nv|n v|group|holdings?|the|and|trust|adr|ads|class [a-z])\b/g,
      " ",
    )
    .replace(/\s+/g, " ")
    .trim();
}
