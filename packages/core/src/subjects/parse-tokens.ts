import type { Asset } from "./asset.js";
import { cryptoSymbol } from "./grammars.js";
import { formerTickersIn, listOf, readTable, type ParsedAssets, type RefusedRow } from "./parse-assets.js";

/**
 * Reads the token table (`symbol,name,aliases,former_tickers`; entries parted by `|`). A faulty record is refused with a reason and
 * the rest is kept; the first of two equal symbols wins.
 *
 * @throws MarketDataError `invalid_file` when the header lacks `symbol` or `name`.
 */
export function parseTokens(text: string, origin: Asset["origin"] = "built_in"): ParsedAssets {
  const table = readTable(text, ["symbol", "name"]);
  const [symbol, name, aliases] = [table.column("symbol"), table.column("name"), table.column("aliases")];
  const formerTickers = table.column("former_tickers");
  const assets: Asset[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  table.rows.forEach((fields, index) => {
    const key = symbol(fields).toUpperCase();
    const refuse = (reason: RefusedRow["reason"]) => void refused.push({ row: index + 1, key, reason });
    if (key === "") return refuse("no_ticker");
    if (key.startsWith("$") || cryptoSymbol.parse(key) === null) return refuse("bad_ticker");
    if (seen.has(key)) return refuse("duplicate_ticker");
    seen.add(key);
    assets.push({
      key,
      name: name(fields) || null,
      type: "token",
      exchange: null,
      sector: null,
      country: null,
      aliases: listOf(aliases(fields)),
      primary: null,
      origin,
      ...formerTickersIn(formerTickers(fields)),
    });
  });
  return { assets, refused };
}
