import { z } from "zod";
import type { TextNamespace } from "./define.js";

/** Search result of every namespace about stocks and ETFs. */
export const stockSearch = {
  fields: ["ticker", "name", "type", "exchange", "sector", "country", "aliases", "summary"],
  extra: {
    aliases: z.array(z.string()).meta({ description: "Other names under which the asset is known." }),
  },
  queryMaxChars: null,
} as const;

/** Statistics of every namespace that speaks of stocks and ETFs in texts. */
export const stockStats = {
  fields: ["total_mentions", "unique_tickers", "mentions_today", "unique_tickers_today", "supported_tickers"],
} as const satisfies TextNamespace["stats"];
