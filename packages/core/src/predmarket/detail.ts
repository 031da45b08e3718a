import { z } from "zod";
import { labelOf } from "../metrics/polarity.js";
import { roundBuzz, roundDecimal, roundMoney, roundScore } from "../metrics/rounding.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { defineOperation, type Operation } from "../operations/operation.js";
import {
  assetParameter,
  periodParameters,
  resolveWindow,
  sourceRefused,
  supportedAsset,
} from "../operations/parameters.js";
import { type RequestScope, requestScope } from "../operations/request-scope.js";
import { inOrder } from "../operations/shape.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS, type Period } from "../time/period.js";
import { addDays, daysFrom, startOfDayMs } from "../time/utc-day.js";
import { noTrades, readTradedMomentum, readTradedReference, tradedActivity, tradedDirection } from "./activity.js";
import { isOpenMarket, type MarketLife, marketStatus } from "./market-state.js";
import { latestPricesQuery, type MarketInPeriod, marketsInPeriodQuery, type TradedDay } from "./queries.js";
import { type Pulse, pulseMoods, pulseOf, pulseReasons, pulseWarnings } from "./pulse.js";
import { meanTradingPerDay, tradingBuzz, type TradingReference } from "./trading-buzz.js";

/** Most markets that a detail names. */
const TOP_MARKETS = 10;

const dailyFields = ["date", "trade_count", "sentiment_score", "buzz_score", "bullish_pct", "bearish_pct"] as const;

const scalars = [
  ...[
    "found",
    "ticker",
    "company_name",
    "period_days",
    "buzz_score",
    "trend",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
  ],
  ...["positive_count", "negative_count", "neutral_count", "trade_count", "market_count", "current_market_count"],
  ...["total_liquidity", "unique_traders"],
] as const;

const marketFields = [
  ...[
    "condition_id",
    "question",
    "market_type",
    "trade_count",
    "sentiment_score",
    "sentiment_label",
    "buzz_score",
    "yes_price",
  ],
  ...["no_price", "liquidity", "volume_24h", "end_date", "active", "market_status"],
] as const;

const codes = <Code extends string>(list: Readonly<Record<Code, string>>, description: string) =>
  z.array(z.enum(Object.keys(list) as [Code, ...Code[]])).meta({ description });
const share = (description: string) => z.number().min(0).max(1).nullable().meta({ description });

const pulseSchema = z.object({
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

/** `GET /stock/{ticker}` over markets: one asset, day by day, its most telling markets, and its pulse. */
export function tradedDetail(namespace: NamespaceDefinition): Operation {
  const { subject } = namespace;
  const names = [...scalars, "daily_trend", "top_mentions", "pulse"];
  return defineOperation({
    name: "detail",
    namespace,
    summary: `One asset: ${namespace.title}`,
    description:
      "Trading, direction and pulse of one asset over the period. A supported asset without markets or trades answers 200 with `found` false.",
    path: `${namespace.basePath}/${namespace.assetPath}/{${subject.keyField}}`,
    access: "any_account",
    parameters: { asset: assetParameter(namespace), ...periodParameters },
    refused: [sourceRefused],
    result: resource(names, {
      nullable: ["company_name", "sentiment_score", "trend", "unique_traders"],
      extra: {
        daily_trend: z
          .array(resource(dailyFields, { nullable: ["sentiment_score"] }))
          .meta({ description: "One item per UTC day of the period, oldest first." }),
        top_mentions: z
          .array(
            resource(marketFields, {
              nullable: ["sentiment_score", "sentiment_label", "yes_price", "no_price", "end_date"],
            }),
          )
          .max(TOP_MARKETS)
          .meta({
            description: "At most 10 markets seen open or traded in the period; both directions are kept in view.",
          }),
        pulse: pulseSchema.nullable().meta({ description: "The short answer; null without any market in the period." }),
      },
    }),
    errors: ["lookback_exceeded", "unsupported_asset"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const period = resolveWindow(
        parameters,
        { defaultDays: DEFAULT_PERIOD_DAYS.detail },
        namespace,
        dataset,
        scope.view,
        call,
      );
      const run = async () => {
        const asset = supportedAsset(dataset, namespace, parameters.asset);
        const [[item], momentum, reference, markets] = await Promise.all([
          tradedActivity.ofAssets(scope, { keys: [asset.key], period, fields: [] }),
          readTradedMomentum(scope, "subject", [asset.key], period),
          readTradedReference(scope, "subject", period.to),
          scope.query<MarketInPeriod>(marketsInPeriodQuery(asset.key, period)),
        ]);
        const values = item?.values ?? {};
        const { days } = momentum(asset.key);
        return inOrder(names, {
          ...values,
          found: markets.length > 0,
          ticker: asset.key,
          company_name: asset.name,
          period_days: period.days,
          daily_trend: dailyTrend(days, period),
          top_mentions: await topMarkets(scope, markets, reference, period),
          pulse: markets.length === 0 ? null : wirePulse(pulseOf(pulseInput(scope, markets, values, period))),
        });
      };
      return { window: period, run };
    },
  });
}

/** The days of the period; one without trades has 0 trades, 0.0 buzz and no score. */
function dailyTrend(days: readonly TradedDay[], period: Period): Record<string, unknown>[] {
  const byDay = new Map(days.map((row) => [row.day, row]));
  return daysFrom(period.from, period.to).map((day) => {
    const row = byDay.get(day) ?? { ...noTrades(""), buzz: 0 };
    return inOrder(dailyFields, {
      ...tradedDirection(row),
      date: day,
      trade_count: row.trade_count,
      buzz_score: roundBuzz(row.buzz ?? 0),
    });
  });
}

function lifeOf(market: MarketInPeriod): MarketLife {
  const { active, closed, accepting_orders, created_ms, end_ms, closed_ms } = market;
  return {
    active,
    closed,
    acceptingOrders: accepting_orders,
    createdMs: created_ms,
    endMs: end_ms,
    closedMs: closed_ms,
  };
}

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

async function topMarkets(
  scope: RequestScope,
  markets: readonly MarketInPeriod[],
  reference: TradingReference,
  period: Period,
): Promise<Record<string, unknown>[]> {
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
    return inOrder(marketFields, {
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

function pulseInput(
  scope: RequestScope,
  markets: readonly MarketInPeriod[],
  values: Readonly<Record<string, unknown>>,
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
    score: (values.sentiment_score as number | null | undefined) ?? null,
    snapshotMs: seen.length === 0 ? null : Math.max(...seen),
    asOfMs,
    tradesCovered: values.unique_traders !== null,
  };
}

function wirePulse({ mood, confidence, thinData, why, warnings, evidence }: Pulse): Record<string, unknown> {
  const rounded = (value: number | null) => (value === null ? null : roundDecimal(value, 3));
  return {
    mood,
    confidence: roundDecimal(confidence, 1),
    thin_data: thinData,
    why,
    warnings,
    evidence: {
      directional_coverage: rounded(evidence.directionalCoverage),
      traded_market_pct: rounded(evidence.tradedMarketShare),
      zero_trade_market_pct: rounded(evidence.zeroTradeMarketShare),
      avg_spread: rounded(evidence.averageSpread),
      snapshot_at: evidence.snapshotMs === null ? null : new Date(evidence.snapshotMs).toISOString(),
    },
  };
}
