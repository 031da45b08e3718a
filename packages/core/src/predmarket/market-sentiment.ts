import { z } from "zod";
import { historyPeriod, trendHistory } from "../metrics/history.js";
import { marketWindowBuzz } from "../metrics/market-buzz.js";
import { roundBuzz, roundMoney } from "../metrics/rounding.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { defineOperation, type Operation } from "../operations/operation.js";
import { periodParameters, resolveWindow, sourceRefused } from "../operations/parameters.js";
import { requestScope } from "../operations/request-scope.js";
import { inOrder } from "../operations/shape.js";
import { marketBuzzAgainst, type StoredBaseline } from "../rollup/day-reference.js";
import { resource } from "../schema/resource.js";
import { DEFAULT_PERIOD_DAYS } from "../time/period.js";
import { noTrades, readBreadth, readTradedMomentum, tradedActivity, tradedDirection } from "./activity.js";
import { tradedReferenceQuery, type TradedTotals, tradedTotalsQuery } from "./queries.js";
import { marketActivityOf } from "./score-trading-days.js";

/** Most assets that are named as drivers. */
const DRIVERS = 10;

const names = [
  ...[
    "buzz_score",
    "trend",
    "sentiment_score",
    "bullish_pct",
    "bearish_pct",
    "positive_count",
    "negative_count",
    "neutral_count",
  ],
  ...[
    "trade_count",
    "market_count",
    "current_market_count",
    "total_liquidity",
    "unique_traders",
    "active_tickers",
    "trend_history",
    "drivers",
  ],
];

/** `GET /market-sentiment` over markets: all trading against its own trailing 90 days. */
export function tradedMarketSentiment(namespace: NamespaceDefinition): Operation {
  const { subject } = namespace;
  const driverFields = [subject.keyField, "trade_count", "buzz_score", "sentiment_score"] as const;
  return defineOperation({
    name: "market-sentiment",
    namespace,
    summary: `Market sentiment: ${namespace.title}`,
    description:
      "All markets together: `buzz_score` is about 50 on a normal day for the weekday. `trend` is null when it is 0.0.",
    path: `${namespace.basePath}/market-sentiment`,
    access: "any_account",
    parameters: periodParameters,
    refused: [sourceRefused],
    result: resource(names, {
      nullable: ["trend", "sentiment_score", "unique_traders"],
      extra: {
        drivers: z
          .array(resource(driverFields, { nullable: ["sentiment_score"] }))
          .max(DRIVERS)
          .meta({ description: "Assets of the period by `buzz_score`." }),
      },
    }),
    defaultDays: DEFAULT_PERIOD_DAYS.list,
    errors: ["lookback_exceeded"],
    prepare: async ({ parameters }, dataset, call) => {
      const scope = await requestScope(namespace, dataset, call);
      const period = resolveWindow(
        parameters,
        { defaultDays: DEFAULT_PERIOD_DAYS.list },
        namespace,
        dataset,
        scope.view,
        call,
      );
      const run = async () => {
        const filter = { contributor: null, assetType: null };
        const [[totals = noTrades("market")], momentum, breadth, [baseline], drivers] = await Promise.all([
          scope.query<TradedTotals>(tradedTotalsQuery("market", period, ["market"])),
          readTradedMomentum(scope, "market", ["market"], period),
          readBreadth(scope, "market", ["market"], period),
          scope.query<StoredBaseline>(tradedReferenceQuery("market", period.to)),
          tradedActivity.hottest(scope, {
            level: "subject",
            period,
            fields: [],
            filter,
            page: { offset: 0, limit: DRIVERS },
          }),
        ]);
        const { days, share, trend } = momentum("market");
        // The running day as a whole one, so that "about 50 is normal" also holds in the morning.
        const series = days.map((row) => {
          const isRunning = row.day === period.to && period.to === call.today && baseline !== undefined;
          return isRunning
            ? { ...row, buzz: marketBuzzAgainst(marketActivityOf(row), row.day, baseline, share.done) }
            : { ...row, buzz: row.buzz ?? 0 };
        });
        const inWindow = series.filter(({ day }) => day >= period.from);
        const buzz = roundBuzz(marketWindowBuzz(inWindow.map((row) => row.buzz)));
        const daily = new Map(series.map((row) => [row.day, roundBuzz(row.buzz)]));
        return inOrder(names, {
          ...tradedDirection(totals),
          ...breadth("market", totals.covered),
          buzz_score: buzz,
          trend: buzz === 0 ? null : trend,
          trade_count: totals.trade_count,
          total_liquidity: roundMoney(totals.liquidity),
          active_tickers: inWindow.reduce((peak, { subjects }) => Math.max(peak, subjects), 0),
          trend_history: trendHistory(daily, historyPeriod(period)),
          drivers: drivers.map(({ key, values }) => inOrder(driverFields, { ...values, [subject.keyField]: key })),
        });
      };
      return { window: period, run };
    },
  });
}
