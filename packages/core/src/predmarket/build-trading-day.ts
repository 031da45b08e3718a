import type { Asset } from "../subjects/asset.js";
import type { UtcDay } from "../time/utc-day.js";
import { withLadders } from "./day-ladders.js";
import { directionParts, eventVotes } from "./direction.js";
import { groupedByKey } from "./grouped-by-key.js";
import { type DayMarket, dayMarket } from "./market-day.js";
import { type AttentionTrade, tradingMeasures } from "./trading-buzz.js";
import type { TradedDailyRow, TradedScope, TradingDay, TradingDayInput } from "./trading-day-rows.js";

/**
 * Everything derived from one day. Pure: depends only on the rows, not on their order. Markets about no known asset are
 * left out.
 */
export function buildTradingDay(input: TradingDayInput): TradingDay {
  const { day, assetOf } = input;
  const snapshots = groupedByKey(input.snapshots, ({ condition_id }) => condition_id);
  const trades = groupedByKey(input.trades, ({ condition_id }) => condition_id);
  const markets = [...input.markets]
    .sort((a, b) => (a.condition_id < b.condition_id ? -1 : 1))
    .flatMap((market) => {
      const found = dayMarket(
        market,
        snapshots.get(market.condition_id) ?? [],
        trades.get(market.condition_id) ?? [],
        input,
      );
      return found === null ? [] : [found];
    });
  const scored = withLadders(markets, input);
  const level = (scope: TradedScope, keyOf: (subject: string) => string | null) =>
    [...groupedByKey(scored, ({ row }) => keyOf(row.subject))].map(([key, members]) =>
      summary(scope, key, day, members, assetOf),
    );
  const daily = [
    ...level("subject", (subject) => subject),
    ...level("sector", (subject) => assetOf(subject)?.sector ?? null),
    ...level("country", (subject) => assetOf(subject)?.country ?? null),
    ...level("market", () => "market"),
  ];
  const hours = new Map<number, number>();
  for (const { trades: filled } of scored) {
    for (const { traded_at } of filled) {
      const hour = new Date(traded_at).getUTCHours();
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    }
  }
  const hourly = [...hours].sort(([a], [b]) => a - b).map(([hour, mentions]) => ({ day, hour, mentions }));
  return { markets: scored.map(({ row }) => row), daily, hourly };
}

/** The row of a level from the markets that belong to it. */
function summary(
  scope: TradedScope,
  key: string,
  day: UtcDay,
  members: readonly DayMarket[],
  assetOf: (key: string) => Asset | null,
): TradedDailyRow {
  const trades = members.flatMap((member) => member.trades);
  const covered = members.every((member) => member.covered);
  const liquidity = members.reduce((sum, { row }) => sum + row.liquidity, 0);
  const attention = trades.map(({ condition_id, wallet, usd }): AttentionTrade => ({
    market: condition_id,
    wallet,
    usd,
  }));
  const measures = tradingMeasures(attention, liquidity, covered);
  const direction = directionParts(eventVotes(members.map(({ directed }) => directed)));
  return {
    scope,
    key,
    day,
    asset_type: scope === "subject" ? (assetOf(key)?.type ?? null) : null,
    trade_count: trades.length,
    volume: members.reduce((sum, { row }) => sum + row.volume, 0),
    subjects: new Set(members.filter(({ row }) => row.trade_count > 0).map(({ row }) => row.subject)).size,
    covered,
    ...measures,
    liquidity,
    sentiment_sum: direction.sum,
    sentiment_weight: direction.weight,
    positive: direction.positive,
    neutral: direction.neutral,
    negative: direction.negative,
    buzz: null,
  };
}
