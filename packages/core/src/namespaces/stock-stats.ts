import type { TextNamespace } from "./define.js";

/** Statistics of every namespace that speaks of stocks and ETFs in texts. */
export const stockStats = {
  fields: ["total_mentions", "unique_tickers", "mentions_today", "unique_tickers_today", "supported_tickers"],
} as const satisfies TextNamespace["stats"];
