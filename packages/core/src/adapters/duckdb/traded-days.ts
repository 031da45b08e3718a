import { buildTradingDay } from "../../predmarket/build-trading-day.js";
import { type DayScope, scoreDays, type StoredTradedReference } from "../../predmarket/score-trading-days.js";
import { SHARE_PRICE_LIFETIME_DAYS, sharePrices } from "../../predmarket/share-prices.js";
import type { MarketDayRow, TradedDailyRow, TradingDay } from "../../predmarket/trading-day-rows.js";
import type { AssetPriceRow, MarketSnapshotRow, MarketTradeRow } from "../../storage/market-store.js";
import { marketTables } from "../../storage/market-tables.js";
import { hourlyColumns } from "../../storage/tables.js";
import type { Asset } from "../../subjects/asset.js";
import { addDays, type UtcDay } from "../../time/utc-day.js";
import { readRows } from "./instance.js";
import { dayIn, type MarketTableFiles, monthsOf } from "./market-table-files.js";
import type { MarketTables } from "./market-tables.js";

/** The tables that are derived from markets and trades, day by day, of one namespace inside one publication. */
export class TradedDays {
  readonly #tables: MarketTableFiles;
  readonly #markets: MarketTables;

  constructor(tables: MarketTableFiles, markets: MarketTables) {
    this.#tables = tables;
    this.#markets = markets;
  }

  /** Derives the rows of the days and measures them against the days before. */
  async rebuild(days: readonly UtcDay[], assetOf: (key: string) => Asset | null): Promise<void> {
    if (days.length === 0) return;
    const built: TradingDay = { markets: [], daily: [], hourly: [] };
    for (const day of days) {
      const rows = await this.#build(day, assetOf);
      built.markets.push(...rows.markets);
      built.daily.push(...rows.daily);
      built.hourly.push(...rows.hourly);
    }
    await this.#tables.replaceDays("market_hourly", hourlyColumns, days, built.hourly);
    await this.#score(days, built, null);
  }

  /**
   * Takes the references of all days that are not frozen anew, in order, and freezes those before `today`. The running day
   * is among them, because days before it may have come later.
   */
  async freeze(today: UtcDay): Promise<void> {
    const open = await readRows<{ day: UtcDay }>(
      this.#tables.connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (${this.#tables.source("traded_reference")}) AS r
WHERE NOT frozen ORDER BY day`,
    );
    const days = open.map(({ day }) => day);
    if (days.length === 0) return;
    const markets = await this.#tables.read<MarketDayRow>("market_days", `WHERE ${dayIn(days)}`);
    const daily = await this.#tables.read<TradedDailyRow>("traded_daily", `WHERE ${dayIn(days)}`);
    await this.#score(days, { markets, daily, hourly: [] }, today);
  }

  async #build(day: UtcDay, assetOf: (key: string) => Asset | null): Promise<TradingDay> {
    const snapshots = await this.#tables.read<MarketSnapshotRow>("market_snapshots", `WHERE day = DATE '${day}'`, [
      day.slice(0, 7),
    ]);
    const dayBefore = addDays(day, -1);
    const trades = await this.#tables.read<MarketTradeRow>(
      "market_trades",
      `WHERE ${dayIn([dayBefore, day])}`,
      monthsOf([dayBefore, day]),
    );
    const ids = [
      ...snapshots.map(({ condition_id }) => condition_id),
      ...trades.map(({ condition_id }) => condition_id),
    ];
    const markets = [...(await this.#markets.stored(ids)).values()];
    const first = addDays(day, -SHARE_PRICE_LIFETIME_DAYS);
    const prices = await this.#tables.read<AssetPriceRow>(
      "asset_prices",
      `WHERE day BETWEEN DATE '${first}' AND DATE '${day}'`,
      monthsOf([first, day]),
    );
    return buildTradingDay({ day, markets, snapshots, trades, sharePriceAt: sharePrices(prices), assetOf });
  }

  /** Writes `buzz` and the references of the days. */
  async #score(days: readonly UtcDay[], built: TradingDay, freezeBefore: UtcDay | null): Promise<void> {
    const [first] = days;
    const last = days[days.length - 1];
    if (first === undefined || last === undefined) return;
    const before = `WHERE day >= DATE '${addDays(first, -90)}' AND day < DATE '${last}' AND NOT ${dayIn(days)}`;
    const history = await this.#tables.read<TradedDailyRow>("traded_daily", before);
    const stored = await this.#tables.read<StoredTradedReference>("traded_reference", `WHERE ${dayIn(days)}`);
    const known = new Map(stored.map((row): [DayScope, StoredTradedReference] => [`${row.day} ${row.scope}`, row]));
    const scored = scoreDays({
      days,
      markets: built.markets,
      daily: built.daily,
      history,
      stored: known,
      freezeBefore,
    });
    if (
      freezeBefore !== null &&
      scored.references.every((row) => sameReference(known.get(`${row.day} ${row.scope}`), row))
    )
      return;
    await this.#tables.replaceDays("market_days", marketTables.market_days, days, scored.markets);
    await this.#tables.replaceDays("traded_daily", marketTables.traded_daily, days, scored.daily);
    await this.#tables.replaceDays("traded_reference", marketTables.traded_reference, days, scored.references);
  }
}

function sameReference(stored: StoredTradedReference | undefined, row: StoredTradedReference): boolean {
  const names = Object.keys(marketTables.traded_reference) as (keyof StoredTradedReference)[];
  return stored !== undefined && names.every((name) => stored[name] === row[name]);
}
