import { startOfDayMs } from "../time/utc-day.js";
import { ladderScore, priceOfFirst, tradingDaysBetween } from "./direction.js";
import { groupedByKey } from "./grouped-by-key.js";
import type { DayMarket } from "./market-day.js";
import { firstOutcomePrice, lastOpenReading } from "./read-direction.js";
import type { TradingDayInput } from "./trading-day-rows.js";

const dayMs = 86_400_000;

/** The markets with the scores of whole ladders: ranges of one event are read together where they make one. */
export function withLadders(
  markets: readonly DayMarket[],
  { markets: rows, day, sharePriceAt, snapshots }: TradingDayInput,
): DayMarket[] {
  const known = new Map(rows.map((row) => [row.condition_id, row]));
  const ranges = groupedByKey(
    markets.filter(({ row }) => known.get(row.condition_id)?.form === "range"),
    ({ row }) => row.event_key,
  );
  const scores = new Map<string, number>();
  for (const [event, members] of ranges) {
    const [first] = members;
    const market = first === undefined ? undefined : known.get(first.row.condition_id);
    if (first === undefined || market?.end_at == null) continue;
    const atMs = first.row.snapshot_at ?? startOfDayMs(day) + dayMs;
    const sharePrice = sharePriceAt(first.row.subject, atMs);
    if (sharePrice === null) continue;
    const rungs = members.flatMap(({ row, trades }) => {
      const rung = known.get(row.condition_id);
      const own = snapshots.filter(({ condition_id }) => condition_id === row.condition_id);
      const reading = lastOpenReading(own, rung?.closed_at ?? null);
      const traded =
        trades
          .map(firstOutcomePrice)
          .filter((price) => price !== null)
          .at(-1) ?? null;
      const price = priceOfFirst({
        bid: reading?.bid ?? null,
        ask: reading?.ask ?? null,
        last: traded ?? reading?.first_price ?? null,
      });
      return rung?.strike == null || rung.upper_strike === null || price === null
        ? []
        : [{ strike: rung.strike, upperStrike: rung.upper_strike, price }];
    });
    const score = ladderScore(rungs, sharePrice, tradingDaysBetween(atMs, market.end_at));
    if (score !== null) scores.set(event, score);
  }
  return markets.map((market) => {
    const score = known.get(market.row.condition_id)?.form === "range" ? scores.get(market.row.event_key) : undefined;
    return score === undefined
      ? market
      : { ...market, row: { ...market.row, score }, directed: { ...market.directed, score } };
  });
}
