import { z } from "zod";
import { xPosts } from "../../ingest/connectors/x-posts.js";
import { idOf, objectOf, objectsOf, wordOf } from "../../ingest/raw-values.js";
import { parseSourceTime } from "../../ingest/source-time.js";
import { jsonObjectOf } from "../answer-text.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource } from "../source-connector.js";

/** The API accepts page sizes from 10 to 100. */
const LEAST = 10;
const MOST = 100;

const optionsSchema = z.object({
  query: z.string().min(1).max(512).meta({ description: "Search, such as `$NVDA -is:retweet lang:en`." }),
  token: z.string().min(1).meta({ description: "Bearer token of your project, as `${NAME}`." }),
  baseUrl: z.url().default("https://api.x.com").meta({ description: "Address of the API." }),
});
const cursorSchema = z.object({ sinceId: z.string().regex(/^\d+$/).nullable() });
const memorySchema = z
  .object({ nextToken: z.string().nullable(), newestId: z.string().nullable() })
  .catch({ nextToken: null, newestId: null });

/**
 * Recent search of the X API v2. Posts cost money: a poll requests a page only if today's budget covers all of it, so
 * the budget is never exceeded. Pages run from the newest post back to the last one read; if the budget ends first, a
 * gap remains.
 */
export const xRecentSearch = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
  kind: "x-recent-search",
  title: "X API v2: recent search",
  terms: {
    holds: "A project of the X API with its bearer token, and `dailyBudget`, because every post read costs money.",
    may: "What your contract says. You must delete or change posts that are deleted or changed there.",
  },
  reads: [xPosts],
  needsBudget: true,
  options: optionsSchema,
  example: {
    namespace: "microblog",
    query: "$NVDA -is:retweet lang:en",
    token: "${X_BEARER_TOKEN}",
    dailyBudget: 1_000,
  },
  secrets: ["token"],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 300,
  hostPauseMs: 1_000,
  maxPages: 50,
  canBackfill: false,
  plan: ({ options, cursor, memory, budgetLeft }) => {
    const size = Math.min(MOST, budgetLeft ?? MOST);
    if (size < LEAST) return null;
    const { nextToken } = memorySchema.parse(memory);
    const url = new URL("/2/tweets/search/recent", options.baseUrl);
    url.search = new URLSearchParams({
      query: options.query,
      max_results: String(size),
      "tweet.fields":
        "created_at,public_metrics,entities,lang,conversation_id,referenced_tweets,author_id,edit_history_tweet_ids",
      expansions: "author_id",
      "user.fields": "username,verified,created_at,public_metrics",
      ...(cursor?.sinceId == null ? {} : { since_id: cursor.sinceId }),
      ...(nextToken === null ? {} : { next_token: nextToken }),
    }).toString();
    return { url: url.href, headers: { authorization: `Bearer ${options.token}` } };
  },
  read: (answer, { cursor, memory, budgetLeft, nowMs }) => {
    const page = jsonObjectOf(answer);
    const meta = objectOf(page.meta);
    if (meta === null) throw new PollFailure("wrong_content", "The answer has no meta.");
    const posts = objectsOf(page.data);
    const earlier = memorySchema.parse(memory);
    const times = posts
      .map(({ created_at }) => parseSourceTime(created_at))
      .filter((time) => time !== null && time <= nowMs) as number[];
    const newestId = larger(earlier.newestId, larger(idOf(meta.newest_id), cursor?.sinceId ?? null));
    const nextToken = wordOf(meta.next_token);
    const left = budgetLeft === null ? MOST : budgetLeft - posts.length;
    // The first poll has no last post to go back to and takes one page.
    const wantsMore = nextToken !== null && cursor?.sinceId != null;
    const more = wantsMore && left >= LEAST;
    const oldestMs = times.length === 0 ? null : Math.min(...times);
    return {
      records: posts.length === 0 ? [] : [page],
      items: posts.length,
      itemsNew: posts.length,
      oldestMs,
      newestMs: times.length === 0 ? null : Math.max(...times),
      spent: posts.length,
      cursor: { sinceId: more ? cursor.sinceId : newestId },
      memory: more ? { nextToken, newestId } : { nextToken: null, newestId: null },
      more,
      truncated: wantsMore && !more,
      coverage: more
        ? null
        : {
            contiguous: cursor?.sinceId != null && !wantsMore,
            ...(wantsMore && oldestMs !== null ? { fromMs: oldestMs } : {}),
            reason: "budget_spent",
          },
    };
  },
});

function larger(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return BigInt(a) > BigInt(b) ? a : b;
}
