import type { UtcDay } from "../time/utc-day.js";

/** What an asset is: a share, an exchange-traded fund or a crypto token. */
export type AssetType = "stock" | "etf" | "token";

/** A ticker under which an asset was traded before. */
export interface FormerTicker {
  readonly ticker: string;
  /** Last day under it. */
  readonly until: UtcDay;
}

/** One subject of the reference graph. Unknown facts are null, never guessed. */
export interface Asset {
  /** The shown spelling, upper case: `AAPL`, `BRK-B`, `AZN.L`, `BTC`. Unique in a directory. */
  readonly key: string;
  readonly name: string | null;
  readonly type: AssetType;
  /** Short exchange name such as `NASDAQ`, `LSE`, `XETRA`. */
  readonly exchange: string | null;
  /** One of the 11 GICS sector names for a stock, the fund category for an ETF. */
  readonly sector: string | null;
  /** English country name. */
  readonly country: string | null;
  /** Other names that people write, natural case where known. */
  readonly aliases: readonly string[];
  /** Key of the company's primary listing when this row is another listing of it. */
  readonly primary: string | null;
  /**
   * `built_in`: written for this product, with the names that people use. `listed`: shipped too, but only as its listing
   * names it. `imported`: from a user's table. Of two claims the earlier of these counts.
   */
  readonly origin: "built_in" | "listed" | "imported";
  /** Left out where none is known. */
  readonly formerTickers?: readonly FormerTicker[];
}
