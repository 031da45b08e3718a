import { REFERENCE_WINDOW_DAYS } from "../metrics/buzz-reference.js";
import { buildTradingDay } from "../predmarket/build-trading-day.js";
import {
  type DayScope,
  scoreDays,
  type SeenBefore,
  type StoredTradedReference,
} from "../predmarket/score-trading-days.js";
import { SHARE_PRICE_LIFETIME_DAYS, sharePrices } from "../predmarket/share-prices.js";
import type { MarketDayRow, TradedDailyRow, TradingDay } from "../predmarket/trading-day-rows.js";
import type { TableChange } from "../storage/table-store.js";
import { addDays, type UtcDay } from "../time/utc-day.js";
import type { HourlyRow } from "./activity.js";
import type { AssetOf } from "./day-activity.js";
import { daysToMeasure, lookedAt, type PublicationDays } from "./kept-reference.js";
import type { MarketRecords } from "./market-records.js";
import { putDifferences } from "./row-differences.js";
import { SeenDays } from "./seen-days.js";

/** Days that one query reads. */
const daysAtOnce = 10;

/** The daily tables of one market namespace. */
export class TradedDays {
  readonly #change: TableChange;
  readonly #records: MarketRecords;
  readonly #assetOf: AssetOf;
  readonly #changed = new Set<UtcDay>();
  /** Past days whose coverage by live sources changed. */
  readonly #seenAnew = new Set<UtcDay>();
  readonly #seen: SeenDays;
  #references: Map<DayScope, StoredTradedReference> | null = null;
  #activeDays: Set<UtcDay> | null = null;

  constructor(change: TableChange, records: MarketRecords, assetOf: AssetOf) {
    this.#change = change;
    this.#records = records;
    this.#assetOf = assetOf;
    this.#seen = new SeenDays(change);
  }

  /** Frozen days from before the first kept readings: they cannot be derived again. */
  async settledDays(firstKept: UtcDay): Promise<Set<UtcDay>> {
    const rows = [...(await this.#storedReferences()).values()];
    return new Set(rows.filter(({ frozen, day }) => frozen && day < firstKept).map(({ day }) => day));
  }

  /** Marks days to be derived again. */
  mark(days: readonly UtcDay[]): void {
    for (const day of days) this.#changed.add(day);
  }

  /** Call it when the coverage of some days changed. Only days before today are part of other days' references. */
  async seenAnew(days: ReadonlySet<UtcDay>, today: UtcDay): Promise<void> {
    const past = new Set([...days].filter((day) => day < today));
    for (const day of await this.#seen.changed(past)) this.#seenAnew.add(day);
  }

  /** Derives and measures the marked days; at the end of a run, measures all open days. */
  async derive(publication: PublicationDays): Promise<void> {
    const references = await this.#storedReferences();
    const markets = [...references.values()].filter(({ scope }) => scope === "market");
    const known = new Set(markets.map(({ day }) => day));
    const moved = new Set([...this.#changed, ...this.#seenAnew]);
    this.#seenAnew.clear();
    // A day without a row has no reference.
    const days = daysToMeasure(moved, markets, publication).filter((day) => this.#changed.has(day) || known.has(day));
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return;
    const built = { markets: [] as MarketDayRow[], daily: [] as TradedDailyRow[], hourly: [] as HourlyRow[] };
    const changed = days.filter((day) => this.#changed.has(day));
    for (let at = 0; at < changed.length; at += daysAtOnce) {
      for (const rows of await this.#build(changed.slice(at, at + daysAtOnce))) {
        built.markets.push(...rows.markets);
        built.daily.push(...rows.daily);
        built.hourly.push(...rows.hourly);
      }
    }
    for (const day of days.filter((other) => !this.#changed.has(other))) {
      const rows = await this.#stored(day);
      built.markets.push(...rows.markets);
      built.daily.push(...rows.daily);
    }
    await putDifferences(this.#change, "market_hourly", changed, built.hourly);
    const window = { from: addDays(first, -REFERENCE_WINDOW_DAYS), to: last };
    const history = (await this.#change.rows("traded_daily", { days: window })).filter(
      ({ day }) => !days.includes(day),
    );
    const scored = scoreDays({
      days,
      markets: built.markets,
      daily: built.daily,
      history,
      stored: references,
      seenBefore: await this.#seenBefore(days),
      outcome: { changed: this.#changed, ...publication },
    });
    await putDifferences(this.#change, "market_days", days, scored.markets);
    await putDifferences(this.#change, "traded_daily", days, scored.daily);
    await putDifferences(this.#change, "traded_reference", days, scored.references);
    for (const row of scored.references) references.set(`${row.day} ${row.scope}`, row);
    const active = await this.#daysWithTrade();
    for (const day of days) active.delete(day);
    for (const { day, scope } of scored.daily) if (scope === "market") active.add(day);
    this.#changed.clear();
  }

  /** The first open day: its readings are still needed to derive it again. Null when all days are closed. */
  async firstOpenDay(): Promise<UtcDay | null> {
    const open = [...(await this.#storedReferences()).values()].filter(({ frozen }) => !frozen);
    return [...this.#changed, ...open.map(({ day }) => day)].sort()[0] ?? null;
  }

  /**
   * The rows of a day, derived again and measured against its frozen references, or fresh ones where the day is open.
   *
   * @param takenAnew Today, to recompute frozen references as well; else null.
   */
  async rebuilt(day: UtcDay, takenAnew: UtcDay | null) {
    const stored = await this.#storedReferences();
    const [built = { markets: [], daily: [], hourly: [] }] = await this.#build([day]);
    const window = { from: addDays(day, -REFERENCE_WINDOW_DAYS), to: addDays(day, -1) };
    const history = await this.#change.rows("traded_daily", { days: window });
    const outcome = takenAnew === null ? { ...lookedAt, changed: new Set<UtcDay>() } : { takenAnew };
    const seenBefore = await this.#seenBefore([day]);
    const rows = { markets: built.markets, daily: built.daily, history };
    const scored = scoreDays({ days: [day], ...rows, stored, seenBefore, outcome });
    const references = scored.references.map((row) => {
      const before = stored.get(`${row.day} ${row.scope}`);
      return takenAnew === null && before?.frozen === true ? before : row;
    });
    return { ...scored, references, hourly: built.hourly };
  }

  /** First day with a row; null when there is none. */
  async firstDay(): Promise<UtcDay | null> {
    return [...(await this.#daysWithTrade())].sort()[0] ?? null;
  }

  async #seenBefore(days: readonly UtcDay[]): Promise<Map<UtcDay, SeenBefore>> {
    const found = new Map<UtcDay, SeenBefore>();
    for (const day of days) {
      const [from, to] = [addDays(day, -REFERENCE_WINDOW_DAYS), addDays(day, -1)];
      found.set(day, { missed: await this.#seen.missed(from, to), seen: await this.#seen.seen(from, to) });
    }
    return found;
  }

  /** The rows of some days, in their order. Reads everything between the first and the last day at once. */
  async #build(days: readonly UtcDay[]): Promise<TradingDay[]> {
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return [];
    const snapshots = await this.#change.rows("market_snapshots", { days: { from: first, to: last } });
    const trades = await this.#change.rows("market_trades", { days: { from: addDays(first, -1), to: last } });
    const ids = [...snapshots, ...trades].map(({ condition_id }) => condition_id);
    const known = await this.#records.stored(ids);
    const lifetime = { from: addDays(first, -SHARE_PRICE_LIFETIME_DAYS), to: last };
    const prices = await this.#change.rows("asset_prices", { days: lifetime });
    return days.map((day) => {
      const between = (from: UtcDay) => (row: { readonly day: UtcDay }) => row.day >= from && row.day <= day;
      const own = {
        snapshots: snapshots.filter(between(day)),
        trades: trades.filter(between(addDays(day, -1))),
      };
      const seen = new Set([...own.snapshots, ...own.trades].map(({ condition_id }) => condition_id));
      const markets = [...seen].flatMap((id) => known.get(id) ?? []);
      const sharePriceAt = sharePrices(prices.filter(between(addDays(day, -SHARE_PRICE_LIFETIME_DAYS))));
      return buildTradingDay({ day, markets, ...own, sharePriceAt, assetOf: this.#assetOf });
    });
  }

  async #stored(day: UtcDay): Promise<TradingDay> {
    const days = { from: day, to: day };
    return {
      markets: await this.#change.rows("market_days", { days }),
      daily: await this.#change.rows("traded_daily", { days }),
      hourly: [],
    };
  }

  async #storedReferences(): Promise<Map<DayScope, StoredTradedReference>> {
    const rows = this.#references === null ? await this.#change.rows("traded_reference") : [];
    this.#references ??= new Map(
      rows.map((row): [DayScope, StoredTradedReference] => [`${row.day} ${row.scope}`, row]),
    );
    return this.#references;
  }

  async #daysWithTrade(): Promise<Set<UtcDay>> {
    const query = { where: { column: "scope", values: ["market"] }, columns: ["day"], distinct: true } as const;
    const rows = this.#activeDays === null ? await this.#change.rows("traded_daily", query) : [];
    this.#activeDays ??= new Set(rows.map(({ day }) => day));
    return this.#activeDays;
  }
}
