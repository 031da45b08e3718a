import type { ForumRecord } from "./forum-records.js";
import { stockForumTexts } from "./forum-text-stocks.js";
import { forumOfDay, type ForumWorld } from "./forum-threads.js";
import type { Sample, SampleRequest } from "./sample-types.js";
import { usStocks } from "./universe.js";

const world: ForumWorld = {
  id: "forum-stocks",
  market: "stock",
  assets: usStocks,
  texts: stockForumTexts,
  communities: [
    ["wallstreetbets", 8],
    ["stocks", 5],
    ["investing", 2.5],
    ["StockMarket", 2],
    ["options", 2],
    ["ValueInvesting", 1.2],
    ["pennystocks", 0.8],
  ],
  threads: 7,
  comments: 3.4,
  members: 1400,
};

/** Submissions and comments about shares and funds of a day with their truth, in time order. */
export function forumStocksOfDay({ seed, day }: SampleRequest): Sample<ForumRecord>[] {
  return forumOfDay(world, seed, day);
}
