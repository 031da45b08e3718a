import { z } from "zod";
import { forumObjects } from "../../ingest/connectors/forum-objects.js";
import { htmlText } from "../../ingest/html-text.js";
import { idOf, objectOf, proseOf, type RawObject, wordOf } from "../../ingest/raw-values.js";
import { jsonOf } from "../answer-text.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource } from "../source-connector.js";

const optionsSchema = z.object({
  baseUrl: z.url().default("https://hacker-news.firebaseio.com").meta({ description: "Address of the API." }),
});
const cursorSchema = z.object({ lastId: z.int().nonnegative() });
const memorySchema = z.object({ maxId: z.int() }).catch({ maxId: 0 });

/**
 * Every story and comment of Hacker News. Ids are consecutive, so missing items show. The first poll starts with the
 * newest item.
 */
export const hackerNews = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
  kind: "hacker-news",
  title: "Hacker News",
  terms: { holds: "Nothing.", may: "The public API has no stated limit. Each item takes one request." },
  reads: [forumObjects],
  options: optionsSchema,
  example: { namespace: "forum" },
  secrets: [],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 60,
  hostPauseMs: 50,
  pagesPerCommit: 50,
  maxPages: 500,
  canBackfill: false,
  plan: ({ options, cursor, memory }) => {
    const { maxId } = memorySchema.parse(memory);
    const isKnown = cursor !== null && cursor.lastId < maxId;
    return { url: new URL(isKnown ? `/v0/item/${cursor.lastId + 1}.json` : "/v0/maxitem.json", options.baseUrl).href };
  },
  read: (answer, { cursor, memory }) => {
    const { maxId } = memorySchema.parse(memory);
    const nothing = { records: [], items: 0, itemsNew: 0, oldestMs: null, newestMs: null };
    if (cursor === null || cursor.lastId >= maxId) {
      const newest = Number(new TextDecoder().decode(answer.body));
      if (!Number.isSafeInteger(newest)) throw new PollFailure("wrong_content", "The answer is not an id.");
      // A lower id comes from a server that lags behind: keep the cursor.
      const lastId = cursor?.lastId ?? newest;
      const more = newest > lastId;
      return {
        ...nothing,
        cursor: { lastId },
        memory: { maxId: newest },
        more,
        coverage: more ? null : { contiguous: cursor !== null },
      };
    }
    const id = cursor.lastId + 1;
    const isLast = id >= maxId;
    const item = /^\s*null\s*$/.test(new TextDecoder().decode(answer.body)) ? null : objectOf(jsonOf(answer));
    if (item !== null && item.id !== id) throw new PollFailure("wrong_content", "The answer is another item.");
    const record = item === null ? null : forumRecord(item);
    const time = typeof item?.time === "number" ? item.time * 1_000 : null;
    return {
      records: record === null ? [] : [record],
      items: item === null ? 0 : 1,
      itemsNew: item === null ? 0 : 1,
      oldestMs: time,
      newestMs: time,
      cursor: { lastId: id },
      more: !isLast,
      coverage: isLast ? { contiguous: true } : null,
    };
  },
});

/** An item as a forum post or comment; null for polls, jobs and items deleted before they were read. */
function forumRecord(item: RawObject): RawObject | null {
  const id = idOf(item.id);
  if (id === null || item.deleted === true || item.dead === true) return null;
  const text = htmlText(proseOf(item.text));
  const shared = { id: `hn-${id}`, created_utc: item.time, author: item.by, subreddit: "hackernews" };
  const permalink = `https://news.ycombinator.com/item?id=${id}`;
  if (item.type === "story" && wordOf(item.title) !== null)
    return { ...shared, title: item.title, selftext: text ?? "", score: item.score, permalink };
  const parent = idOf(item.parent);
  if (item.type !== "comment" || parent === null) return null;
  return { ...shared, body: text ?? "", parent_id: `t1_hn-${parent}`, permalink };
}
