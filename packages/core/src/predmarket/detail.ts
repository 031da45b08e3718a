import { z } from "zod";
import { roundBuzz } from "../metrics/rounding.js";
import type { AssetPart } from "../operations/namespace-part.js";
import { chosenRow, resource, rowOf } from "../schema/resource.js";
import type { Period } from "../time/period.js";
import { daysFrom } from "../time/utc-day.js";
import { noTrades, readTradedReference, tradedActivity, tradedDirection } from "./activity.js";
import { type MarketInPeriod, marketsInPeriodQuery, type TradedDay } from "./queries.js";
import { pulseOf } from "./pulse.js";
import { readTradedMomentum } from "./traded-momentum.js";
import { marketItem, TOP_MARKETS, topMarkets } from "./top-markets.js";
import { pulseInput, pulseSchema, wirePulse } from "./wire-pulse.js";

const day = resource(["date", "trade_count", "sentiment_score", "buzz_score", "bullish_pct", "bearish_pct"]);

const result = resource(
  [
    "found",
    "ticker",
    "company_name",
    "period_days",
    "buzz_score",
    "trend",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
    "positive_count",
    "negative_count",
    "neutral_count",
    "trade_count",
    "market_count",
    "current_market_count",
    "total_liquidity",
    "unique_traders",
  ],
  {
    nullable: ["trend"],
    extra: {
      daily_trend: z.array(day).meta({ description: "One item per UTC day of the period, oldest first." }),
      top_mentions: z.array(marketItem).max(TOP_MARKETS).meta({
        description: "At most 10 markets seen open or traded in the period; both directions are kept in view.",
      }),
      pulse: pulseSchema.nullable().meta({ description: "The short answer; null without any market in the period." }),
    },
  },
);

/** One asset over its markets: day by day, its most telling markets, and its pulse. */
export function tradedDetail(): AssetPart<"market", z.output<typeof result>> {
  return {
    description:
      "Trading, direction and pulse of one asset over the period. A supported asset without markets or trades answers 200 with `found` false.",
    result,
    read: async (scope, asset, period) => {
      const [[item], momentum, reference, markets] = await Promise.all([
        tradedActivity.ofAssets(scope, { keys: [asset.key], period, fields: [] }),
        readTradedMomentum(scope, "subject", [asset.key], period),
        readTradedReference(scope, "subject", period.to),
        scope.query<MarketInPeriod>(marketsInPeriodQuery(asset.key, period)),
      ]);
      if (item === undefined) throw new RangeError("Each asset that is asked for has its activity.");
      return chosenRow(result, {
        ...item.values,
        found: markets.length > 0,
        ticker: asset.key,
        company_name: asset.name,
        period_days: period.days,
        daily_trend: dailyTrend(momentum(asset.key).days, period),
        top_mentions: await topMarkets(scope, markets, reference, period),
        pulse: markets.length === 0 ? null : wirePulse(pulseOf(pulseInput(scope, markets, item.values, period))),
      });
    },
  };
}

/** The days of the period; one without trades has 0 trades, 0.0 buzz and no score. */
function dailyTrend(days: readonly TradedDay[], period: Period) {
  const byDay = new Map(days.map((row) => [row.day, row]));
  return daysFrom(period.from, period.to).map((date) => {
    const row = byDay.get(date) ?? { ...noTrades(""), buzz: 0 };
    const { sentiment_score, bullish_pct, bearish_pct } = tradedDirection(row);
    const buzz_score = roundBuzz(row.buzz ?? 0);
    return rowOf(day, { date, trade_count: row.trade_count, sentiment_score, buzz_score, bullish_pct, bearish_pct });
  });
}
