import {
  type MarketBatch,
  type MarketCommit,
  type marketIdentities,
  marketRowName,
  type MarketRow,
} from "../../storage/market-store.js";
import { marketTables } from "../../storage/market-tables.js";
import { dayOf, type UtcDay, utcDay } from "../../time/utc-day.js";
import { readRows } from "./instance.js";
import { loadRows } from "./load-rows.js";
import type { MarketChange, MarketTableFiles } from "./market-table-files.js";

/** Markets are one file set: their rows live longer than a month. */
const allMonths = "all";

/** What sources told of markets, trades, books and share prices, of one namespace inside one publication. */
export class MarketTables {
  readonly #tables: MarketTableFiles;

  constructor(tables: MarketTableFiles) {
    this.#tables = tables;
  }

  /** Those of the markets that are stored. */
  async stored(conditionIds: readonly string[]): Promise<Map<string, MarketRow>> {
    await loadRows(
      this.#tables.connection,
      "wanted_markets",
      { condition_id: "VARCHAR" },
      [...new Set(conditionIds)].map((condition_id) => ({ condition_id })),
    );
    const rows = await this.#tables.read<MarketRow>("markets", `SEMI JOIN wanted_markets USING (condition_id)`);
    return new Map(rows.map((row) => [row.condition_id, row]));
  }

  /**
   * Puts the batch into the tables and says which days have to be derived anew. Frozen days before `firstKept` stay as
   * they are: their snapshot rows are gone, so they could not be derived again.
   */
  async store(sent: MarketBatch, firstKept: UtcDay): Promise<MarketChange & Pick<MarketCommit, "closed">> {
    const settled = await this.#settledDays(firstKept);
    const closed = new Set<string>();
    const open = <Row extends { readonly day: UtcDay }>(table: keyof typeof marketIdentities, rows: readonly Row[]) =>
      rows.filter((row) => {
        const isClosed = settled.has(row.day);
        if (isClosed) closed.add(marketRowName(table, row));
        return !isClosed;
      });
    const batch = {
      ...sent,
      snapshots: open("market_snapshots", sent.snapshots),
      trades: open("market_trades", sent.trades),
      prices: open("asset_prices", sent.prices),
    };
    const days = new Set<UtcDay>();
    const stored = await this.stored(batch.markets.map(({ condition_id }) => condition_id));
    const differing = batch.markets.filter((row) => !sameRow(stored.get(row.condition_id), row));
    const reread = differing.flatMap((row) => rereadFrom(stored.get(row.condition_id), row));
    const isStored = ({ condition_id }: MarketRow) => stored.has(condition_id);
    const added = namesOf(differing.filter((row) => !isStored(row)));
    const changed = namesOf(differing.filter(isStored));
    if (differing.length > 0) await this.#replaceMarkets(differing);
    const { price, snapshot, trade } = {
      price: await this.#tables.upsert("asset_prices", batch.prices),
      snapshot: await this.#tables.upsert("market_snapshots", batch.snapshots),
      trade: await this.#tables.upsert("market_trades", batch.trades),
    };
    for (const table of [price, snapshot, trade]) {
      for (const name of table.added) added.add(name);
      for (const name of table.changed) changed.add(name);
    }
    for (const day of [...snapshot.days, ...trade.days]) days.add(day);
    for (const day of await this.#daysOf(reread)) days.add(day);
    return { days: [...days].filter((day) => !settled.has(day)).sort(), added, changed, closed };
  }

  /** Drops snapshot rows of days before the first kept one. */
  async expire(first: UtcDay): Promise<void> {
    const { id } = this.#tables.namespace;
    for (const month of new Set(this.#tables.files.files(id, "market_snapshots").map((file) => file.month))) {
      if (month > first.slice(0, 7)) continue;
      const stored = this.#tables.files.files(id, "market_snapshots", month);
      if (month === first.slice(0, 7)) {
        const source = this.#tables.files.source(id, "market_snapshots", month);
        const [old] = await readRows<{ rows: number }>(
          this.#tables.connection,
          `SELECT COUNT(*) AS rows FROM (${source}) AS s WHERE day < DATE '${first}'`,
        );
        if ((old?.rows ?? 0) === 0) continue;
        await this.#tables.files.write(
          id,
          "market_snapshots",
          month,
          `SELECT * FROM (${source}) AS s WHERE day >= DATE '${first}'`,
        );
      }
      this.#tables.files.drop(stored);
    }
  }

  async #settledDays(firstKept: UtcDay): Promise<Set<UtcDay>> {
    const rows = await readRows<{ day: UtcDay }>(
      this.#tables.connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (${this.#tables.source("traded_reference")}) AS r WHERE frozen AND day < DATE '${firstKept}'`,
    );
    return new Set(rows.map(({ day }) => day));
  }

  async #replaceMarkets(rows: readonly MarketRow[]): Promise<void> {
    const { id } = this.#tables.namespace;
    await loadRows(this.#tables.connection, "markets_next", marketTables.markets, rows);
    const stored = this.#tables.files.files(id, "markets");
    const kept = `SELECT * FROM (${this.#tables.source("markets")}) AS stored ANTI JOIN markets_next USING (condition_id)`;
    await this.#tables.files.write(id, "markets", allMonths, `${kept} UNION ALL BY NAME SELECT * FROM markets_next`);
    this.#tables.files.drop(stored);
  }

  async #daysOf(reread: readonly MarketReread[]): Promise<UtcDay[]> {
    if (reread.length === 0) return [];
    await loadRows(this.#tables.connection, "reread_markets", { condition_id: "VARCHAR", first_day: "DATE" }, reread);
    const rows = await readRows<{ day: UtcDay }>(
      this.#tables.connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (
  SELECT condition_id, day FROM (${this.#tables.source("market_snapshots")}) AS s UNION ALL
  SELECT condition_id, day FROM (${this.#tables.source("market_trades")}) AS t
) AS seen JOIN reread_markets USING (condition_id) WHERE day >= first_day`,
    );
    return rows.map(({ day }) => day);
  }
}

function namesOf(markets: readonly MarketRow[]): Set<string> {
  return new Set(markets.map((row) => marketRowName("markets", row)));
}

function sameRow(stored: MarketRow | undefined, row: MarketRow): boolean {
  return (
    stored !== undefined &&
    Object.keys(marketTables.markets).every((name) => (stored as never)[name] === (row as never)[name])
  );
}

/** From which day on the days of a market may come out differently. */
interface MarketReread {
  readonly condition_id: string;
  readonly first_day: UtcDay;
}

/** A new market may have trades already; a corrected question is read anew on every day, a closing from its own day on. */
function rereadFrom(stored: MarketRow | undefined, row: MarketRow): MarketReread[] {
  if (stored === undefined) return [{ condition_id: row.condition_id, first_day: utcDay("0001-01-01") }];
  const read = [
    "subject",
    "event_key",
    "form",
    "polarity",
    "barrier",
    "strike",
    "upper_strike",
    "end_at",
    "catalogued",
  ] as const;
  const isDrift = row.form === "drift" && stored.opening_price !== row.opening_price;
  if (isDrift || read.some((name) => stored[name] !== row[name]))
    return [{ condition_id: row.condition_id, first_day: utcDay("0001-01-01") }];
  if (stored.closed_at === row.closed_at) return [];
  const firstMs = Math.min(stored.closed_at ?? Infinity, row.closed_at ?? Infinity);
  return [{ condition_id: row.condition_id, first_day: dayOf(new Date(firstMs)) }];
}
