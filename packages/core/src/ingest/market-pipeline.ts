import type {
  AssetPriceRow,
  MarketRow,
  MarketSnapshotRow,
  MarketStore,
  MarketTradeRow,
} from "../storage/market-store.js";
import type { ConnectorContext } from "./connectors/connector.js";
import type { MarketConnector, MarketObservation } from "./connectors/market-connector.js";
import { priceRow, snapshotRow, tradeRow, withMarket, withOpening } from "./market-rows.js";
import type { IngestParts } from "./pipeline.js";
import { readInBatches } from "./read-in-batches.js";
import { type IngestReport, RunLedger } from "./run-ledger.js";

/** What a run over markets is made of: the parts of any ingest, without a text model. */
export type MarketIngestParts = Omit<IngestParts, "connector" | "store" | "textModel"> & {
  readonly connector: MarketConnector;
  readonly store: MarketStore;
};

const DEFAULT_BATCH_RECORDS = 20_000;

/**
 * Reads markets, trades, books and prices and publishes them batch by batch, with the guarantees of `ingest`: a published
 * batch is durable, a second run over the same input changes nothing, bad records never stop the run. `new` and `updated`
 * count stored rows (markets, snapshots, trades, prices), `mentions` those new rows that are about an asset.
 */
export async function ingestMarkets(parts: MarketIngestParts): Promise<IngestReport> {
  const { namespace, store } = parts;
  const ledger = new RunLedger(parts);
  const { counts } = ledger;
  const nowMs = ledger.startedAt.getTime();
  const context: ConnectorContext = { ...parts.context, nowMs };
  const occurrences = new Map<string, number>();
  let pending: MarketObservation[] = [];
  let pendingRecords = 0;

  const publish = async () => {
    const observations = pending;
    pending = [];
    pendingRecords = 0;
    if (observations.length === 0) return;
    const rows = await rowsOf(observations, parts, occurrences, nowMs);
    const delivered = rows.markets.length + rows.snapshots.length + rows.trades.length + rows.prices.length;
    const before = store.snapshot.version;
    const commit = await store.commitMarkets({ namespace, ...rows }, ledger.running());
    counts.new += commit.added;
    counts.updated += commit.changed;
    counts.unchanged += delivered - commit.added - commit.changed;
    const known = new Map(rows.markets.map((market) => [market.condition_id, market]));
    counts.unlinked += rows.markets.filter(({ subject }) => subject === null).length;
    counts.mentions += [...rows.snapshots, ...rows.trades].filter(
      ({ condition_id }) => known.get(condition_id)?.subject != null,
    ).length;
    if (commit.snapshot.version !== before) counts.batches += 1;
    ledger.progress(true);
  };

  await readInBatches(parts, ledger, {
    batchSize: parts.batchDocuments ?? DEFAULT_BATCH_RECORDS,
    pendingSize: () => pendingRecords,
    take: ({ record }) => {
      const observed = parts.connector.observe(record, context);
      if ("fault" in observed) return { faults: [observed], isUsable: false };
      pending.push(...observed.observations);
      pendingRecords += 1;
      return { faults: observed.faults, isUsable: true };
    },
    publish,
    close: (outcome) => {
      const { today, context: at } = ledger.finished(outcome);
      return store.freezeMarkets(namespace, today, at);
    },
  });
  return ledger.report(store.snapshot.version);
}

interface BatchRows {
  readonly markets: MarketRow[];
  readonly snapshots: MarketSnapshotRow[];
  readonly trades: MarketTradeRow[];
  readonly prices: AssetPriceRow[];
}

/** The rows of a batch; several observations of one thing are one row. */
async function rowsOf(
  observations: readonly MarketObservation[],
  parts: MarketIngestParts,
  occurrences: Map<string, number>,
  nowMs: number,
): Promise<BatchRows> {
  const { namespace, store, directory, linker, useHints } = parts;
  const ids = observations.flatMap((seen) => (seen.kind === "share_price" ? [] : [seen.conditionId]));
  const stored = await store.markets(namespace, ids);
  const markets = new Map(stored);
  const linking = { namespace, linker, directory, useHints };
  for (const seen of observations) {
    if (seen.kind === "market")
      markets.set(seen.conditionId, withMarket(markets.get(seen.conditionId), seen, linking, nowMs));
  }
  const snapshots = new Map<string, MarketSnapshotRow>();
  const trades = new Map<string, MarketTradeRow>();
  const prices = new Map<string, AssetPriceRow>();
  for (const seen of observations) {
    if (seen.kind === "prices") {
      const market = markets.get(seen.conditionId);
      const row = snapshotRow(seen, market, nowMs);
      const key = `${row.condition_id} ${row.fetched_at}`;
      snapshots.set(key, overlaid(snapshots.get(key), row));
      const first = { ...seen, bid: row.bid, ask: row.ask };
      if (market !== undefined) markets.set(seen.conditionId, withOpening(market, first));
    } else if (seen.kind === "trade") {
      const occurrence = occurrences.get(seen.identity) ?? 0;
      if (!seen.hasOwnId) occurrences.set(seen.identity, occurrence + 1);
      const row = tradeRow(seen, occurrence, nowMs);
      trades.set(row.trade_id, row);
    } else if (seen.kind === "share_price") {
      const row = priceRow(seen, directory, nowMs);
      if (row !== null) prices.set(`${row.subject} ${row.observed_at}`, row);
    }
  }
  return {
    markets: [...markets.values()],
    snapshots: [...snapshots.values()],
    trades: [...trades.values()],
    prices: [...prices.values()],
  };
}

/** The later delivery with the earlier one's values where it has none. */
function overlaid(before: MarketSnapshotRow | undefined, row: MarketSnapshotRow): MarketSnapshotRow {
  if (before === undefined) return row;
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return { ...before, ...known };
}
