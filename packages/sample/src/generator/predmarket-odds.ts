import { addDays, startOfDayMs, type UtcDay } from "@market-sentiment/core";
import { remembered } from "./memo.js";
import type { SampleMarketPlan } from "./predmarket-types.js";
import { dailyMove, priceAt, tradingTime } from "./prices.js";
import { hash32, mix32, Rng } from "./rng.js";
import { activeEvents } from "./world.js";

const hourMs = 3_600_000;

/** Standard normal distribution function, good to seven digits. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const poly = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (poly * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
  return x >= 0 ? 1 - tail : tail;
}

const dayAt = (time: number) => new Date(time).toISOString().slice(0, 10) as UtcDay;

const clock = (time: number) => {
  const day = dayAt(time);
  return tradingTime(day, (time - startOfDayMs(day)) / hourMs);
};

const clamp = (value: number) => Math.min(0.985, Math.max(0.015, value));

/** Effect of recent events on opinion about an asset: about -1 to 1. */
export const opinionOn = remembered(128, drawOpinion);

function drawOpinion(seed: string | number, day: UtcDay): ReadonlyMap<string, number> {
  const opinion = new Map<string, number>();
  for (const { event, strength } of activeEvents(seed, addDays(day, -1), "stock")) {
    opinion.set(event.asset, (opinion.get(event.asset) ?? 0) + event.direction * strength * 0.12);
  }
  return opinion;
}

/** Value of the first outcome in traders' eyes, between 0 and 1, at an instant of the market's life. */
export function fairPrice(
  seed: string | number,
  market: SampleMarketPlan,
  time: number,
  opinion: ReadonlyMap<string, number>,
): number {
  const at = Math.min(time, market.endsAt - 60_000);
  const spot = priceAt(seed, market.asset, at);
  const left = Math.max(0.02, clock(market.endsAt) - clock(at));
  const sigma = dailyMove * Math.sqrt(left);
  const lean = (opinion.get(market.asset) ?? 0) * market.polarity;
  const noise = (mix32(hash32(market.id) ^ Math.floor(at / (2 * hourMs))) / 0xffffffff - 0.5) * 0.06;
  const shift = Math.max(-0.5, Math.min(0.5, lean)) * 0.25 + noise;
  if (market.strike !== null) {
    const distance = Math.log(spot / market.strike) / sigma;
    if (market.kind === "close_above") return clamp(normalCdf(distance + shift * 2));
    const reached = market.kind === "hit_high" ? distance >= 0 : distance <= 0;
    return reached ? 0.97 : clamp(2 * normalCdf(-Math.abs(distance)) * (1 + shift));
  }
  if (market.kind === "up_down") {
    const day = dayAt(market.endsAt);
    const before = priceAt(seed, market.asset, startOfDayMs(day));
    return clamp(normalCdf(Math.log(spot / before) / sigma + shift * 2));
  }
  const base = new Rng(seed, "belief", market.id).range(
    market.kind === "earnings" ? 0.5 : 0.08,
    market.kind === "earnings" ? 0.9 : 0.6,
  );
  const progress = (at - market.createdAt) / (market.endsAt - market.createdAt);
  const pull = market.winner === null ? 0 : (market.winner === 0 ? 1 : -1) * 0.3 * progress ** 4;
  return clamp(base + shift * 0.6 + pull);
}

/** Half of the spread; wide where nobody trades. */
export function halfSpread(market: SampleMarketPlan): number {
  return market.popularity > 6 ? 0.005 : market.popularity > 2.5 ? 0.01 : market.popularity > 1.2 ? 0.025 : 0.06;
}

/** A price on the grid of the market. */
export function tick(price: number): number {
  return Math.min(0.99, Math.max(0.01, Math.round(price * 100) / 100));
}
