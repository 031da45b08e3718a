import { MarketDataError } from "../errors.js";
import { Papa } from "../papaparse.js";
import { utcDay } from "../time/utc-day.js";
import type { Asset, AssetType } from "./asset.js";
import { dollarTicker, newsTicker } from "./grammars.js";

/** A record that was left out, and why. `row` counts records from 1, the header not counted. */
export interface RefusedRow {
  readonly row: number;
  readonly key: string;
  readonly reason: "no_ticker" | "bad_ticker" | "bad_type" | "duplicate_ticker" | "ticker_taken" | "no_name";
}

/** What a reference file held. */
export interface ParsedAssets {
  readonly assets: readonly Asset[];
  readonly refused: readonly RefusedRow[];
}

/** A parsed file with a header. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** The reader of a column. */
  column(name: string): (fields: readonly string[]) => string;
}

/** Columns of a reference file of stocks and funds; `origin` is only in files that we store after an import. */
const ASSET_COLUMNS = ["ticker", "name", "type", "exchange", "sector", "country", "aliases", "primary"] as const;

const TYPES: Readonly<Record<string, AssetType>> = { stock: "stock", etf: "etf" };
const BUILT_IN_FORM = /^[A-Z0-9]{1,10}(-[A-Z])?(\.[A-Z]{1,3})?$/;

/** Whether some path can name this key; a key that none can name has no place in the graph. Expects upper case. */
export function isAddressable(key: string): boolean {
  return BUILT_IN_FORM.test(key) || dollarTicker.parse(key) !== null || newsTicker.parse(key) !== null;
}

/**
 * Reads comma-separated text with a header (columns in any order, unknown ones ignored, `aliases` and `former_tickers`
 * parted by `|`).
 * A faulty record is refused with a reason and the rest is kept; the first of two equal tickers wins.
 *
 * @throws MarketDataError `invalid_file` when the header lacks `ticker` or `name`.
 */
export function parseAssets(text: string, origin: Asset["origin"]): ParsedAssets {
  const table = readTable(text, ["ticker", "name"]);
  const cell = {
    ticker: table.column("ticker"),
    name: table.column("name"),
    type: table.column("type"),
    exchange: table.column("exchange"),
    sector: table.column("sector"),
    country: table.column("country"),
    aliases: table.column("aliases"),
    primary: table.column("primary"),
    origin: table.column("origin"),
    formerTickers: table.column("former_tickers"),
  };
  const assets: Asset[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  table.rows.forEach((fields, index) => {
    const key = cell.ticker(fields).toUpperCase();
    const type = TYPES[(cell.type(fields) || "stock").toLowerCase()];
    const refuse = (reason: RefusedRow["reason"]) => void refused.push({ row: index + 1, key, reason });
    if (key === "") return refuse("no_ticker");
    if (!isAddressable(key)) return refuse("bad_ticker");
    if (type === undefined) return refuse("bad_type");
    if (seen.has(key)) return refuse("duplicate_ticker");
    seen.add(key);
    assets.push({
      key,
      name: cell.name(fields) || null,
      type,
      exchange: cell.exchange(fields) || null,
      sector: cell.sector(fields) || null,
      country: cell.country(fields) || null,
      aliases: listOf(cell.aliases(fields)),
      primary: cell.primary(fields).toUpperCase() || null,
      origin: originIn(cell.origin(fields)) ?? origin,
      ...formerTickersIn(cell.formerTickers(fields)),
    });
  });
  return { assets, refused };
}

/** The stored origin of a row; null where none of ours is written. */
function originIn(text: string): Asset["origin"] | null {
  return text === "built_in" || text === "listed" ? text : null;
}

/** `FB:2022-06-08|…`: former tickers, each with its last day. */
export function formerTickersIn(text: string): Pick<Asset, "formerTickers"> {
  if (text === "") return {};
  const formerTickers = listOf(text).map((entry) => {
    const [ticker = "", until = ""] = entry.split(":");
    return { ticker: ticker.toUpperCase(), until: utcDay(until) };
  });
  return { formerTickers };
}

/** A header-led table: its records, and a reader (trimmed, empty when missing) for each column asked for. */
export function readTable(text: string, required: readonly string[]): Table {
  const [header = [], ...rows] = Papa.parse<string[]>(text.replace(/^\uFEFF/, ""), { skipEmptyLines: true }).data;
  const position = new Map(header.map((name, index) => [name.trim().toLowerCase(), index]));
  const missing = required.filter((column) => !position.has(column));
  if (missing.length > 0) {
    throw new MarketDataError("invalid_file", `The reference file lacks the column ${missing.join(", ")}.`, {
      missing,
    });
  }
  return {
    rows,
    column(name) {
      const index = position.get(name);
      return (fields) => (index === undefined ? "" : (fields[index]?.trim() ?? ""));
    },
  };
}

/** A `|`-parted cell as its entries, empty ones dropped. */
export function listOf(text: string): string[] {
  if (text === "") return [];
  return text
    .split("|")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Writes assets in the form that {@link parseAssets} reads, `origin` included; the same assets give the same text. */
export function formatAssets(assets: readonly Asset[]): string {
  const rows = assets.map((asset) => [
    asset.key,
    asset.name ?? "",
    asset.type,
    asset.exchange ?? "",
    asset.sector ?? "",
    asset.country ?? "",
    asset.aliases.join("|"),
    asset.primary ?? "",
    asset.origin,
  ]);
  return `${Papa.unparse({ fields: [...ASSET_COLUMNS, "origin"], data: rows }, { newline: "\n" })}\n`;
}
