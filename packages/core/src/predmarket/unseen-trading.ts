import type { CompiledQuery } from "../engine.js";
import { partlySeenDays } from "../operations/partly-seen-days.js";
import type { RequestScope } from "../operations/request-scope.js";
import type { TrendCalendar } from "../operations/trend-calendar.js";
import { keyIn } from "../query/activity-queries.js";
import { type PartlySeenDay, unseenPart } from "../query/unseen-part.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";
import { TRADING_TERMS, type TradingMeasures } from "./trading-buzz.js";
import type { TradedScope } from "./trading-day-rows.js";

/** What live sources missed of one key's trading on one day, as far as it is usual for the key. */
export interface UnseenTrading extends TradingMeasures {
  readonly key: string;
  readonly day: UtcDay;
}

/** What was missed of some days by key and day, in no order; of all keys when none are given. */
function unseenTradingQuery(
  scope: TradedScope,
  keys: readonly string[] | null,
  days: readonly PartlySeenDay[],
): CompiledQuery {
  const measures = TRADING_TERMS.map(({ measure }) => measure);
  const only = { column: "scope", value: scope };
  const { sql, params } = unseenPart({ table: "traded_daily", measures, only }, days);
  return {
    sql: (dialect) =>
      `SELECT key, CAST(day AS VARCHAR) AS day, ${measures.join(", ")} FROM ${sql(dialect)} AS unseen${keys === null ? "" : ` WHERE ${keyIn(keys)}`}`,
    params: [...params, ...(keys ?? [])],
  };
}

/** What live sources missed of the days of a window; nothing where they missed none, or where there are none. */
export async function readUnseenTrading(
  scope: RequestScope,
  level: TradedScope,
  keys: readonly string[] | null,
  calendar: TrendCalendar,
  window: Pick<Period, "from" | "to">,
): Promise<UnseenTrading[]> {
  const days = partlySeenDays(calendar, window);
  return days.length === 0 ? [] : scope.query<UnseenTrading>(unseenTradingQuery(level, keys, days));
}

/** Measures with what was missed in them. Traders that are not known stay unknown. */
export function withUnseen(seen: TradingMeasures, unseen: readonly TradingMeasures[]): TradingMeasures {
  const sum = (measure: keyof TradingMeasures) => unseen.reduce((total, part) => total + (part[measure] ?? 0), 0);
  return {
    trading: seen.trading + sum("trading"),
    traders: seen.traders === null ? null : seen.traders + sum("traders"),
    money: seen.money + sum("money"),
    markets: seen.markets + sum("markets"),
    depth: seen.depth + sum("depth"),
  };
}
