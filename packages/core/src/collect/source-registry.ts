import { arcticShift } from "./connectors/arctic-shift.js";
import { gdelt } from "./connectors/gdelt.js";
import { kalshi } from "./connectors/kalshi.js";
import { polymarket } from "./connectors/polymarket.js";
import { reddit } from "./connectors/reddit.js";
import { stocktwits } from "./connectors/stocktwits.js";
import { blueskyJetstream } from "./connectors/bluesky-jetstream.js";
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
  gdelt,
  hackerNews,
  blueskyJetstream,
  mastodon,
  polymarket,
  kalshi,
  reddit,
  arcticShift,
  xRecentSearch,
  stocktwits,
];
