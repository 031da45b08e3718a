import type { Asset } from "./asset.js";
import { foldedKey, listingSuffix, rootTicker } from "./asset-key.js";
import { precedence } from "./asset-precedence.js";
import { exchangeNamed } from "./exchange.js";
import { foldPhrase } from "./fold-text.js";
import { AliasClaims, distinguishingWords } from "./alias-claims.js";
import { isAddressable, type RefusedRow } from "./parse-assets.js";

/** One row of an imported table, by column: `ticker`, `name`, `exchange`, `asset_type`, `stock_sector`, `etf_category`, `country`, `aliases`. */
export type ImportRow = Readonly<Record<string, unknown>>;

/** What an import did. `rows` is the sum of the other counts and the refusals. */
export interface ImportReport {
  readonly rows: number;
  /** New assets. */
  readonly added: number;
  /** Rows of assets that were known: facts filled in, aliases added, or an earlier import replaced. */
  readonly merged: number;
  /** Rows that changed nothing. */
  readonly unchanged: number;
  readonly refused: readonly RefusedRow[];
  /** Aliases left out because another company owns the spelling or several claim it. */
  readonly aliasesDropped: number;
  /** Facts on which a row and a built-in asset disagree; the built-in one stands. */
  readonly conflicts: readonly ImportConflict[];
}

/** A fact that was not taken over. */
export interface ImportConflict {
  readonly key: string;
  readonly field: "name" | "sector" | "country";
  readonly kept: string;
  readonly imported: string;
}

/** The graph after an import. */
export interface ImportedAssets {
  /** Every asset, in key order. */
  readonly assets: readonly Asset[];
  /** Those that an import added or changed: what must be stored to have them again (see {@link restoreImport}). */
  readonly stored: readonly Asset[];
  readonly report: ImportReport;
}

type Candidate = { readonly row: number; readonly asset: Asset };

/**
 * Merges a table into the graph. Rows of a built-in listing only fill what it lacks and add aliases; a ticker whose
 * built-in owner is another company is refused (`ticker_taken`). A row takes the place of a listed asset. Importing the same table again changes nothing.
 *
 * @param current Built-in assets and those of earlier imports.
 */
export function importAssets(current: readonly Asset[], rows: readonly ImportRow[]): ImportedAssets {
  const { candidates, refused } = readRows(rows);
  const assets = new Map(current.map((asset) => [foldedKey(asset.key), asset]));
  const keyOfListing = new Map(
    current
      // A row that took a listed asset's place has its key.
      .filter((asset) => asset.origin !== "imported" || listingSuffix(asset.key) !== null)
      .sort((a, b) => precedence[b.origin] - precedence[a.origin])
      .map((asset) => [listingOf(asset), asset]),
  );
  const knownOf = (asset: Asset) => assets.get(foldedKey(asset.key)) ?? keyOfListing.get(listingOf(asset));
  const claims = new AliasClaims([...current, ...candidates.map((candidate) => candidate.asset)], knownOf);
  const conflicts: ImportConflict[] = [];
  let [added, merged, unchanged] = [0, 0, 0];
  for (const { row, asset } of candidates) {
    const known = knownOf(asset);
    const safe = { ...asset, aliases: asset.aliases.filter((alias) => claims.mayHave(known ?? asset, alias)) };
    if (known === undefined) {
      assets.set(foldedKey(asset.key), safe);
      added += 1;
      continue;
    }
    if (known.origin === "built_in" && !isSameCompany(known, asset)) {
      refused.push({ row, key: asset.key, reason: "ticker_taken" });
      continue;
    }
    const result = known.origin === "built_in" ? fillIn(known, safe, conflicts) : { ...safe, key: known.key };
    if (isSame(known, result)) unchanged += 1;
    else merged += 1;
    assets.set(foldedKey(known.key), result);
  }
  const before = new Map(current.map((asset) => [asset.key, asset]));
  const all = [...assets.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    assets: all,
    stored: all.filter((asset) => asset.origin === "imported" || asset !== before.get(asset.key)),
    report: {
      rows: rows.length,
      added,
      merged,
      unchanged,
      refused: refused.sort((a, b) => a.row - b.row),
      aliasesDropped: claims.dropped,
      conflicts,
    },
  };
}

/**
 * Puts stored rows back on top of the built-in assets of this version: imported assets as they are (unless this version
 * has them built in), and for built-in ones only the aliases and facts that they lack.
 */
export function restoreImport(builtIn: readonly Asset[], stored: readonly Asset[]): Asset[] {
  const assets = new Map(builtIn.map((asset) => [foldedKey(asset.key), asset]));
  for (const asset of stored) {
    const known = assets.get(foldedKey(asset.key));
    if (asset.origin === "imported" && (known === undefined || known.origin === "listed"))
      assets.set(foldedKey(asset.key), asset);
    else if (known !== undefined && isSameCompany(known, asset))
      assets.set(foldedKey(asset.key), fillIn(known, asset, []));
  }
  return [...assets.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function readRows(rows: readonly ImportRow[]): { candidates: Candidate[]; refused: RefusedRow[] } {
  const candidates: Candidate[] = [];
  const refused: RefusedRow[] = [];
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    const asset = assetOf(row);
    const refuse = (reason: RefusedRow["reason"]) => void refused.push({ row: index + 1, key: asset.key, reason });
    if (asset.key === "") return refuse("no_ticker");
    if (!isAddressable(asset.key)) return refuse("bad_ticker");
    if (asset.name === null) return refuse("no_name");
    const type = textOf(row["asset_type"] ?? row["type"]).toLowerCase();
    if (type !== "stock" && type !== "etf") return refuse("bad_type");
    if (seen.has(foldedKey(asset.key))) return refuse("duplicate_ticker");
    seen.add(foldedKey(asset.key));
    candidates.push({ row: index + 1, asset });
  });
  return { candidates, refused };
}

function assetOf(row: ImportRow): Asset {
  const type = textOf(row["asset_type"] ?? row["type"]).toLowerCase() === "etf" ? "etf" : "stock";
  const sector = type === "etf" ? row["etf_category"] : row["stock_sector"];
  return {
    key: textOf(row["ticker"]).toUpperCase(),
    name: textOf(row["name"]) || null,
    type,
    exchange: textOf(row["exchange"]) || null,
    sector: textOf(sector ?? row["sector"]) || null,
    country: textOf(row["country"]) || null,
    aliases: [...new Set(aliasesOf(row["aliases"]))].sort(),
    primary: textOf(row["primary"]).toUpperCase() || null,
    origin: "imported",
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim() : typeof value === "number" ? String(value) : "";
}

/** A list, a list-like object of the query engine (`{ items }`), or text parted by `|`, `;` or `,`. */
function aliasesOf(value: unknown): string[] {
  if (typeof value === "string") return aliasesOf(value.replace(/^\[|\]$/g, "").split(/[|;,]/));
  if (typeof value === "object" && value !== null && "items" in value) return aliasesOf(value.items);
  if (!Array.isArray(value)) return [];
  return value
    .map((alias) =>
      textOf(alias)
        .replace(/^['"]|['"]$/g, "")
        .replaceAll("|", " ")
        .toLowerCase(),
    )
    .filter((alias) => alias.length > 1);
}

/** `AZN` on the LSE and the key `AZN.L` are one listing: `azn@L`. */
function listingOf(asset: Asset): string {
  const exchange = asset.exchange === null ? null : exchangeNamed(asset.exchange);
  const suffix = exchange?.suffix ?? (exchange === null ? (asset.exchange ?? "") : "US");
  return `${rootTicker(asset.key).replace(/^0+/, "")}@${suffix}`;
}

/** Whether two rows of one ticker are the same company: some distinguishing word of their names or aliases is shared. */
function isSameCompany(known: Asset, imported: Asset): boolean {
  const knownWords = new Set(distinguishingWords(known));
  const importedWords = distinguishingWords(imported);
  return knownWords.size === 0 || importedWords.length === 0 || importedWords.some((word) => knownWords.has(word));
}

function fillIn(known: Asset, imported: Asset, conflicts: ImportConflict[]): Asset {
  for (const field of ["name", "sector", "country"] as const) {
    const [kept, other] = [known[field], imported[field]];
    if (kept !== null && other !== null && foldPhrase(kept) !== foldPhrase(other))
      conflicts.push({ key: known.key, field, kept, imported: other });
  }
  const spelled = new Set([known.name ?? "", ...known.aliases].map(foldPhrase));
  // A single word would compete with the names that texts are searched for; the built-in asset has its own.
  const more = imported.aliases.filter((alias) => alias.includes(" ") && !spelled.has(foldPhrase(alias)));
  const filled: Asset = {
    ...known,
    name: known.name ?? imported.name,
    exchange: known.exchange ?? imported.exchange,
    sector: known.sector ?? imported.sector,
    country: known.country ?? imported.country,
    aliases: more.length === 0 ? known.aliases : [...known.aliases, ...more],
  };
  return isSame(known, filled) ? known : filled;
}

function isSame(a: Asset, b: Asset): boolean {
  return (
    a.name === b.name &&
    a.type === b.type &&
    a.exchange === b.exchange &&
    a.sector === b.sector &&
    a.country === b.country &&
    a.primary === b.primary &&
    a.aliases.join("|") === b.aliases.join("|")
  );
}
