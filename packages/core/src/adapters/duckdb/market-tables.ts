import type { DuckDBConnection } from "@duckdb/node-api";
import type { NamespaceDefinition } from "../../namespaces/define.js";
import {
  buildTradingDay,
  type MarketDayRow,
  type TradedDailyRow,
  type TradingDay,
} from "../../predmarket/build-trading-day.js";
import { type DayScope, scoreDays, type StoredTradedReference } from "../../predmarket/score-trading-days.js";
import { SHARE_PRICE_LIFETIME_DAYS, sharePrices } from "../../predmarket/share-prices.js";
import type {
  AssetPriceRow,
  MarketBatch,
  MarketRow,
  MarketSnapshotRow,
  MarketTradeRow,
} from "../../storage/market-store.js";
import { marketTables, type MarketTableName } from "../../storage/market-tables.js";
import { hourlyColumns, type TableName } from "../../storage/tables.js";
import type { Asset } from "../../subjects/asset.js";
import { addDays, dayOf, type UtcDay, utcDay } from "../../time/utc-day.js";
import type { FileSet } from "./file-set.js";
import { readRows } from "./instance.js";
import { loadRows } from "./load-rows.js";

/** Markets are one file set: their rows live longer than a month. */
const allMonths = "all";
/** Files of one month beyond which a commit merges them into one. */
const filesPerMonth = 8;

type EventTable = "market_snapshots" | "market_trades" | "asset_prices";

const identities: Readonly<Record<EventTable, readonly string[]>> = {
  market_snapshots: ["condition_id", "fetched_at"],
  market_trades: ["trade_id"],
  asset_prices: ["subject", "observed_at"],
};

/** What a batch changed. */
export interface MarketChange {
  readonly days: readonly UtcDay[];
  readonly added: number;
  readonly changed: number;
}

/** The tables of markets of one namespace inside one publication. */
export class MarketTables {
  readonly #connection: DuckDBConnection;
  readonly #files: FileSet;
  readonly #namespace: NamespaceDefinition;

  constructor(connection: DuckDBConnection, files: FileSet, namespace: NamespaceDefinition) {
    this.#connection = connection;
    this.#files = files;
    this.#namespace = namespace;
  }

  /** Those of the markets that are stored. */
  async markets(conditionIds: readonly string[]): Promise<Map<string, MarketRow>> {
    await loadRows(
      this.#connection,
      "wanted_markets",
      { condition_id: "VARCHAR" },
      [...new Set(conditionIds)].map((condition_id) => ({ condition_id })),
    );
    const rows = await this.#read<MarketRow>("markets", `SEMI JOIN wanted_markets USING (condition_id)`);
    return new Map(rows.map((row) => [row.condition_id, row]));
  }

  /**
   * Puts the batch into the tables and says which days have to be derived anew. Frozen days before `firstKept` stay as
   * they are: their snapshot rows are gone, so they could not be derived again.
   */
  async store(sent: MarketBatch, firstKept: UtcDay): Promise<MarketChange> {
    const settled = await this.#settledDays(firstKept);
    const isOpen = ({ day }: { readonly day: UtcDay }) => !settled.has(day);
    const batch = {
      ...sent,
      snapshots: sent.snapshots.filter(isOpen),
      trades: sent.trades.filter(isOpen),
      prices: sent.prices.filter(isOpen),
    };
    const days = new Set<UtcDay>();
    let added = 0;
    let changed = 0;
    const stored = await this.markets(batch.markets.map(({ condition_id }) => condition_id));
    const differing = batch.markets.filter((row) => !sameRow(stored.get(row.condition_id), row));
    const reread = differing.flatMap((row) => rereadFrom(stored.get(row.condition_id), row));
    added += differing.filter((row) => !stored.has(row.condition_id)).length;
    changed += differing.filter((row) => stored.has(row.condition_id)).length;
    if (differing.length > 0) await this.#replaceMarkets(differing);
    const { price, snapshot, trade } = {
      price: await this.#upsert("asset_prices", batch.prices),
      snapshot: await this.#upsert("market_snapshots", batch.snapshots),
      trade: await this.#upsert("market_trades", batch.trades),
    };
    for (const table of [price, snapshot, trade]) {
      added += table.added;
      changed += table.changed;
    }
    for (const day of [...snapshot.days, ...trade.days]) days.add(day);
    for (const day of await this.#daysOf(reread)) days.add(day);
    return { days: [...days].filter((day) => !settled.has(day)).sort(), added, changed };
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
    await this.#replaceDays("market_hourly", hourlyColumns, days, built.hourly);
    await this.#score(days, built, null);
  }

  /**
   * Takes the references of all days that are not frozen anew, in order, and freezes those before `today`. The running day
   * is among them, because days before it may have come later.
   */
  async freeze(today: UtcDay): Promise<void> {
    const open = await readRows<{ day: UtcDay }>(
      this.#connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (${this.#source("traded_reference")}) AS r
WHERE NOT frozen ORDER BY day`,
    );
    const days = open.map(({ day }) => day);
    if (days.length === 0) return;
    const markets = await this.#read<MarketDayRow>("market_days", `WHERE ${dayIn(days)}`);
    const daily = await this.#read<TradedDailyRow>("traded_daily", `WHERE ${dayIn(days)}`);
    await this.#score(days, { markets, daily, hourly: [] }, today);
  }

  /** Drops snapshot rows of days before the first kept one. */
  async expire(first: UtcDay): Promise<void> {
    const { id } = this.#namespace;
    for (const month of new Set(this.#files.files(id, "market_snapshots").map((file) => file.month))) {
      if (month > first.slice(0, 7)) continue;
      const stored = this.#files.files(id, "market_snapshots", month);
      if (month === first.slice(0, 7)) {
        const source = this.#files.source(id, "market_snapshots", month);
        const [old] = await readRows<{ rows: number }>(
          this.#connection,
          `SELECT COUNT(*) AS rows FROM (${source}) AS s WHERE day < DATE '${first}'`,
        );
        if ((old?.rows ?? 0) === 0) continue;
        await this.#files.write(
          id,
          "market_snapshots",
          month,
          `SELECT * FROM (${source}) AS s WHERE day >= DATE '${first}'`,
        );
      }
      this.#files.drop(stored);
    }
  }

  async #settledDays(firstKept: UtcDay): Promise<Set<UtcDay>> {
    const rows = await readRows<{ day: UtcDay }>(
      this.#connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (${this.#source("traded_reference")}) AS r WHERE frozen AND day < DATE '${firstKept}'`,
    );
    return new Set(rows.map(({ day }) => day));
  }

  async #build(day: UtcDay, assetOf: (key: string) => Asset | null): Promise<TradingDay> {
    const snapshots = await this.#read<MarketSnapshotRow>("market_snapshots", `WHERE day = DATE '${day}'`, [
      day.slice(0, 7),
    ]);
    const dayBefore = addDays(day, -1);
    const trades = await this.#read<MarketTradeRow>(
      "market_trades",
      `WHERE ${dayIn([dayBefore, day])}`,
      monthsOf([dayBefore, day]),
    );
    const ids = [
      ...snapshots.map(({ condition_id }) => condition_id),
      ...trades.map(({ condition_id }) => condition_id),
    ];
    const markets = [...(await this.markets(ids)).values()];
    const first = addDays(day, -SHARE_PRICE_LIFETIME_DAYS);
    const prices = await this.#read<AssetPriceRow>(
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
    const history = await this.#read<TradedDailyRow>("traded_daily", before);
    const stored = await this.#read<StoredTradedReference>("traded_reference", `WHERE ${dayIn(days)}`);
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
    await this.#replaceDays("market_days", marketTables.market_days, days, scored.markets);
    await this.#replaceDays("traded_daily", marketTables.traded_daily, days, scored.daily);
    await this.#replaceDays("traded_reference", marketTables.traded_reference, days, scored.references);
  }

  async #replaceMarkets(rows: readonly MarketRow[]): Promise<void> {
    const { id } = this.#namespace;
    await loadRows(this.#connection, "markets_next", marketTables.markets, rows);
    const stored = this.#files.files(id, "markets");
    const kept = `SELECT * FROM (${this.#source("markets")}) AS stored ANTI JOIN markets_next USING (condition_id)`;
    await this.#files.write(id, "markets", allMonths, `${kept} UNION ALL BY NAME SELECT * FROM markets_next`);
    this.#files.drop(stored);
  }

  /**
   * Adds rows and completes stored ones: a field that is null in the later delivery keeps its stored value, and the time
   * of first sight stays. Rows that change nothing write nothing.
   */
  async #upsert(
    table: EventTable,
    rows: readonly (MarketSnapshotRow | MarketTradeRow | AssetPriceRow)[],
  ): Promise<MarketChange> {
    if (rows.length === 0) return { days: [], added: 0, changed: 0 };
    const { id } = this.#namespace;
    const columns = Object.keys(marketTables[table]);
    const identity = identities[table];
    await loadRows(this.#connection, `${table}_incoming`, marketTables[table], rows);
    const days = await readRows<{ day: UtcDay }>(
      this.#connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM ${table}_incoming ORDER BY day`,
    );
    const months = monthsOf(days.map(({ day }) => day));
    const storedSource = this.#source(table, months);
    const merged = columns.map((name) => {
      if (identity.includes(name)) return `i.${name}`;
      return name === "first_seen_utc"
        ? "COALESCE(s.first_seen_utc, i.first_seen_utc) AS first_seen_utc"
        : `COALESCE(i.${name}, s.${name}) AS ${name}`;
    });
    const on = identity.map((name) => `i.${name} = s.${name}`).join(" AND ");
    await this.#connection.run(
      `CREATE OR REPLACE TEMP TABLE ${table}_next AS
SELECT ${merged.join(", ")}, s.${identity[0] ?? ""} IS NULL AS is_new FROM ${table}_incoming AS i LEFT JOIN (${storedSource}) AS s ON ${on}`,
    );
    const same = columns.map((name) => `n.${name} IS NOT DISTINCT FROM s.${name}`).join(" AND ");
    await this.#connection.run(
      `DELETE FROM ${table}_next AS n USING (${storedSource}) AS s WHERE NOT n.is_new AND ${same}`,
    );
    const [counts] = await readRows<{ added: number; changed: number }>(
      this.#connection,
      `SELECT COUNT(*) FILTER (WHERE is_new) AS added, COUNT(*) FILTER (WHERE NOT is_new) AS changed FROM ${table}_next`,
    );
    const touched = await readRows<{ day: UtcDay; changed: boolean }>(
      this.#connection,
      `SELECT CAST(day AS VARCHAR) AS day, BOOL_OR(NOT is_new) AS changed FROM ${table}_next GROUP BY day ORDER BY day`,
    );
    const rewritten = new Set(touched.filter(({ changed }) => changed).map(({ day }) => day.slice(0, 7)));
    for (const month of monthsOf(touched.map(({ day }) => day))) {
      const fresh = `SELECT ${columns.join(", ")} FROM ${table}_next WHERE strftime(day, '%Y-%m') = '${month}'`;
      const stored = this.#files.files(id, table, month);
      if (!rewritten.has(month) && stored.length < filesPerMonth) {
        await this.#files.write(id, table, month, fresh);
        continue;
      }
      const kept = `SELECT * FROM (${this.#files.source(id, table, month)}) AS stored ANTI JOIN ${table}_next USING (${identity.join(", ")})`;
      await this.#files.write(id, table, month, `${kept} UNION ALL BY NAME ${fresh}`);
      this.#files.drop(stored);
    }
    return { days: touched.map(({ day }) => day), added: counts?.added ?? 0, changed: counts?.changed ?? 0 };
  }

  async #daysOf(reread: readonly MarketReread[]): Promise<UtcDay[]> {
    if (reread.length === 0) return [];
    await loadRows(this.#connection, "reread_markets", { condition_id: "VARCHAR", first_day: "DATE" }, reread);
    const rows = await readRows<{ day: UtcDay }>(
      this.#connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM (
  SELECT condition_id, day FROM (${this.#source("market_snapshots")}) AS s UNION ALL
  SELECT condition_id, day FROM (${this.#source("market_trades")}) AS t
) AS seen JOIN reread_markets USING (condition_id) WHERE day >= first_day`,
    );
    return rows.map(({ day }) => day);
  }

  /** Rewrites the months of the days with the given rows for these days. */
  async #replaceDays(
    table: TableName,
    columns: Readonly<Record<string, string>>,
    days: readonly UtcDay[],
    rows: readonly object[],
  ): Promise<void> {
    const { id } = this.#namespace;
    await loadRows(this.#connection, `${table}_next`, columns, rows);
    for (const month of monthsOf(days)) {
      const stored = this.#files.files(id, table, month);
      const select = `SELECT * FROM (${this.#files.source(id, table, month)}) AS stored WHERE NOT ${dayIn(days)}
UNION ALL BY NAME SELECT * FROM ${table}_next WHERE strftime(day, '%Y-%m') = '${month}'`;
      await this.#files.write(id, table, month, select);
      this.#files.drop(stored);
    }
  }

  #source(table: MarketTableName, months?: readonly string[]): string {
    if (months === undefined) return this.#files.source(this.#namespace.id, table);
    return months.map((month) => this.#files.source(this.#namespace.id, table, month)).join(" UNION ALL BY NAME ");
  }

  /** Rows with instants in ms since the epoch and days as text, as they were appended. */
  async #read<Row>(table: MarketTableName, clause: string, months?: readonly string[]): Promise<Row[]> {
    const columns = Object.entries(marketTables[table]).map(([name, type]) =>
      type === "TIMESTAMP"
        ? `epoch_ms(${name}) AS ${name}`
        : type === "DATE"
          ? `CAST(r.day AS VARCHAR) AS ${name}`
          : name,
    );
    return readRows<Row>(
      this.#connection,
      `SELECT ${columns.join(", ")} FROM (${this.#source(table, months)}) AS r ${clause}`,
    );
  }
}

function sameReference(stored: StoredTradedReference | undefined, row: StoredTradedReference): boolean {
  const names = Object.keys(marketTables.traded_reference) as (keyof StoredTradedReference)[];
  return stored !== undefined && names.every((name) => stored[name] === row[name]);
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

function monthsOf(days: readonly string[]): string[] {
  return [...new Set(days.map((day) => day.slice(0, 7)))].sort();
}

/** Days are of our own making (branded), so they may stand in the text. */
function dayIn(days: readonly UtcDay[]): string {
  return days.length === 0 ? "false" : `day IN (${days.map((day) => `DATE '${day}'`).join(", ")})`;
}
