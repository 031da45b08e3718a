import { arcticShift } from "./connectors/arctic-shift.js";
import { feed } from "./connectors/feed.js";
import { hackerNews } from "./connectors/hacker-news.js";
import { mastodon } from "./connectors/mastodon.js";
import { secEdgar } from "./connectors/sec-edgar.js";
import { xRecentSearch } from "./connectors/x-recent-search.js";
import type { SourceConnector } from "./source-connector.js";

/** Every kind of live source, in the order of the documentation. */
export const sourceConnectors: readonly SourceConnector[] = [
  feed,
  secEdgar,
  hackerNews,
  mastodon,
  arcticShift,
  xRecentSearch,
];
