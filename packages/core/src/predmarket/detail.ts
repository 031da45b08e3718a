import { z } from "zod";
import { roundBuzz } from "../metrics/rounding.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { defineOperation, type Operation } from "../operations/operation.js";
import {
  assetParameter,
  periodParameters,
  resolveWindow,
  sourceRefused,
  supportedAsset,
} from "../operations/parameters.js";
import { requestScope } from "../operations/request-scope.js";
import { inOrder } from "../operations/shape.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS, type Period } from "../time/period.js";
import { daysFrom } from "../time/utc-day.js";
import { noTrades, readTradedMomentum, readTradedReference, tradedActivity, tradedDirection } from "./activity.js";
import { type MarketInPeriod, marketsInPeriodQuery, type TradedDay } from "./queries.js";
import { pulseOf } from "./pulse.js";
import { marketFields, TOP_MARKETS, topMarkets } from "./top-markets.js";
import { pulseInput, pulseSchema, wirePulse } from "./wire-pulse.js";

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
    defaultDays: DEFAULT_PERIOD_DAYS.detail,
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
