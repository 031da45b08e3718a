import { daysFrom, startOfDayMs } from "@market-sentiment/core";
import { fairPrice, opinionOn } from "./predmarket-odds.js";
import { marketsAlive } from "./predmarket-plan.js";
import { bookRecord, marketRecord } from "./predmarket-records.js";
import { conditionId, marketTrades } from "./predmarket-trades.js";
import type {
  GammaMarketRecord,
  OrderBookRecord,
  SampleMarketPlan,
  SharePriceRecord,
  TradeRecord,
} from "./predmarket-types.js";
import { priceAt } from "./prices.js";
import { inTimeOrder, plainTruth, type Sample, type SampleRequest } from "./sample-types.js";

const hourMs = 3_600_000;

/** UTC hours at which the catalogue is read. */
const snapshotHours = [8, 16, 22] as const;

/** UTC hour at which the order books are read. */
const bookHour = 16;

/** What the sample world knows about a market. */
export interface MarketTruth {
  readonly id: string;
  readonly conditionId: string;
  readonly asset: string;
  readonly kind: SampleMarketPlan["kind"];
  readonly polarity: SampleMarketPlan["polarity"];
  readonly strike: number | null;
  /** Index of the winning outcome; null for a void. Known ahead of time here. */
  readonly winner: 0 | 1 | null;
  readonly endsAt: string;
  /** Price of the underlying share at 16:00 UTC of the day. */
  readonly referencePrice: number;
  /** What the first outcome is worth at 16:00 UTC, or at its end when that is earlier. */
  readonly fairPrice: number;
}

/** One day of the prediction market. */
export interface PredmarketDay {
  /** Each market alive, as the catalogue shows it at the snapshot hours. */
  readonly markets: readonly Sample<GammaMarketRecord>[];
  readonly trades: readonly Sample<TradeRecord>[];
  readonly books: readonly Sample<OrderBookRecord>[];
  /** Price of each share with a market, at the snapshot hours: what strikes are measured against. */
  readonly prices: readonly Sample<SharePriceRecord>[];
  readonly truth: readonly MarketTruth[];
}

/** Everything of one day, with its truth; each list in time order. */
export function predmarketOfDay({ seed, day }: SampleRequest): PredmarketDay {
  const alive = marketsAlive(seed, day);
  const start = startOfDayMs(day);
  const today = opinionOn(seed, day);
  const markets: Sample<GammaMarketRecord>[] = [];
  const trades: Sample<TradeRecord>[] = [];
  const books: Sample<OrderBookRecord>[] = [];
  for (const market of alive) {
    const about = [{ key: market.asset, direction: 0, role: "subject" }] as const;
    const all = daysFrom(market.firstDay, day).flatMap((at) => marketTrades(seed, market, at));
    for (const hour of snapshotHours) {
      const time = start + hour * hourMs;
      if (time < market.createdAt) continue;
      const until = all.filter((trade) => trade.time <= time);
      const record = marketRecord(seed, market, time, today, until);
      markets.push({ time, record, truth: plainTruth(`${market.id}@${record.updatedAt}`, null, about) });
    }
    const bookTime = start + bookHour * hourMs;
    if (bookTime >= market.createdAt && bookTime < market.endsAt) {
      const record = bookRecord(seed, market, bookTime, today);
      books.push({ time: bookTime, record, truth: plainTruth(`book-${market.id}@${day}`, null, about) });
    }
    for (const { time, record, wash } of all) {
      if (time < start) continue;
      trades.push({ time, record, truth: { ...plainTruth(record.transactionHash, null, about), bot: wash } });
    }
  }
  const assets = [...new Set(alive.map(({ asset }) => asset))].sort();
  const prices = assets.flatMap((asset) =>
    snapshotHours.map((hour): Sample<SharePriceRecord> => {
      const time = start + hour * hourMs;
      const record = {
        ticker: asset,
        price: Math.round(priceAt(seed, asset, time) * 100) / 100,
        observed_at: new Date(time).toISOString(),
      };
      const about = [{ key: asset, direction: 0, role: "subject" }] as const;
      return { time, record, truth: plainTruth(`price-${asset}@${record.observed_at}`, null, about) };
    }),
  );
  const truth = alive.map((market): MarketTruth => {
    const at = Math.max(market.createdAt, start + bookHour * hourMs);
    return {
      id: market.id,
      conditionId: conditionId(market),
      asset: market.asset,
      kind: market.kind,
      polarity: market.polarity,
      strike: market.strike,
      winner: market.winner,
      endsAt: new Date(market.endsAt).toISOString(),
      referencePrice: priceAt(seed, market.asset, at),
      fairPrice: fairPrice(seed, market, at, today),
    };
  });
  return {
    markets: inTimeOrder(markets),
    trades: inTimeOrder(trades),
    books: inTimeOrder(books),
    prices: inTimeOrder(prices),
    truth,
  };
}
