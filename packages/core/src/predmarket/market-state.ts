import type { z } from "zod";
import type { marketStatusSchema } from "../schema/fields.js";

/** State of a market as it is shown. */
export type MarketStatus = z.infer<typeof marketStatusSchema>;

/** What is known about the life of a market. Instants in ms since the epoch. */
export interface MarketLife {
  readonly active: boolean;
  readonly closed: boolean;
  readonly acceptingOrders: boolean | null;
  readonly createdMs: number | null;
  readonly endMs: number | null;
  /** When it was closed; null while it is not. */
  readonly closedMs: number | null;
}

/**
 * State of a market at an instant. A closed one is `resolved` even while it is flagged active; one whose end has passed
 * without being closed is `expired`; an open one that takes orders is `tradable`.
 */
export function marketStatus(life: MarketLife, nowMs: number): MarketStatus {
  const isClosed = life.closedMs === null ? life.closed : life.closedMs <= nowMs;
  if (isClosed) return "resolved";
  if (!life.active || (life.createdMs !== null && life.createdMs > nowMs)) return "inactive";
  if (life.endMs !== null && life.endMs <= nowMs) return "expired";
  return life.acceptingOrders === true ? "tradable" : "open";
}

/** The one meaning of "open now" behind every current and open counter. {@link openMarketSql} is the same in SQL. */
export function isOpenMarket(life: MarketLife, nowMs: number): boolean {
  const status = marketStatus(life, nowMs);
  return status === "tradable" || status === "open";
}

/** {@link isOpenMarket} as a condition on `markets`; takes the instant (ISO text) three times. */
export const openMarketSql = `(active AND (closed_at IS NULL AND NOT closed OR closed_at > CAST(? AS TIMESTAMP))
  AND (created_at IS NULL OR created_at <= CAST(? AS TIMESTAMP)) AND (end_at IS NULL OR end_at > CAST(? AS TIMESTAMP)))`;
