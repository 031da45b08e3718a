import type { ActivityRow, HourlyRow } from "../rollup/activity.js";
import type { DayReferenceRow } from "../rollup/day-reference.js";
import type { StoredTradedReference } from "../predmarket/score-trading-days.js";
import type { MarketDayRow, TradedDailyRow } from "../predmarket/trading-day-rows.js";
import type { UtcDay } from "../time/utc-day.js";
import type { AwaitedReactionsRow } from "./awaited-reactions.js";
import type { AssetPriceRow, MarketRow, MarketSnapshotRow, MarketTradeRow } from "./market-store.js";
import type { MentionRow } from "./mention-row.js";
import type { IngestRun, Snapshot } from "./snapshot.js";
import type { SourceCoverageRow, SourcePollRow, SourceStateRow } from "./source-tables.js";
import type { TableName } from "./tables.js";

/** A row of each table, with days as `YYYY-MM-DD` and instants in ms since the epoch. */
export interface TableRows {
  readonly mentions: MentionRow;
  readonly awaited_reactions: AwaitedReactionsRow;
  readonly subject_daily: ActivityRow;
  readonly subject_contributor_daily: ActivityRow;
  readonly sector_daily: ActivityRow;
  readonly sector_contributor_daily: ActivityRow;
  readonly country_daily: ActivityRow;
  readonly country_contributor_daily: ActivityRow;
  readonly market_daily: ActivityRow;
  readonly market_hourly: HourlyRow;
  readonly day_reference: DayReferenceRow;
  readonly markets: MarketRow;
  readonly market_snapshots: MarketSnapshotRow;
  readonly market_trades: MarketTradeRow;
  readonly asset_prices: AssetPriceRow;
  readonly market_days: MarketDayRow;
  readonly traded_daily: TradedDailyRow;
  readonly traded_reference: StoredTradedReference;
  readonly source_state: SourceStateRow;
  readonly source_polls: SourcePollRow;
  readonly source_coverage: SourceCoverageRow;
}

/** Identity columns of each table; those of `mentions` name a document with all its rows. */
export const identities: { readonly [Table in TableName]: readonly (keyof TableRows[Table] & string)[] } = {
  mentions: ["document_id"],
  awaited_reactions: ["document_id"],
  subject_daily: ["key", "contributor", "day"],
  subject_contributor_daily: ["key", "contributor", "day"],
  sector_daily: ["key", "contributor", "day"],
  sector_contributor_daily: ["key", "contributor", "day"],
  country_daily: ["key", "contributor", "day"],
  country_contributor_daily: ["key", "contributor", "day"],
  market_daily: ["key", "contributor", "day"],
  market_hourly: ["day", "hour"],
  day_reference: ["scope", "day"],
  markets: ["condition_id"],
  market_snapshots: ["condition_id", "fetched_at"],
  market_trades: ["trade_id"],
  asset_prices: ["subject", "observed_at"],
  market_days: ["condition_id", "day"],
  traded_daily: ["scope", "key", "day"],
  traded_reference: ["scope", "day"],
  source_state: ["source"],
  source_polls: ["source", "started_at"],
  source_coverage: ["source", "from_at"],
};

/** Selects rows. A condition that is left out matches all rows. */
export interface RowQuery<Column extends string = string, Known extends string = string> {
  /** Both days included. */
  readonly days?: { readonly from: UtcDay; readonly to: UtcDay } | undefined;
  /** Rows whose value in the column is one of these. */
  readonly where?: { readonly column: Known; readonly values: readonly string[] };
  /** Columns to give; all when left out. */
  readonly columns?: readonly Column[];
  /** Gives each combination of the columns' values once. */
  readonly distinct?: boolean;
}

/** Facts about a publication. */
export interface Publication {
  readonly at: Date;
  readonly run?: IngestRun | undefined;
  /** First day that holds activity; null while there is none. */
  readonly firstDay: UtcDay | null;
  /** Days with mentions that are not rolled up yet, in order; left out where that does not change. */
  readonly waiting?: readonly UtcDay[] | undefined;
}

/** A page of replaced rows: rows that take the place of those with their identities, and rows that are dropped. */
export interface ReplacedRows<Row> {
  readonly rows: readonly Row[];
  readonly gone: readonly Partial<Row>[];
}

/**
 * Pending changes of a namespace's tables. Reads include everything written before. Readers of the data directory see
 * nothing of it until it is published, and then all of it at once.
 */
export interface TableChange {
  /** Rows in no particular order. */
  rows<Table extends TableName, Column extends keyof TableRows[Table] & string = keyof TableRows[Table] & string>(
    table: Table,
    query?: RowQuery<Column, keyof TableRows[Table] & string>,
  ): Promise<Pick<TableRows[Table], Column>[]>;
  /** Like {@link rows}, some thousand rows at a time, for results that do not fit into memory. */
  pages<Table extends TableName, Column extends keyof TableRows[Table] & string = keyof TableRows[Table] & string>(
    table: Table,
    query?: RowQuery<Column, keyof TableRows[Table] & string>,
  ): AsyncIterable<Pick<TableRows[Table], Column>[]>;
  /**
   * Adds rows, after dropping the stored rows with an identity in `gone`. No other stored row may share its identity
   * with an added one.
   *
   * @param gone Objects that hold at least the columns of {@link identities}.
   */
  put<Table extends TableName>(
    table: Table,
    rows: readonly TableRows[Table][],
    gone?: readonly Partial<TableRows[Table]>[],
  ): Promise<void>;
  /**
   * Replaces the stored rows with the same identities. Not for `mentions`, where several rows share an identity.
   *
   * @param gone Rows of other identities that are dropped.
   */
  replace<Table extends Exclude<TableName, "mentions">>(
    table: Table,
    rows: readonly TableRows[Table][],
    gone?: readonly Partial<TableRows[Table]>[],
  ): Promise<void>;
  /**
   * {@link replace} for more rows than should be in memory at once.
   *
   * @param pages No two pages hold the same identity. All but the last hold some thousand rows.
   */
  replacePages<Table extends Exclude<TableName, "mentions">>(
    table: Table,
    pages: Iterable<ReplacedRows<TableRows[Table]>>,
  ): Promise<void>;
  /** Drops the rows of all days before this one. */
  dropBefore(table: TableName, day: UtcDay): Promise<void>;
  /** Publishes everything, durably. The change can then be used for the next publication. */
  publish(publication: Publication): Promise<Snapshot>;
  /** Drops everything that was not published. */
  discard(): Promise<void>;
}

/** What reads the rows of a namespace's tables. */
export type TableRead = Pick<TableChange, "rows" | "pages">;

/** The tables of a data directory, for the one process that writes. Knows rows and days, but no rule of a measure. */
export interface TableStore {
  /** The newest published state. */
  readonly snapshot: Snapshot;
  /** The pending change of a namespace, or a new one. */
  change(namespace: string): Promise<TableChange>;
  close(): Promise<void>;
}
