import type { MarketRow, MarketSnapshotRow, MarketTradeRow } from "../storage/market-store.js";
import { startOfDayMs } from "../time/utc-day.js";
import { type DirectedMarket, spreadOf } from "./direction.js";
import { firstOutcomePrice, lastOpenReading, readDirection } from "./read-direction.js";
import { type AttentionTrade, tradingMeasures } from "./trading-buzz.js";
import type { MarketDayRow, TradingDayInput } from "./trading-day-rows.js";

const dayMs = 86_400_000;

/** Retained trades below this share of the volume that the source reports count as incomplete. */
const COVERED_VOLUME_SHARE = 0.5;

/** One market on one day: its row, and the inputs of its asset's rows. */
export interface DayMarket {
  readonly row: MarketDayRow;
  /** Of the day, in the order of time. */
  readonly trades: readonly MarketTradeRow[];
  /** Whether the retained trades tell who traded. */
  readonly covered: boolean;
  /** As a vote on its asset's direction. */
  readonly directed: DirectedMarket;
}

/** A market's day; null when it was neither seen open nor traded, or is about no asset. */
export function dayMarket(
  market: MarketRow,
  snapshots: readonly MarketSnapshotRow[],
  recent: readonly MarketTradeRow[],
  { day, sharePriceAt }: TradingDayInput,
): DayMarket | null {
  const { subject } = market;
  const trades = recent
    .filter((trade) => trade.day === day)
    .sort((a, b) => a.traded_at - b.traded_at || (a.trade_id < b.trade_id ? -1 : 1));
  const reading = lastOpenReading(snapshots, market.closed_at);
  if (subject === null || (trades.length === 0 && reading === null)) return null;
  const endOfDayMs = startOfDayMs(day) + dayMs;
  const readAtMs = reading?.fetched_at ?? trades[trades.length - 1]?.traded_at ?? endOfDayMs;
  const beforeResolution = recent.filter(
    ({ traded_at }) => (market.closed_at === null || traded_at < market.closed_at) && traded_at > readAtMs - dayMs,
  );
  const lastTrade =
    beforeResolution
      .sort((a, b) => a.traded_at - b.traded_at)
      .map(firstOutcomePrice)
      .filter((price) => price !== null)
      .at(-1) ?? null;
  const direction = readDirection(market, reading, lastTrade, readAtMs, sharePriceAt(subject, readAtMs));
  const attention = trades.map((trade): AttentionTrade => ({
    market: trade.condition_id,
    wallet: trade.wallet,
    usd: trade.usd,
  }));
  const covered = isCovered(market, snapshots, recent);
  const liquidity = reading?.liquidity ?? 0;
  const measures = tradingMeasures(attention, liquidity, covered);
  const volume = trades.reduce((sum, { usd }) => sum + usd, 0);
  const volume24h = Math.max(volume, reading?.volume_24h ?? 0);
  const spread = reading === null ? null : spreadOf({ bid: reading.bid, ask: reading.ask, last: null });
  return {
    row: {
      condition_id: market.condition_id,
      subject,
      event_key: market.event_key,
      day,
      trade_count: trades.length,
      volume,
      traders: measures.traders,
      trading: measures.trading,
      money: measures.money,
      liquidity,
      volume_24h: volume24h,
      spread,
      score: direction.score,
      lacks_reference: direction.lacksReference,
      snapshot_at: reading?.fetched_at ?? null,
      buzz: null,
    },
    trades,
    covered,
    directed: {
      event: market.event_key,
      score: direction.score,
      liquidity,
      volume: volume24h,
      spread,
      trades: trades.length,
    },
  };
}

/**
 * Whether the stored trades show all traders: the catalogue knows the market, every trade has its wallet, and no
 * reading reports more than twice the volume of the stored trades of 24 hours.
 */
function isCovered(
  market: MarketRow,
  snapshots: readonly MarketSnapshotRow[],
  trades: readonly MarketTradeRow[],
): boolean {
  if (!market.catalogued || trades.some(({ wallet }) => wallet === null)) return false;
  return snapshots.every(({ fetched_at, volume_24h }) => {
    if (volume_24h === null || volume_24h <= 0) return true;
    const retained = trades
      .filter(({ traded_at }) => traded_at <= fetched_at && traded_at > fetched_at - dayMs)
      .reduce((sum, { usd }) => sum + usd, 0);
    return retained >= COVERED_VOLUME_SHARE * volume_24h;
  });
}
