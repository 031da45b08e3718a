import type { MarketType, Polarity, QuestionForm } from "../predmarket/question.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { UtcDay } from "../time/utc-day.js";
import type { CommitContext } from "./mention-store.js";
import type { MarketTableName } from "./market-tables.js";
import type { Snapshot } from "./snapshot.js";

/** One stored row of `markets`; see `storage/market-tables.ts`. Instants in ms since the epoch. */
export interface MarketRow {
  readonly condition_id: string;
  readonly event_key: string;
  readonly event_id: string | null;
  readonly market_slug: string | null;
  readonly question: string;
  readonly event_title: string | null;
  readonly rung: string;
  readonly outcomes: string;
  readonly first_token: string | null;
  readonly second_token: string | null;
  readonly hint: string | null;
  readonly subject: string | null;
  readonly relevance: number | null;
  readonly market_type: MarketType;
  readonly form: QuestionForm;
  readonly polarity: Polarity;
  readonly barrier: Polarity;
  readonly strike: number | null;
  readonly upper_strike: number | null;
  readonly created_at: number | null;
  readonly end_at: number | null;
  readonly closed_at: number | null;
  readonly active: boolean;
  readonly closed: boolean;
  readonly accepting_orders: boolean | null;
  readonly catalogued: boolean;
  readonly state_at: number;
  readonly opening_price: number | null;
  readonly opening_at: number | null;
  readonly first_seen_utc: number;
}

/** One stored row of `market_snapshots`. */
export interface MarketSnapshotRow {
  readonly condition_id: string;
  readonly fetched_at: number;
  readonly day: UtcDay;
  readonly first_price: number | null;
  readonly second_price: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly last_price: number | null;
  readonly liquidity: number | null;
  readonly volume_24h: number | null;
  readonly closed: boolean | null;
  readonly first_seen_utc: number;
}

/** One stored row of `market_trades`. */
export interface MarketTradeRow {
  readonly trade_id: string;
  readonly condition_id: string;
  readonly traded_at: number;
  readonly day: UtcDay;
  readonly wallet: string | null;
  readonly side: "BUY" | "SELL" | null;
  readonly outcome_index: number | null;
  readonly size: number;
  readonly price: number;
  readonly usd: number;
  readonly first_seen_utc: number;
}

/** One stored row of `asset_prices`. */
export interface AssetPriceRow {
  readonly subject: string;
  readonly observed_at: number;
  readonly day: UtcDay;
  readonly price: number;
  readonly first_seen_utc: number;
}

/** Rows that are written together. A row whose identity is already stored completes or replaces the stored one. */
export interface MarketBatch {
  readonly namespace: NamespaceDefinition;
  readonly markets: readonly MarketRow[];
  readonly snapshots: readonly MarketSnapshotRow[];
  readonly trades: readonly MarketTradeRow[];
  readonly prices: readonly AssetPriceRow[];
}

/** Result of a commit, as row names; see {@link marketRowName}. */
export interface MarketCommit {
  /** Whether everything taken so far is published. */
  readonly published: boolean;
  /** Rows that were not stored before. */
  readonly added: ReadonlySet<string>;
  /** Rows that were stored with other content. */
  readonly changed: ReadonlySet<string>;
  /** Skipped rows of days that are closed for good. */
  readonly closed: ReadonlySet<string>;
}

/** Identity columns of each table. */
const marketIdentities = {
  markets: ["condition_id"],
  market_snapshots: ["condition_id", "fetched_at"],
  market_trades: ["trade_id"],
  asset_prices: ["subject", "observed_at"],
} as const satisfies Partial<Record<MarketTableName, readonly string[]>>;

/** Names a row by its table and identity columns. Instants are in ms since the epoch. */
export function marketRowName(table: keyof typeof marketIdentities, row: object): string {
  const values = marketIdentities[table].map((column) => (row as Readonly<Record<string, unknown>>)[column]);
  return JSON.stringify([table, ...values]);
}

/** Writes markets and trades into a data directory, with the same lock and publications as mentions. */
export interface MarketStore {
  readonly snapshot: Snapshot;
  /** The given markets that are stored, by condition id. */
  markets(namespace: NamespaceDefinition, conditionIds: readonly string[]): Promise<Map<string, MarketRow>>;
  /**
   * Takes the batch. When the last publication is long enough ago, publishes it together with everything derived from
   * it. A batch without changes publishes nothing. Frozen days older than the namespace's raw retention stay as they
   * are.
   */
  commitMarkets(batch: MarketBatch, context: CommitContext): Promise<MarketCommit>;
  /** Publishes everything taken, and everything derived from it, as one new state. */
  publish(namespace: NamespaceDefinition, context: CommitContext): Promise<Snapshot>;
  /** Publishes, freezes the references of days before `today`, and drops readings past their retention. */
  freezeMarkets(namespace: NamespaceDefinition, today: UtcDay, context: CommitContext): Promise<Snapshot>;
}
