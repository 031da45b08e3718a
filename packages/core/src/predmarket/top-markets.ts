import type { z } from "zod";
import { labelOf } from "../metrics/polarity.js";
import { roundBuzz, roundDecimal, roundMoney, roundScore } from "../metrics/rounding.js";
import type { RequestScope } from "../operations/request-scope.js";
import { resource, rowOf } from "../schema/resource.js";
import type { Period } from "../time/period.js";
import { isOpenMarket, marketStatus } from "./market-state.js";
import { latestPricesQuery, lifeOf, type MarketInPeriod } from "./queries.js";
import { meanTradingPerDay, tradingBuzz, type TradingReference } from "./trading-buzz.js";

/** Most markets that a detail names. */
export const TOP_MARKETS = 10;

/** A market in a detail. */
export const marketItem = resource(
  [
    "condition_id",
    "question",
    "market_type",
    "trade_count",
    "sentiment_score",
    "sentiment_label",
    "buzz_score",
    "yes_price",
    "no_price",
    "liquidity",
    "volume_24h",
    "end_date",
    "active",
    "market_status",
  ],
  { nullable: ["sentiment_label", "yes_price", "no_price", "end_date"] },
);

/** Score of a market over the period; null without trades or direction. */
function scoreOf({ sentiment_sum, sentiment_weight }: MarketInPeriod): number | null {
  return sentiment_weight > 0 ? Math.max(-1, Math.min(1, sentiment_sum / sentiment_weight)) : null;
}

/**
 * The markets that are shown, best first: open before not open, directional before the rest, then trades, volume,
 * liquidity, id. When the first ten all point one way, the best market of the other way takes the last place.
 */
export function chooseMarkets<
  Market extends { readonly isOpen: boolean; readonly direction: number; readonly market: MarketInPeriod },
>(markets: readonly Market[]): Market[] {
  const ranked = [...markets].sort(
    (a, b) =>
      Number(b.direction !== 0) - Number(a.direction !== 0) ||
      Number(b.isOpen) - Number(a.isOpen) ||
      b.market.trade_count - a.market.trade_count ||
      b.market.volume_24h - a.market.volume_24h ||
      b.market.liquidity - a.market.liquidity ||
      (a.market.condition_id < b.market.condition_id ? -1 : 1),
  );
  const chosen = ranked.slice(0, TOP_MARKETS);
  for (const side of [1, -1]) {
    if (chosen.some(({ direction }) => direction === side)) continue;
    const best = ranked.find(({ direction }) => direction === side);
    if (best !== undefined) chosen.splice(TOP_MARKETS - 1, 1, best);
  }
  return chosen;
}

/** The most telling markets of the period as they are shown, at most {@link TOP_MARKETS}. */
export async function topMarkets(
  scope: RequestScope,
  markets: readonly MarketInPeriod[],
  reference: TradingReference,
  period: Period,
): Promise<z.output<typeof marketItem>[]> {
  const nowMs = scope.call.now.getTime();
  const chosen = chooseMarkets(
    markets.map((market) => {
      const label = market.score === null ? "neutral" : labelOf(market.score);
      const direction = label === "positive" ? 1 : label === "negative" ? -1 : 0;
      return { market, direction, isOpen: isOpenMarket(lifeOf(market), nowMs) };
    }),
  );
  const ids = chosen.map(({ market }) => market.condition_id);
  const prices = await scope.query<{ condition_id: string; first_price: number | null; second_price: number | null }>(
    latestPricesQuery(ids, period),
  );
  const priceOf = new Map(prices.map((row) => [row.condition_id, row]));
  return chosen.map(({ market }) => {
    const score = scoreOf(market);
    const first = priceOf.get(market.condition_id)?.first_price ?? null;
    const second = priceOf.get(market.condition_id)?.second_price ?? (first === null ? null : 1 - first);
    const measures = meanTradingPerDay({ ...market, markets: market.trade_count > 0 ? period.days : 0 }, period.days);
    return rowOf(marketItem, {
      condition_id: market.condition_id,
      question: market.question,
      market_type: market.market_type,
      trade_count: market.trade_count,
      sentiment_score: score === null ? null : roundScore(score),
      sentiment_label: score === null ? null : labelOf(score),
      buzz_score: roundBuzz(tradingBuzz(measures, reference)),
      yes_price: first === null ? null : roundDecimal(first, 4),
      no_price: second === null ? null : roundDecimal(second, 4),
      liquidity: roundMoney(market.liquidity),
      volume_24h: roundMoney(market.volume_24h),
      end_date: market.end_ms === null ? null : new Date(market.end_ms).toISOString().slice(0, 10),
      active: market.active,
      market_status: marketStatus(lifeOf(market), nowMs),
    });
  });
}
