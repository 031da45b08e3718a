import type { CompiledQuery } from "../engine.js";
import { keyIn } from "../query/activity-queries.js";
import { tables } from "../storage/tables.js";
import type { Period } from "../time/period.js";
import type { UtcDay } from "../time/utc-day.js";

const inWindow = "day BETWEEN CAST(? AS DATE) AND CAST(? AS DATE)";

/** Readings of an asset's markets in the window, newest first, ties by market: `limit` and `offset` page deterministically. */
export function rawSnapshotsQuery(
  subject: string,
  period: Period,
  page: { readonly offset: number; readonly limit: number },
): CompiledQuery {
  return {
    sql: ({
      epochMs,
    }) => `SELECT s.condition_id, ${epochMs("s.fetched_at")} AS fetched_at, CAST(s.day AS VARCHAR) AS day, s.first_price, s.second_price, s.bid, s.ask,
  s.last_price, s.liquidity, s.volume_24h, s.closed FROM market_snapshots AS s JOIN markets AS m ON m.condition_id = s.condition_id
WHERE m.subject = ? AND s.${inWindow}
ORDER BY s.fetched_at DESC, s.condition_id
OFFSET ${page.offset} LIMIT ${page.limit}`,
    params: [subject, period.from, period.to],
  };
}

/** How many readings there are before paging. */
export function rawSnapshotCountQuery(subject: string, period: Period): CompiledQuery {
  return {
    sql: `SELECT COUNT(*) AS count FROM market_snapshots AS s JOIN markets AS m ON m.condition_id = s.condition_id
WHERE m.subject = ? AND s.${inWindow}`,
    params: [subject, period.from, period.to],
  };
}

/** Whole rows of markets, instants in ms since the epoch. */
export function marketRowsQuery(conditionIds: readonly string[]): CompiledQuery {
  return {
    sql: ({ epochMs }) => `SELECT ${Object.entries(tables.markets)
      .map(([name, type]) => (type === "TIMESTAMP" ? `${epochMs(name)} AS ${name}` : name))
      .join(", ")}
FROM markets WHERE ${keyIn(conditionIds, "condition_id")} ORDER BY condition_id`,
    params: [...conditionIds],
  };
}

/** Trades of markets on the days, oldest first. */
export function marketTradesQuery(conditionIds: readonly string[], from: UtcDay, to: UtcDay): CompiledQuery {
  return {
    sql: ({
      epochMs,
    }) => `SELECT condition_id, ${epochMs("traded_at")} AS traded_at, CAST(day AS VARCHAR) AS day, wallet, side, outcome_index, price
FROM market_trades WHERE ${keyIn(conditionIds, "condition_id")} AND ${inWindow} ORDER BY market_trades.traded_at, trade_id`,
    params: [...conditionIds, from, to],
  };
}

/** Prices of a share on the days. */
export function sharePricesQuery(subject: string, from: UtcDay, to: UtcDay): CompiledQuery {
  return {
    sql: ({ epochMs }) =>
      `SELECT subject, ${epochMs("observed_at")} AS observed_at, price FROM asset_prices WHERE subject = ? AND ${inWindow} ORDER BY asset_prices.observed_at`,
    params: [subject, from, to],
  };
}
