import { z } from "zod";
import { roundDecimal } from "../metrics/rounding.js";
import type { ActivityValues, MarketActivityField } from "../namespaces/activity-fields.js";
import type { RequestScope } from "../operations/request-scope.js";
import type { Period } from "../time/period.js";
import { addDays, startOfDayMs } from "../time/utc-day.js";
import { isOpenMarket } from "./market-state.js";
import { type Pulse, pulseMoods, pulseReasons, pulseWarnings } from "./pulse.js";
import { lifeOf, type MarketInPeriod } from "./queries.js";

const codes = <Code extends string>(list: Readonly<Record<Code, string>>, description: string) =>
  z.array(z.enum(Object.keys(list) as [Code, ...Code[]])).meta({ description });
const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });

/** The pulse on the wire. */
export const pulseSchema = z.object({
  mood: z.enum(pulseMoods).meta({ description: "Which way the traded markets lean, or why that cannot be said." }),
  confidence: z
    .number()
    .min(0)
    .max(100)
    .meta({ description: "0 to 100, 1 decimal: coverage, trades and spread taken together." }),
  thin_data: z.boolean().meta({ description: "The evidence does not carry a strong direction." }),
  why: codes(pulseReasons, `Stable codes. ${listed(pulseReasons)}`),
  warnings: codes(pulseWarnings, `Stable codes. ${listed(pulseWarnings)}`),
  evidence: z
    .object({
      directional_coverage: share("Share of the open markets that have a direction."),
      traded_market_pct: share("Share of the open markets with a trade on the latest UTC day of the period."),
      zero_trade_market_pct: share("Share without one."),
      avg_spread: share("Distance of bid and ask, weighted by liquidity."),
      snapshot_at: z.iso.datetime().nullable().meta({ description: "Newest reading of the period." }),
    })
    .meta({ description: "What the mood rests on." }),
});

function listed(list: Readonly<Record<string, string>>): string {
  return Object.entries(list)
    .map(([code, text]) => `\`${code}\`: ${text}`)
    .join(" ");
}

/** What `pulseOf` weighs, from the markets of a period and the values shown beside it. */
export function pulseInput(
  scope: RequestScope,
  markets: readonly MarketInPeriod[],
  values: ActivityValues<MarketActivityField>,
  period: Period,
) {
  const { now, today } = scope.call;
  const asOfMs = period.to === today ? now.getTime() : startOfDayMs(addDays(period.to, 1)) - 1;
  const seen = markets.map(({ snapshot_ms }) => snapshot_ms).filter((time) => time !== null);
  return {
    markets: markets.map((market) => ({
      event: market.event_key,
      isOpen: isOpenMarket(lifeOf(market), asOfMs),
      score: market.score,
      lacksReference: market.lacks_reference && market.score === null,
      liquidity: market.liquidity,
      spread: market.spread,
      tradesOfDay: market.last_day_trades,
      trades: market.trade_count,
    })),
    score: values.sentiment_score,
    snapshotMs: seen.length === 0 ? null : Math.max(...seen),
    asOfMs,
    tradesCovered: values.unique_traders !== null,
  };
}

/** A pulse as it is shown: shares with 3 decimals, instants as ISO 8601. */
export function wirePulse({
  mood,
  confidence,
  thinData,
  why,
  warnings,
  evidence,
}: Pulse): z.output<typeof pulseSchema> {
  const rounded = (value: number | null) => (value === null ? null : roundDecimal(value, 3));
  return {
    mood,
    confidence: roundDecimal(confidence, 1),
    thin_data: thinData,
    why: [...why],
    warnings: [...warnings],
    evidence: {
      directional_coverage: rounded(evidence.directionalCoverage),
      traded_market_pct: rounded(evidence.tradedMarketShare),
      zero_trade_market_pct: rounded(evidence.zeroTradeMarketShare),
      avg_spread: rounded(evidence.averageSpread),
      snapshot_at: evidence.snapshotMs === null ? null : new Date(evidence.snapshotMs).toISOString(),
    },
  };
}
