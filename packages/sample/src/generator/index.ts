import { forumCryptoOfDay } from "./forum-crypto.js";
import { forumStocksOfDay } from "./forum-stocks.js";
import { postsOfDay, searchPages } from "./microblog.js";
import { newsOfDay } from "./news.js";
import { type MarketTruth, predmarketOfDay, type PredmarketDay } from "./predmarket.js";
import { dayOf, daysFrom } from "@market-sentiment/core";
import { inTimeOrder, type RecordTruth, type Sample, type SampleRequest } from "./sample-types.js";
import { type ActiveEvent, activeEvents } from "./world.js";

export type { Direction, EventKind } from "./event-kinds.js";
export { priceAt, samplePrice } from "./prices.js";
export { type MarketTruth, predmarketOfDay, type PredmarketDay } from "./predmarket.js";
export type { IntendedAsset, RecordTruth, Sample, SampleRequest } from "./sample-types.js";
export { type SampleAsset, sampleAsset, sampleStocks, sampleTokens } from "./universe.js";
export { activeEvents, type ActiveEvent, eventsStarting, type SampleEvent, sampleWorld } from "./world.js";

/** Seed of the world that examples and first runs use. */
export const DEFAULT_SEED = "harbour";

const inOneList = ({ markets, trades, books, prices }: PredmarketDay): Sample<object>[] =>
  inTimeOrder<object>([...markets, ...trades, ...books, ...prices]);

const generators = {
  "news-stocks": newsOfDay,
  "forum-stocks": forumStocksOfDay,
  "forum-crypto": forumCryptoOfDay,
  "microblog-stocks": postsOfDay,
  "predmarket-stocks": (request: SampleRequest) => inOneList(predmarketOfDay(request)),
} as const satisfies Record<string, (request: SampleRequest) => Sample<object>[]>;

/** Id of a namespace that has sample data. */
export type SampleNamespaceId = keyof typeof generators;

/** Namespaces that have sample data. */
export const sampleNamespaceIds = Object.keys(generators) as readonly SampleNamespaceId[];

/**
 * The records of one UTC day in the form of their upstream source, in time order. The microblog answers search pages
 * (newest post first inside a page); the prediction market mixes catalogue markets, trades, order books and share
 * prices, told apart by their keys (`question`, `transactionHash`, `asset_id`, `observed_at`).
 */
export function sampleRecords(namespaceId: SampleNamespaceId, request: SampleRequest): readonly object[] {
  return recordsOf(namespaceId, request, () => true);
}

function recordsOf(
  namespaceId: SampleNamespaceId,
  request: SampleRequest,
  isWanted: (sample: Sample<object>) => boolean,
): readonly object[] {
  if (namespaceId === "microblog-stocks") {
    const posts = postsOfDay(request).filter(isWanted);
    // A search without hits gives an empty page, which is not a record.
    return posts.length === 0 ? [] : searchPages(posts.map(({ record }) => record));
  }
  const samples: readonly Sample<object>[] = generators[namespaceId](request);
  return samples.filter(isWanted).map(({ record }) => record);
}

/**
 * Days of sample data in a data directory, today included: four weeks for references before every account's longest
 * default window. Volumes are small, because a first start must wait for the texts to be judged.
 */
export const SAMPLE_DAYS = 120;

/**
 * The records created after `sinceMs` and up to `untilMs`, in the form of {@link sampleRecords}, day by day; each day
 * is generated when it is requested. Days without records are left out.
 */
export function* sampleDaysBetween(
  namespaceId: SampleNamespaceId,
  seed: string | number,
  sinceMs: number,
  untilMs: number,
): Generator<readonly object[], void> {
  for (const day of daysFrom(dayOf(new Date(sinceMs + 1)), dayOf(new Date(untilMs)))) {
    const records = recordsOf(namespaceId, { seed, day }, ({ time }) => time > sinceMs && time <= untilMs);
    if (records.length > 0) yield records;
  }
}

/** The truth about a day. */
export interface SampleDayTruth {
  /** Events talked about on the day. */
  readonly events: readonly ActiveEvent[];
  /** Truth of each record, in time order. */
  readonly records: readonly RecordTruth[];
  /** Markets alive; empty outside the prediction market. */
  readonly markets: readonly MarketTruth[];
}

/** The truth behind {@link sampleRecords}: causes, meant assets and directions, copies, robots, paid texts. */
export function sampleTruth(namespaceId: SampleNamespaceId, request: SampleRequest): SampleDayTruth {
  const events = activeEvents(request.seed, request.day, namespaceId === "forum-crypto" ? "crypto" : "stock");
  const traded = namespaceId === "predmarket-stocks" ? predmarketOfDay(request) : null;
  const samples: readonly Sample<object>[] = traded === null ? generators[namespaceId](request) : inOneList(traded);
  return { events, records: samples.map(({ truth }) => truth), markets: traded?.truth ?? [] };
}
