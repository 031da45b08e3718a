import { fairPrice, halfSpread, tick } from "./predmarket-odds.js";
import { conditionId, marketSlug, type PlannedTrade, tokenId } from "./predmarket-trades.js";
import type { GammaMarketRecord, OrderBookRecord, SampleMarketPlan } from "./predmarket-types.js";
import { isoSeconds } from "./rhythm.js";
import { hexOf, Rng } from "./rng.js";

const dayMs = 86_400_000;
const cents = (value: number) => Math.round(value * 100) / 100;

/** Money that waits in the order book. */
function liquidityOf(market: SampleMarketPlan, time: number): number {
  const day = Math.floor(time / dayMs);
  return cents(new Rng("liquidity", market.id, day).logNormal(900 * market.popularity ** 1.2, 0.25));
}

/** The market as the catalogue shows it at an instant; `trades` are all of its trades up to then. */
export function marketRecord(
  seed: string | number,
  market: SampleMarketPlan,
  time: number,
  opinion: ReadonlyMap<string, number>,
  trades: readonly PlannedTrade[],
): GammaMarketRecord {
  const closed = time >= market.closesAt;
  const over = time >= market.endsAt;
  const fair = fairPrice(seed, market, time, opinion);
  const bid = closed ? 0 : tick(fair - halfSpread(market));
  const ask = closed ? 1 : Math.max(tick(bid + 0.01), tick(fair + halfSpread(market)));
  const last = trades[trades.length - 1];
  const lastPrice =
    last === undefined ? tick(fair) : last.record.outcomeIndex === 0 ? last.record.price : cents(1 - last.record.price);
  const mid = cents((bid + ask) / 2);
  const prices = closed
    ? market.winner === null
      ? [0.5, 0.5]
      : market.winner === 0
        ? [1, 0]
        : [0, 1]
    : [mid, cents(1 - mid)];
  const usd = (list: readonly PlannedTrade[]) =>
    cents(list.reduce((sum, { record }) => sum + record.size * record.price, 0));
  const volume = usd(trades);
  const liquidity = closed ? 0 : liquidityOf(market, time);
  const slug = marketSlug(market.question);
  const eventSlug = marketSlug(market.eventTitle);
  const before = fairPrice(seed, market, Math.max(market.createdAt, time - dayMs), opinion);
  return {
    id: market.id,
    question: market.question,
    conditionId: conditionId(market),
    questionID: `0x${hexOf(`question/${market.id}`, 64)}`,
    slug,
    description: `Invented market of the sample data. The first outcome wins when the statement holds by ${isoSeconds(market.endsAt)}.`,
    resolutionSource: "",
    outcomes: JSON.stringify(market.outcomes),
    outcomePrices: JSON.stringify(prices.map(String)),
    clobTokenIds: JSON.stringify([tokenId(market, 0), tokenId(market, 1)]),
    liquidity: String(liquidity),
    liquidityNum: liquidity,
    volume: String(volume),
    volumeNum: volume,
    volume24hr: usd(trades.filter((trade) => trade.time > time - dayMs)),
    bestBid: bid,
    bestAsk: ask,
    lastTradePrice: lastPrice,
    spread: cents(ask - bid),
    oneDayPriceChange: cents(fair - before),
    active: true,
    closed,
    archived: false,
    restricted: false,
    acceptingOrders: !over,
    enableOrderBook: true,
    negRisk: false,
    startDate: isoSeconds(market.createdAt),
    endDate: isoSeconds(market.endsAt),
    createdAt: isoSeconds(market.createdAt),
    updatedAt: isoSeconds(time),
    startDateIso: isoSeconds(market.createdAt).slice(0, 10),
    endDateIso: isoSeconds(market.endsAt).slice(0, 10),
    ...(closed
      ? {
          closedTime: `${isoSeconds(market.closesAt).slice(0, 19).replace("T", " ")}+00`,
          umaResolutionStatus: "resolved",
        }
      : {}),
    groupItemTitle: market.rungTitle ?? "",
    groupItemThreshold: String(market.rung ?? 0),
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    competitive: Math.round((1 - Math.abs(0.5 - mid) * 2) * 100) / 100,
    events: [{ id: market.eventId, ticker: eventSlug, slug: eventSlug, title: market.eventTitle }],
  };
}

/** The order book of the first outcome at an instant: six levels a side. */
export function bookRecord(
  seed: string | number,
  market: SampleMarketPlan,
  time: number,
  opinion: ReadonlyMap<string, number>,
): OrderBookRecord {
  const rng = new Rng("book", market.id, time);
  const fair = fairPrice(seed, market, time, opinion);
  const half = halfSpread(market);
  const share = liquidityOf(market, time) / 12;
  const levels = (start: number, step: number) =>
    Array.from({ length: 6 }, (_, index) => start + step * index)
      .filter((price) => price > 0.005 && price < 0.995)
      .map((price) => ({ price: price.toFixed(2), size: (share / price / rng.range(0.7, 1.5)).toFixed(2) }));
  const bid = tick(fair - half);
  return {
    market: conditionId(market),
    asset_id: tokenId(market, 0),
    timestamp: String(time),
    hash: hexOf(`${market.id}/${String(time)}`, 40),
    bids: levels(bid, -0.01).reverse(),
    asks: levels(Math.max(tick(bid + 0.01), tick(fair + half)), 0.01).reverse(),
    min_order_size: "5",
    neg_risk: false,
    tick_size: "0.01",
  };
}
