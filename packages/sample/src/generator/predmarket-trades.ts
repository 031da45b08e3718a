import { startOfDayMs, type UtcDay } from "@market-sentiment/core";
import { rememberedBy } from "./memo.js";
import { fairPrice, halfSpread, opinionOn, tick } from "./predmarket-odds.js";
import type { SampleMarketPlan, TradeRecord } from "./predmarket-types.js";
import { memberName } from "./people.js";
import { instantOn, weekdayFactor } from "./rhythm.js";
import { hexOf, Rng } from "./rng.js";

const wallets = 520;

/** Number of the wallet that trades with itself. */
const washWallet = 77;

/** Trades of a working day in all markets together, about. */
const tradesPerDay = 1.5;

/** A trade and what is known about it. */
export interface PlannedTrade {
  readonly time: number;
  readonly record: TradeRecord;
  readonly wash: boolean;
}

/** Address of the wallet with the number. */
const walletAddress = (number: number): string => `0x${hexOf(`wallet/${String(number)}`, 40)}`;

/** Condition id of a market. */
export const conditionId = (market: SampleMarketPlan): string => `0x${hexOf(`condition/${market.id}`, 64)}`;

/** Token id of an outcome: a long decimal number as text. */
export function tokenId(market: SampleMarketPlan, outcome: 0 | 1): string {
  return BigInt(`0x9${hexOf(`token/${market.id}/${String(outcome)}`, 63)}`).toString();
}

/** Address part of a title. */
export function marketSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 70);
}

function trade(
  market: SampleMarketPlan,
  time: number,
  wallet: number,
  side: "BUY" | "SELL",
  outcome: 0 | 1,
  size: number,
  price: number,
): TradeRecord {
  const address = walletAddress(wallet);
  return {
    proxyWallet: address,
    side,
    asset: tokenId(market, outcome),
    conditionId: conditionId(market),
    size,
    price,
    timestamp: Math.floor(time / 1000),
    title: market.question,
    slug: marketSlug(market.question),
    icon: "",
    eventSlug: marketSlug(market.eventTitle),
    outcome: market.outcomes[outcome],
    outcomeIndex: outcome,
    name: "",
    pseudonym: memberName("p", wallet),
    transactionHash: `0x${hexOf(`${market.id}/${address}/${String(time)}/${side}/${String(size)}`, 64)}`,
  };
}

/** Trades of one market on one day, in time order. Depends only on the market and the day. */
export const marketTrades = rememberedBy(
  4096,
  (seed: string | number, market: SampleMarketPlan, day: UtcDay) => `${typeof seed}:${seed}/${market.id}/${day}`,
  drawTrades,
);

function drawTrades(seed: string | number, market: SampleMarketPlan, day: UtcDay): readonly PlannedTrade[] {
  const opinion = opinionOn(seed, day);
  const rng = new Rng(seed, "trades", market.id, day);
  const from = Math.max(startOfDayMs(day), market.createdAt + 60_000);
  const until = Math.min(startOfDayMs(day) + 86_400_000, market.endsAt);
  if (until <= from) return [];
  const young = day === market.firstDay ? 0.5 : 1;
  const ending = startOfDayMs(day) + 86_400_000 >= market.endsAt ? 1.6 : 1;
  const count = rng.count(market.popularity ** 0.7 * tradesPerDay * weekdayFactor(day) * young * ending * 0.42, 1.6);
  const trades: PlannedTrade[] = [];
  for (let index = 0; index < count; index += 1) {
    const time = instantOn(rng, day, "us", from);
    if (time < from || time >= until) continue;
    const wallet = Math.floor(wallets * rng.next() ** 2.4);
    const outcome = rng.chance(0.62) ? 0 : 1;
    const side = rng.chance(0.74) ? "BUY" : "SELL";
    const fair = fairPrice(seed, market, time, opinion);
    const value = outcome === 0 ? fair : 1 - fair;
    const price = tick(value + (side === "BUY" ? 1 : -1) * halfSpread(market) * rng.range(0.6, 1.3));
    const size = Math.round(rng.logNormal(wallet < 12 ? 420 : 38, 1.2) * 100) / 100 + 1;
    trades.push({ time, record: trade(market, time, wallet, side, outcome, size, price), wash: false });
  }
  if (rng.chance(market.popularity > 4 ? 0.035 : 0.004)) {
    const start = instantOn(rng, day, "us", from);
    const fair = tick(fairPrice(seed, market, start, opinion));
    const size = rng.int(20, 90) * 10;
    let time = start;
    for (let step = 0; step < rng.int(10, 26) && time < until; step += 1) {
      const record = trade(market, time, washWallet, step % 2 === 0 ? "BUY" : "SELL", 0, size, fair);
      trades.push({ time, record, wash: true });
      // Always at a later time: two equal fills of one wallet would share their hash.
      time += rng.int(15, 50) * 1000;
    }
  }
  return trades.sort((a, b) => a.time - b.time);
}
