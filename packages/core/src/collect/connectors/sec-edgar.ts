import { z } from "zod";
import { feedItems } from "../../ingest/connectors/feed-items.js";
import { defineSource } from "../source-connector.js";
import { type FeedCursor, feedCursor, feedRequest, readFeedPage } from "./feed.js";

const optionsSchema = z.object({
  form: z.string().max(20).default("8-K").meta({ description: "Form type, such as `8-K`." }),
  baseUrl: z.url().default("https://www.sec.gov").meta({ description: "Address of the regulator's site." }),
});
type Options = z.infer<typeof optionsSchema>;

/**
 * Current filings of SEC EDGAR. A page holds the newest hundred, each known by its accession number; a page that does not
 * overlap the one before leaves a gap.
 */
export const secEdgar = defineSource<Options, FeedCursor>({
  kind: "sec-edgar",
  title: "SEC EDGAR: current filings",
  terms: {
    holds: "A contact address (`contact` at the top of the file): the regulator refuses requests without one.",
    may: "At most 10 requests per second from all your machines together; exceeding that blocks you for ten minutes.",
  },
  reads: [feedItems],
  needsContact: true,
  options: optionsSchema,
  example: { namespace: "news", form: "8-K" },
  secrets: [],
  cursor: feedCursor,
  cursorVersion: 1,
  everySeconds: 60,
  // 8 a second: below the limit, also when clocks differ.
  hostPauseMs: 125,
  maxPages: 1,
  canBackfill: false,
  plan: ({ options, cursor }) => feedRequest(addressOf(options), cursor),
  read: (answer, context) => readFeedPage(addressOf(context.options), answer, context),
});

function addressOf({ form, baseUrl }: Options): string {
  const url = new URL("/cgi-bin/browse-edgar", baseUrl);
  const query = { action: "getcurrent", type: form, owner: "include", count: "100", output: "atom" };
  url.search = new URLSearchParams(query).toString();
  return url.href;
}
