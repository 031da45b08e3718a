import type { Asset } from "../subjects/asset.js";
import { AssetDirectory } from "../subjects/directory.js";
import type { UtcDay } from "../time/utc-day.js";
import { foldedKey, unmarkedClass } from "../subjects/asset-key.js";
import { exchangeNamed, type Exchange } from "../subjects/exchange.js";
import type { Company } from "./company.js";

/** A company through one of its listings. */
export interface TickerOwner {
  readonly company: Company;
  readonly asset: Asset;
}

const HONG_KONG_DIGITS = 4;
const SHORTEST_FORMER = 4;
/** Symbols of indexes, futures and tokens: whatever fund or small company abroad is listed under them, `$BTC` is not it. */
const KNOWN_SYMBOLS = new Set(
  "SPX NDX RUT DXY VIX DJI DJIA ES NQ RTY CL GC BTC ETH SOL XRP DOGE ADA LTC BNB DOT AVAX LINK SHIB PEPE TRX TON XLM HBAR BCH XMR ETC ATOM UNI AAVE USDT USDC".split(
    " ",
  ),
);

/** Finds the owner of a ticker as texts write it. */
export class TickerIndex {
  readonly #directory: AssetDirectory;
  readonly #companies = new Map<string, Company>();
  readonly #words = new Set<string>();
  readonly #former = new Map<string, { readonly until: UtcDay; readonly owner: TickerOwner }[]>();

  /** `isOrdinary` knows the words of a dictionary, folded. */
  constructor(
    companies: readonly Company[],
    readonly isOrdinary: (word: string) => boolean,
  ) {
    this.#directory = new AssetDirectory(companies.flatMap((company) => company.listings));
    for (const company of companies) {
      for (const listing of company.listings) {
        this.#companies.set(listing.key, company);
        if (listing.origin === "built_in") {
          this.#words.add(listing.key.toLowerCase());
          this.#words.add((unmarkedClass(foldedKey(listing.key)) ?? listing.key).toLowerCase());
        }
        for (const { ticker, until } of listing.formerTickers ?? []) {
          if (listing.origin === "built_in" && isSpokenFormer(ticker)) this.#words.add(ticker.toLowerCase());
          const owners = this.#former.get(foldedKey(ticker)) ?? [];
          const latest = [...owners, { until, owner: { company, asset: listing } }];
          latest.sort((a, b) => (a.until < b.until ? -1 : 1));
          this.#former.set(foldedKey(ticker), latest);
        }
      }
    }
  }

  /**
   * The owner of a ticker without exchange: `NVDA`, `BRK.B`, `AZN.L`. On a day on which another company had it, that one. A
   * former ticker that nobody, or only an imported asset, took over still means its old owner. A ticker of the American
   * form means an American listing, unless an exchange stands before it ({@link ownerOn}) or the company is built in.
   *
   * @param day Day of the text; null where it is not known: the present.
   */
  ownerOf(ticker: string, day: UtcDay | null = null): TickerOwner | null {
    const owner = this.#known(ticker, day);
    return owner !== null && isNamesake(owner.asset, ticker) ? null : owner;
  }

  #known(ticker: string, day: UtcDay | null): TickerOwner | null {
    const former = this.#former.get(foldedKey(ticker));
    if (former === undefined) return this.#owner(this.#directory.lookup(ticker));
    const then = day === null ? undefined : former.find(({ until }) => day <= until);
    const now = this.#owner(this.#directory.lookup(ticker));
    const last = former.at(-1)?.owner ?? null;
    // Imported tables are full of namesakes abroad: they do not take over the ticker of a known company.
    const heir = now !== null && (now.company.builtIn || last?.company.builtIn !== true) ? now : null;
    return then?.owner ?? heir ?? last;
  }

  /** The owner of `LSE:AZN` on a day: only a listing on that exchange, never a namesake elsewhere. */
  ownerOn(exchange: Exchange, ticker: string, day: UtcDay | null = null): TickerOwner | null {
    for (const key of this.#keysOn(exchange, ticker)) {
      const asset = this.#directory.lookup(key);
      if (asset !== null) return this.#owner(asset);
    }
    const bare = this.#known(ticker, day);
    if (bare === null) return null;
    const home = bare.asset.exchange === null ? null : exchangeNamed(bare.asset.exchange);
    const fits = exchange.unitedStates
      ? home === null || home.unitedStates
      : home !== null && home.suffix === exchange.suffix;
    return fits ? bare : null;
  }

  *#keysOn(exchange: Exchange, ticker: string): Iterable<string> {
    if (exchange.suffix === null) return;
    const root = ticker.replaceAll(".", "-");
    yield `${root}.${exchange.suffix}`;
    if (exchange.suffix === "HK") yield `${ticker.replace(/^0+/, "").padStart(HONG_KONG_DIGITS, "0")}.HK`;
    // "TSE" is written for Tokyo and for Toronto; only Tokyo's tickers begin with a digit.
    if (exchange.suffix === "T" && /^[A-Za-z]/.test(ticker)) yield `${root}.TO`;
    if (exchange.suffix === "PA") yield `${root}.AS`;
  }

  #owner(asset: Asset | null): TickerOwner | null {
    const company = asset === null ? undefined : this.#companies.get(asset.key);
    return asset === null || company === undefined ? null : { company, asset };
  }

  /** Whether this lower-case word is the key of a built-in asset. */
  isWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** Whether this spelling is a key of the table. */
  has(ticker: string): boolean {
    return this.#former.has(foldedKey(ticker)) || this.#directory.lookup(foldedKey(ticker)) !== null;
  }
}

/** Whether people write a former ticker in lower case too; a short one may be anything ("hrs"). */
function isSpokenFormer(ticker: string): boolean {
  return ticker.length >= SHORTEST_FORMER || ticker === "FB" || ticker === "SQ";
}

/**
 * Whether an asset only happens to have a symbol that everybody uses for an index or a token, or, abroad, a ticker that reads like an American one: "$SAVE" is not Savannah Energy in
 * London, although the airline that had the ticker is not listed any more.
 */
function isNamesake(asset: Asset, ticker: string): boolean {
  if (asset.origin !== "built_in" && KNOWN_SYMBOLS.has(ticker.toUpperCase())) return true;
  if (asset.origin === "built_in" || asset.exchange === null || !/^[A-Z]{1,5}$/i.test(ticker)) return false;
  return exchangeNamed(asset.exchange)?.unitedStates !== true;
}
