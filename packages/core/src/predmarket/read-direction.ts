import type { MarketRow, MarketSnapshotRow, MarketTradeRow } from "../storage/market-store.js";
import { marketScore, priceOfFirst, tradingDaysBetween } from "./direction.js";
import type { QuestionReading } from "./question.js";

/** The reading of a stored question. */
export function questionOf(market: MarketRow): QuestionReading {
  const { market_type, form, polarity, barrier, strike, upper_strike } = market;
  return { type: market_type, form, polarity, barrier, strike, upperStrike: upper_strike };
}

/** The last reading before resolution, completed by earlier ones of the day field by field; null when there is none. */
export function lastOpenReading(
  snapshots: readonly MarketSnapshotRow[],
  closedMs: number | null,
): MarketSnapshotRow | null {
  const open = snapshots
    .filter(({ closed, fetched_at }) => closed !== true && (closedMs === null || fetched_at < closedMs))
    .sort((a, b) => a.fetched_at - b.fetched_at);
  return open.reduce<MarketSnapshotRow | null>((before, row) => {
    // A book is one observation: a new bid does not go with an old ask.
    const book = row.bid === null && row.ask === null ? before : row;
    return {
      ...row,
      first_price: row.first_price ?? before?.first_price ?? null,
      second_price: row.second_price ?? before?.second_price ?? null,
      bid: book?.bid ?? null,
      ask: book?.ask ?? null,
      last_price: row.last_price ?? before?.last_price ?? null,
      liquidity: row.liquidity ?? before?.liquidity ?? null,
      volume_24h: row.volume_24h ?? before?.volume_24h ?? null,
    };
  }, null);
}

/** Price of a trade as one of the first outcome; null when its outcome is not known. */
export function firstOutcomePrice(trade: Pick<MarketTradeRow, "price" | "outcome_index">): number | null {
  return trade.outcome_index === 0 ? trade.price : trade.outcome_index === 1 ? 1 - trade.price : null;
}

/** What a market says at one reading. */
export interface DirectionReading {
  readonly score: number | null;
  readonly lacksReference: boolean;
}

/** Direction of a market from one reading and the trades of the 24 hours before it. */
export function readDirection(
  market: MarketRow,
  reading: Pick<MarketSnapshotRow, "bid" | "ask" | "last_price" | "first_price" | "volume_24h"> | null,
  lastTrade: number | null,
  atMs: number,
  sharePrice: number | null,
): DirectionReading {
  const question = questionOf(market);
  const last = lastTrade ?? ((reading?.volume_24h ?? 0) > 0 ? (reading?.last_price ?? null) : null);
  const bid = reading?.bid ?? null;
  const ask = reading?.ask ?? null;
  // A price without a book (a history of prices, say) is the best that is known.
  const shown = bid === null && ask === null ? (reading?.first_price ?? null) : null;
  const price = priceOfFirst({ bid, ask, last: last ?? shown });
  const daysLeft = market.end_at === null ? null : tradingDaysBetween(atMs, market.end_at);
  const score = marketScore(question, price, { sharePrice, daysLeft, openingPrice: market.opening_price });
  const isStrike = question.form === "close" || question.form === "touch" || question.form === "range";
  return { score, lacksReference: isStrike && price !== null && (sharePrice === null || daysLeft === null) };
}
