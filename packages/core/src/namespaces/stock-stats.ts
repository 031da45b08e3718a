import type { NamespaceDefinition } from "./define.js";

/** Statistics of every namespace that speaks of stocks and ETFs in texts. */
export const stockStats = {
  fields: ["total_mentions", "unique_tickers", "mentions_today", "unique_tickers_today", "supported_tickers"],
  figures: {
    total_mentions: "mentions",
    unique_tickers: "subjects",
    mentions_today: "mentions_today",
    unique_tickers_today: "subjects_today",
    supported_tickers: "supported",
  },
} as const satisfies NamespaceDefinition["stats"];
