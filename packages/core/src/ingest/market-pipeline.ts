import {
  type AssetPriceRow,
  type MarketRow,
  marketRowName,
  type MarketSnapshotRow,
  type MarketStore,
  type MarketTradeRow,
} from "../storage/market-store.js";
import type { MarketNamespace } from "../namespaces/define.js";
import type { ConnectorContext } from "./connectors/connector.js";
import type { MarketObservation, ObservedTrade } from "./connectors/market-connector.js";
import { FillNumbers } from "./fill-numbers.js";
import { priceRow, snapshotRow, tradeRow, withMarket, withOpening } from "./market-rows.js";
import type { IngestParts } from "./pipeline.js";
import type { RecordFault } from "./record.js";
import { readInBatches } from "./read-in-batches.js";
import { type IngestReport, RunLedger } from "./run-ledger.js";
import { MarketSettlement } from "./settle-markets.js";

/** Parts of a run over markets: those of any ingest run, without a text model. */
export type MarketIngestParts = Omit<IngestParts, "namespace" | "store" | "textModel"> & {
  readonly namespace: MarketNamespace;
  readonly store: MarketStore;
  /** Most trades without an id to remember, for telling equal ones apart; half a million when left out. */
  readonly rememberedFills?: number;
};

/** An observation; a trade comes with its number among equal ones. */
type NumberedObservation =
  Exclude<MarketObservation, ObservedTrade> | (ObservedTrade & { readonly occurrence: number });

/** The observations of one record. */
type ObservedRecord = readonly NumberedObservation[];

const DEFAULT_BATCH_RECORDS = 20_000;

/**
 * Reads markets, trades, books and prices and publishes them in batches, with the guarantees of `ingest`: published
 * batches are durable, a second run over the same input changes nothing, and bad records never stop the run. `mentions`
 * counts the snapshots and trades that are about an asset.
 */
export async function ingestMarkets(parts: MarketIngestParts): Promise<IngestReport> {
  const { namespace, store } = parts;
  const ledger = new RunLedger(parts);
  const settlement = new MarketSettlement((outcome) => ledger.settle(outcome, 1));
  const { counts } = ledger;
  const nowMs = ledger.startedAt.getTime();
  const context: ConnectorContext = { ...parts.context, nowMs };
  const numbers = new FillNumbers(parts.rememberedFills);
  let pending: ObservedRecord[] = [];

  const publish = async () => {
    const records = pending;
    pending = [];
    if (records.length === 0) return;
    const { names, ...rows } = await rowsOf(records, parts, nowMs);
    const commit = await store.commitMarkets({ namespace, ...rows }, ledger.running());
    settlement.settle(names, commit);
    const known = new Map(rows.markets.map((market) => [market.condition_id, market]));
    counts.unlinked += rows.markets.filter(({ subject }) => subject === null).length;
    counts.mentions += [...rows.snapshots, ...rows.trades].filter(
      ({ condition_id }) => known.get(condition_id)?.subject != null,
    ).length;
    ledger.taken(commit.added.size + commit.changed.size > 0 ? commit.published : null);
  };

  const outcome = await readInBatches(parts, ledger, {
    batchSize: parts.batchDocuments ?? DEFAULT_BATCH_RECORDS,
    pendingSize: () => pending.length,
    take: ({ record }) => {
      const observed = namespace.connector.observe(record, context);
      if ("fault" in observed) return { pending: 0, faults: [observed] };
      const telling = observed.records.filter((observations) => observations.length > 0);
      const numbered = telling.flatMap((observations) => {
        const own = observations.map((seen) => numberedBy(numbers, seen));
        return own.includes(null) ? [] : [own.filter((seen) => seen !== null)];
      });
      pending.push(...numbered);
      const passedOver = observed.records.length - telling.length;
      const untold = Array.from({ length: telling.length - numbered.length }, () => untoldCopies);
      return { pending: numbered.length, passedOver, faults: [...observed.faults, ...untold] };
    },
    publish,
    flush: () => store.publish(namespace, ledger.running()),
    close: (ended) => {
      const { today, context: at } = ledger.finished(ended);
      return store.freezeMarkets(namespace, today, at);
    },
  });
  return ledger.report(outcome, store.snapshot.version);
}

const untoldCopies: RecordFault = {
  fault: "untold_copies",
  message:
    "The trade has no id and stands too far from others of its time to be told from equal ones. Sort the file by time, or read it in parts.",
};

/** The observation with its number; null for a trade that can no longer be numbered. */
function numberedBy(numbers: FillNumbers, seen: MarketObservation): NumberedObservation | null {
  if (seen.kind !== "trade") return seen;
  const occurrence = seen.hasOwnId ? 0 : numbers.next(seen.identity, seen.tradedMs);
  return occurrence === null ? null : { ...seen, occurrence };
}

interface BatchRows {
  readonly markets: MarketRow[];
  readonly snapshots: MarketSnapshotRow[];
  readonly trades: MarketTradeRow[];
  readonly prices: AssetPriceRow[];
  /** Names of the rows of each record; none where its asset is unknown. */
  readonly names: readonly (readonly string[])[];
}

/** The rows of a batch; several observations of one thing become one row. */
async function rowsOf(records: readonly ObservedRecord[], parts: MarketIngestParts, nowMs: number): Promise<BatchRows> {
  const { namespace, store, directory, linker, hintUse } = parts;
  const observations = records.flat();
  const ids = observations.flatMap((seen) => (seen.kind === "share_price" ? [] : [seen.conditionId]));
  const stored = await store.markets(namespace, ids);
  const markets = new Map(stored);
  const linking = { namespace, linker, directory, hintUse };
  for (const seen of observations) {
    if (seen.kind === "market")
      markets.set(seen.conditionId, withMarket(markets.get(seen.conditionId), seen, linking, nowMs));
  }
  const snapshots = new Map<string, MarketSnapshotRow>();
  const trades = new Map<string, MarketTradeRow>();
  const prices = new Map<string, AssetPriceRow>();
  /** Puts the observation into its table and returns the name of its row. */
  const tell = (seen: NumberedObservation): string | null => {
    if (seen.kind === "market") return marketRowName("markets", { condition_id: seen.conditionId });
    if (seen.kind === "prices") {
      const market = markets.get(seen.conditionId);
      const row = snapshotRow(seen, market, nowMs);
      const name = marketRowName("market_snapshots", row);
      snapshots.set(name, overlaid(snapshots.get(name), row));
      const first = { ...seen, bid: row.bid, ask: row.ask };
      if (market !== undefined) markets.set(seen.conditionId, withOpening(market, first));
      return name;
    }
    if (seen.kind === "trade") {
      const row = tradeRow(seen, seen.occurrence, nowMs);
      const name = marketRowName("market_trades", row);
      trades.set(name, row);
      return name;
    }
    const row = priceRow(seen, directory, nowMs);
    if (row === null) return null;
    const name = marketRowName("asset_prices", row);
    prices.set(name, row);
    return name;
  };
  const names = records.map((record) => record.map(tell).filter((name) => name !== null));
  return {
    markets: [...markets.values()],
    snapshots: [...snapshots.values()],
    trades: [...trades.values()],
    prices: [...prices.values()],
    names,
  };
}

/** The later delivery, with the earlier one's values where its own are null. */
function overlaid(before: MarketSnapshotRow | undefined, row: MarketSnapshotRow): MarketSnapshotRow {
  if (before === undefined) return row;
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { ...before, ...known };
}
