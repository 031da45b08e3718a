import { type MarketBatch, type MarketCommit, marketRowName, type MarketRow } from "../storage/market-store.js";
import { marketTables } from "../storage/market-tables.js";
import type { TableChange, TableRows } from "../storage/table-store.js";
import { dayOf, type UtcDay, utcDay } from "../time/utc-day.js";

type EventTable = "market_snapshots" | "market_trades" | "asset_prices";

/** The column by which stored rows of each table are looked up. */
const lookup = {
  market_snapshots: "condition_id",
  market_trades: "trade_id",
  asset_prices: "subject",
} as const;

/** What a batch changed, as row names. */
export interface MarketChange {
  readonly days: readonly UtcDay[];
  readonly added: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
}

/** Markets, trades, books and share prices of one namespace, as sources delivered them. */
export class MarketRecords {
  readonly #change: TableChange;

  constructor(change: TableChange) {
    this.#change = change;
  }

  /** The given markets that are stored, by condition id. */
  async stored(conditionIds: readonly string[]): Promise<Map<string, MarketRow>> {
    if (conditionIds.length === 0) return new Map();
    const where = { column: "condition_id", values: [...new Set(conditionIds)] } as const;
    const rows = await this.#change.rows("markets", { where });
    return new Map(rows.map((row) => [row.condition_id, row]));
  }

  /**
   * Puts the batch into the tables and says which days must be derived again.
   *
   * @param settled Days that stay as they are because their readings have been dropped.
   */
  async store(sent: MarketBatch, settled: ReadonlySet<UtcDay>): Promise<MarketChange & Pick<MarketCommit, "closed">> {
    const closed = new Set<string>();
    const open = <Row extends { readonly day: UtcDay }>(table: EventTable, rows: readonly Row[]) =>
      rows.filter((row) => {
        const isClosed = settled.has(row.day);
        if (isClosed) closed.add(marketRowName(table, row));
        return !isClosed;
      });
    const stored = await this.stored(sent.markets.map(({ condition_id }) => condition_id));
    const differing = sent.markets.filter((row) => !sameRow("markets", stored.get(row.condition_id), row));
    const reread = differing.flatMap((row) => rereadFrom(stored.get(row.condition_id), row));
    const known = differing.filter((row) => stored.has(row.condition_id));
    if (differing.length > 0) await this.#change.put("markets", differing, known);
    const changes = [
      await this.#upsert("asset_prices", open("asset_prices", sent.prices)),
      await this.#upsert("market_snapshots", open("market_snapshots", sent.snapshots)),
      await this.#upsert("market_trades", open("market_trades", sent.trades)),
    ];
    // A share price alone does not mark its day: it is read when the day changes for another reason.
    const days = new Set([...changes.slice(1).flatMap((change) => change.days), ...(await this.#daysOf(reread))]);
    const fresh = differing.filter((row) => !stored.has(row.condition_id));
    return {
      days: [...days].filter((day) => !settled.has(day)).sort(),
      added: new Set([...namesOf("markets", fresh), ...changes.flatMap(({ added }) => [...added])]),
      changed: new Set([...namesOf("markets", known), ...changes.flatMap((change) => [...change.changed])]),
      closed,
    };
  }

  /** Drops readings from before the first kept day. */
  async expire(first: UtcDay): Promise<void> {
    await this.#change.dropBefore("market_snapshots", first);
  }

  /**
   * Adds rows and completes stored ones. A field that is null in the later delivery keeps its stored value, and the time
   * of first sight stays. A row that changes nothing is not written.
   */
  async #upsert<Table extends EventTable>(table: Table, rows: readonly TableRows[Table][]): Promise<MarketChange> {
    const days = rows.map(({ day }) => day).sort();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return { days: [], added: new Set(), changed: new Set() };
    const column = lookup[table] as string as keyof TableRows[Table] & string;
    const values = [...new Set(rows.map((row) => String(row[column])))];
    const found = await this.#change.rows(table, { days: { from: first, to: last }, where: { column, values } });
    const stored = new Map((found as TableRows[Table][]).map((row) => [marketRowName(table, row), row]));
    const added: TableRows[Table][] = [];
    const changed: TableRows[Table][] = [];
    for (const row of rows) {
      const before = stored.get(marketRowName(table, row));
      if (before === undefined) added.push(row);
      else {
        const next = completed(before, row);
        if (!sameRow(table, before, next)) changed.push(next);
      }
    }
    if (added.length + changed.length > 0) await this.#change.put(table, [...added, ...changed], changed);
    const touched = new Set([...added, ...changed].map(({ day }) => day));
    return { days: [...touched].sort(), added: namesOf(table, added), changed: namesOf(table, changed) };
  }

  async #daysOf(reread: readonly MarketReread[]): Promise<UtcDay[]> {
    if (reread.length === 0) return [];
    const firstDays = new Map(reread.map(({ condition_id, first_day }) => [condition_id, first_day]));
    const query = {
      where: { column: "condition_id", values: [...firstDays.keys()] },
      columns: ["condition_id", "day"],
      distinct: true,
    } as const;
    const seen = [
      ...(await this.#change.rows("market_snapshots", query)),
      ...(await this.#change.rows("market_trades", query)),
    ];
    return seen.flatMap(({ condition_id, day }) => (day >= (firstDays.get(condition_id) ?? day) ? [day] : []));
  }
}

/** The later delivery, with stored values where its own are null. */
function completed<Row extends { readonly first_seen_utc: number }>(stored: Row, row: Row): Row {
  const told = Object.fromEntries(Object.entries<unknown>(row).filter(([, value]) => value !== null));
  return { ...stored, ...told, first_seen_utc: stored.first_seen_utc };
}

function namesOf(table: EventTable | "markets", rows: readonly object[]): Set<string> {
  return new Set(rows.map((row) => marketRowName(table, row)));
}

function sameRow<Table extends EventTable | "markets">(
  table: Table,
  stored: TableRows[Table] | undefined,
  row: TableRows[Table],
): boolean {
  return (
    stored !== undefined &&
    Object.keys(marketTables[table]).every((name) => (stored as never)[name] === (row as never)[name])
  );
}

/** The first day of a market whose figures may change. */
interface MarketReread {
  readonly condition_id: string;
  readonly first_day: UtcDay;
}

/** A new market may already have trades. A corrected question changes every day; a closing, the days from it on. */
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
