import { type UtcDay, addDays, utcDay, weekdayOf } from "@market-sentiment/core";
import type { StockEventKind } from "./event-kinds.js";
import { Rng } from "./rng.js";
import { type SampleAsset, sampleStocks } from "./universe.js";

/** One report of quarterly results. */
export interface EarningsReport {
  readonly asset: SampleAsset;
  readonly kind: StockEventKind;
  /** UTC hour of the release: before the US session or after it. */
  readonly hour: number;
}

/** First day of the quarter of the day. */
export const quarterStart = (day: UtcDay) =>
  utcDay(`${day.slice(0, 4)}-${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, "0")}-01`);

/**
 * The working day of the quarter of `day` on which the company reports. The seed decides it; as in reality, it is known
 * in advance.
 */
export function earningsDay(seed: string | number, asset: SampleAsset, day: UtcDay): UtcDay {
  const offset = 15 + Math.floor(new Rng(seed, "earnings-offset", asset.key).range(0, 1) ** 1.4 * 40);
  const due = addDays(quarterStart(day), offset);
  const weekday = weekdayOf(due);
  return weekday > 4 ? addDays(due, 7 - weekday) : due;
}

/** The reports of the day. Funds report nothing. */
export function earningsOn(seed: string | number, day: UtcDay): EarningsReport[] {
  return sampleStocks
    .filter((asset) => asset.groupId !== "fund" && earningsDay(seed, asset, day) === day)
    .map((asset) => {
      const rng = new Rng(seed, "earnings-result", asset.key, day);
      const kind = rng.weighted(["earnings_beat", "earnings_miss", "earnings_mixed"] as const, (name) =>
        name === "earnings_beat" ? 5 : name === "earnings_miss" ? 3 : 2,
      );
      const hour = asset.region === "us" ? rng.pick([11, 12, 20.1, 20.25, 20.5]) : asset.region === "asia" ? 6.5 : 6;
      return { asset, kind, hour };
    });
}

/** The quarter that results of the day are about, as an ordinal number and the year: in May it is the first. */
export function reportedQuarter(day: UtcDay): { readonly quarter: 1 | 2 | 3 | 4; readonly year: number } {
  const month = Number(day.slice(5, 7));
  const year = Number(day.slice(0, 4));
  const quarter = Math.floor((month - 1) / 3);
  return quarter === 0 ? { quarter: 4, year: year - 1 } : { quarter: quarter as 1 | 2 | 3, year };
}
