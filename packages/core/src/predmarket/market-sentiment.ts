import { z } from "zod";
import { historyPeriod, trendHistory } from "../metrics/history.js";
import { marketWindowBuzz } from "../metrics/market-buzz.js";
import { roundBuzz, roundMoney } from "../metrics/rounding.js";
import type { WholePart } from "../operations/namespace-part.js";
import { marketBuzzAgainst, type StoredBaseline } from "../rollup/day-reference.js";
import { resource, rowOf } from "../schema/resource.js";
import { noTrades, readBreadth, tradedActivity, tradedDirection } from "./activity.js";
import { tradedBaselinesQuery, tradedReferenceQuery, type TradedTotals, tradedTotalsQuery } from "./queries.js";
import { readTradedMomentum } from "./traded-momentum.js";
import { marketActivityOf } from "./score-trading-days.js";
import type { UtcDay } from "../time/utc-day.js";

/** Most assets that are named as drivers. */
const DRIVERS = 10;

const driver = resource(["ticker", "trade_count", "buzz_score", "sentiment_score"]);

const result = resource(
  [
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
    "active_tickers",
    "trend_history",
  ],
  {
    nullable: ["trend"],
    extra: { drivers: z.array(driver).max(DRIVERS).meta({ description: "Assets of the period by `buzz_score`." }) },
  },
);

/** All trading against its own trailing 90 days. */
export function tradedMarketSentiment(): WholePart<"market", z.output<typeof result>> {
  return {
    description:
      "All markets together: `buzz_score` is about 50 on a normal day for the weekday. `trend` is null when it is 0.0.",
    result,
    read: async (scope, period) => {
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
      const { days, calendar, trend } = momentum("market");
      const isPartlySeen = (day: UtcDay) => (calendar.knownAt(calendar.backOf(day)) ?? 1) < 1;
      const partly = days.filter(({ day }) => isPartlySeen(day)).map(({ day }) => day);
      const [first, last] = [partly[0], partly.at(-1)];
      const baselines = new Map(
        first === undefined || last === undefined
          ? []
          : (await scope.query<StoredBaseline & { readonly day: UtcDay }>(tradedBaselinesQuery(first, last))).map(
              (row) => [row.day, row],
            ),
      );
      // Scales a partly seen day up to a whole one, so that "about 50 is normal" holds in the morning and after outages.
      const series = days.map((row) => {
        const isRunning = row.day === period.to && period.to === scope.call.today;
        const against = baselines.get(row.day) ?? (isRunning ? baseline : undefined);
        if (against === undefined) return { ...row, buzz: row.buzz ?? 0 };
        const share = isPartlySeen(row.day) ? calendar.exposureAt(calendar.backOf(row.day)) : calendar.share.done;
        return { ...row, buzz: marketBuzzAgainst(marketActivityOf(row), row.day, against, share) };
      });
      const inWindow = series.filter(({ day }) => day >= period.from);
      const buzz = roundBuzz(marketWindowBuzz(inWindow.map((row) => row.buzz)));
      const daily = new Map(series.map((row) => [row.day, roundBuzz(row.buzz)]));
      return rowOf(result, {
        ...tradedDirection(totals),
        ...breadth("market", totals.covered),
        buzz_score: buzz,
        trend: buzz === 0 ? null : trend,
        trade_count: totals.trade_count,
        total_liquidity: roundMoney(totals.liquidity),
        active_tickers: inWindow.reduce((peak, { subjects }) => Math.max(peak, subjects), 0),
        trend_history: trendHistory(daily, historyPeriod(period)),
        drivers: drivers.map(({ key, values: { trade_count, buzz_score, sentiment_score } }) =>
          rowOf(driver, { ticker: key, trade_count, buzz_score, sentiment_score }),
        ),
      });
    },
  };
}
