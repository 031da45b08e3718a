import type { DuckDBConnection } from "@duckdb/node-api";
import type { NamespaceDefinition } from "../../namespaces/define.js";
import {
  type AssetPriceRow,
  marketIdentities,
  marketRowName,
  type MarketSnapshotRow,
  type MarketTradeRow,
} from "../../storage/market-store.js";
import { marketTables, type MarketTableName } from "../../storage/market-tables.js";
import type { TableName } from "../../storage/tables.js";
import type { UtcDay } from "../../time/utc-day.js";
import type { FileSet } from "./file-set.js";
import { readRows } from "./instance.js";
import { loadRows } from "./load-rows.js";

/** Files of one month beyond which a commit merges them into one. */
const filesPerMonth = 8;

type EventTable = "market_snapshots" | "market_trades" | "asset_prices";

/** What a batch changed; rows by name. */
export interface MarketChange {
  readonly days: readonly UtcDay[];
  readonly added: ReadonlySet<string>;
  readonly changed: ReadonlySet<string>;
}

/** Reads and rewrites the files of the market tables of one namespace, inside one publication. */
export class MarketTableFiles {
  readonly connection: DuckDBConnection;
  readonly files: FileSet;
  readonly namespace: NamespaceDefinition;

  constructor(connection: DuckDBConnection, files: FileSet, namespace: NamespaceDefinition) {
    this.connection = connection;
    this.files = files;
    this.namespace = namespace;
  }

  /**
   * Adds rows and completes stored ones: a field that is null in the later delivery keeps its stored value, and the time
   * of first sight stays. Rows that change nothing write nothing.
   */
  async upsert(
    table: EventTable,
    rows: readonly (MarketSnapshotRow | MarketTradeRow | AssetPriceRow)[],
  ): Promise<MarketChange> {
    if (rows.length === 0) return { days: [], added: new Set(), changed: new Set() };
    const { id } = this.namespace;
    const columns = Object.keys(marketTables[table]);
    const identity: readonly string[] = marketIdentities[table];
    await loadRows(this.connection, `${table}_incoming`, marketTables[table], rows);
    const days = await readRows<{ day: UtcDay }>(
      this.connection,
      `SELECT DISTINCT CAST(day AS VARCHAR) AS day FROM ${table}_incoming ORDER BY day`,
    );
    const months = monthsOf(days.map(({ day }) => day));
    const storedSource = this.source(table, months);
    const merged = columns.map((name) => {
      if (identity.includes(name)) return `i.${name}`;
      return name === "first_seen_utc"
        ? "COALESCE(s.first_seen_utc, i.first_seen_utc) AS first_seen_utc"
        : `COALESCE(i.${name}, s.${name}) AS ${name}`;
    });
    const on = identity.map((name) => `i.${name} = s.${name}`).join(" AND ");
    await this.connection.run(
      `CREATE OR REPLACE TEMP TABLE ${table}_next AS
SELECT ${merged.join(", ")}, s.${identity[0] ?? ""} IS NULL AS is_new FROM ${table}_incoming AS i LEFT JOIN (${storedSource}) AS s ON ${on}`,
    );
    const same = columns.map((name) => `n.${name} IS NOT DISTINCT FROM s.${name}`).join(" AND ");
    await this.connection.run(
      `DELETE FROM ${table}_next AS n USING (${storedSource}) AS s WHERE NOT n.is_new AND ${same}`,
    );
    const touched = await readRows<{ day: UtcDay; changed: boolean }>(
      this.connection,
      `SELECT CAST(day AS VARCHAR) AS day, BOOL_OR(NOT is_new) AS changed FROM ${table}_next GROUP BY day ORDER BY day`,
    );
    const rewritten = new Set(touched.filter(({ changed }) => changed).map(({ day }) => day.slice(0, 7)));
    for (const month of monthsOf(touched.map(({ day }) => day))) {
      const fresh = `SELECT ${columns.join(", ")} FROM ${table}_next WHERE strftime(day, '%Y-%m') = '${month}'`;
      const stored = this.files.files(id, table, month);
      if (!rewritten.has(month) && stored.length < filesPerMonth) {
        await this.files.write(id, table, month, fresh);
        continue;
      }
      const kept = `SELECT * FROM (${this.files.source(id, table, month)}) AS stored ANTI JOIN ${table}_next USING (${identity.join(", ")})`;
      await this.files.write(id, table, month, `${kept} UNION ALL BY NAME ${fresh}`);
      this.files.drop(stored);
    }
    return { days: touched.map(({ day }) => day), ...(await this.#writtenRows(table)) };
  }

  /** Names of the rows that the last {@link upsert} of the table wrote. */
  async #writtenRows(table: EventTable): Promise<Pick<MarketChange, "added" | "changed">> {
    const columns: Readonly<Record<string, string>> = marketTables[table];
    const identity = marketIdentities[table].map((name) =>
      columns[name] === "TIMESTAMP" ? `epoch_ms(${name}) AS ${name}` : name,
    );
    const rows = await readRows<{ readonly is_new: boolean }>(
      this.connection,
      `SELECT ${identity.join(", ")}, is_new FROM ${table}_next`,
    );
    const names = (isNew: boolean) =>
      new Set(rows.filter(({ is_new }) => is_new === isNew).map((row) => marketRowName(table, row)));
    return { added: names(true), changed: names(false) };
  }

  /** Rewrites the months of the days with the given rows for these days. */
  async replaceDays(
    table: TableName,
    columns: Readonly<Record<string, string>>,
    days: readonly UtcDay[],
    rows: readonly object[],
  ): Promise<void> {
    const { id } = this.namespace;
    await loadRows(this.connection, `${table}_next`, columns, rows);
    for (const month of monthsOf(days)) {
      const stored = this.files.files(id, table, month);
      const select = `SELECT * FROM (${this.files.source(id, table, month)}) AS stored WHERE NOT ${dayIn(days)}
UNION ALL BY NAME SELECT * FROM ${table}_next WHERE strftime(day, '%Y-%m') = '${month}'`;
      await this.files.write(id, table, month, select);
      this.files.drop(stored);
    }
  }

  /** A query for the rows of a table: all of them, or those of the months. */
  source(table: MarketTableName, months?: readonly string[]): string {
    if (months === undefined) return this.files.source(this.namespace.id, table);
    return months.map((month) => this.files.source(this.namespace.id, table, month)).join(" UNION ALL BY NAME ");
  }

  /** Rows with instants in ms since the epoch and days as text, as they were appended. */
  async read<Row>(table: MarketTableName, clause: string, months?: readonly string[]): Promise<Row[]> {
    const columns = Object.entries(marketTables[table]).map(([name, type]) =>
      type === "TIMESTAMP"
        ? `epoch_ms(${name}) AS ${name}`
        : type === "DATE"
          ? `CAST(r.day AS VARCHAR) AS ${name}`
          : name,
    );
    return readRows<Row>(
      this.connection,
      `SELECT ${columns.join(", ")} FROM (${this.source(table, months)}) AS r ${clause}`,
    );
  }
}

/** The months of days, each once, in order. */
export function monthsOf(days: readonly string[]): string[] {
  return [...new Set(days.map((day) => day.slice(0, 7)))].sort();
}

/** A condition for rows of the days. Days are of our own making (branded), so they may stand in the text. */
export function dayIn(days: readonly UtcDay[]): string {
  return days.length === 0 ? "false" : `day IN (${days.map((day) => `DATE '${day}'`).join(", ")})`;
}
