import type { ForumRecord } from "./forum-records.js";
import { cryptoForumTexts } from "./forum-text-crypto.js";
import { forumOfDay, type ForumWorld } from "./forum-threads.js";
import type { Sample, SampleRequest } from "./sample-types.js";
import { sampleTokens } from "./universe.js";

const world: ForumWorld = {
  id: "forum-crypto",
  market: "crypto",
  assets: sampleTokens,
  texts: cryptoForumTexts,
  communities: [
    ["CryptoCurrency", 8],
    ["CryptoMarkets", 3],
    ["Bitcoin", 14, "BTC"],
    ["ethtrader", 9, "ETH"],
    ["solana", 9, "SOL"],
    ["altcoin", 1.5],
  ],
  threads: 5,
  comments: 3.2,
  members: 900,
};

/** Submissions and comments about tokens of a day with their truth, in time order. */
export function forumCryptoOfDay({ seed, day }: SampleRequest): Sample<ForumRecord>[] {
  return forumOfDay(world, seed, day);
}
