import { z } from "zod";

/** Search result of every namespace about stocks and ETFs. */
export const stockSearch = {
  fields: ["ticker", "name", "type", "exchange", "sector", "country", "aliases", "summary"],
  extra: {
    aliases: z.array(z.string()).meta({ description: "Other names under which the asset is known." }),
  },
  queryMaxChars: null,
} as const;
