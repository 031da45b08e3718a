import { z } from "zod";
import { forumObjects } from "../../ingest/connectors/forum-objects.js";
import { htmlText } from "../../ingest/html-text.js";
import { idOf, objectOf, proseOf, type RawObject, wordOf } from "../../ingest/raw-values.js";
import { jsonObjectOf, jsonOf, utf8 } from "../answer-text.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource, type PollContext, type SourceAnswer, type SourcePage } from "../source-connector.js";

const hourMs = 3_600_000;
/** Most items that one poll reads again. */
const MOST_AGAIN = 200;

const optionsSchema = z.object({
  rereadHours: z.int().min(0).max(72).default(24).meta({
    description:
      "Read items of the last so many hours again when the API lists them as changed: scores, edits. 0: never.",
  }),
  baseUrl: z.url().default("https://hacker-news.firebaseio.com").meta({ description: "Address of the API." }),
});
type Options = z.infer<typeof optionsSchema>;
const cursorSchema = z.object({ lastId: z.int().nonnegative() });
type Cursor = z.infer<typeof cursorSchema>;
type Context = PollContext<Options, Cursor>;

/** The steps of a poll: the newest id, the items up to it, the list of changed items, and these. */
const memorySchema = z.object({
  maxId: z.int(),
  /** Changed items that are still to be read; null before their list was read. */
  again: z.array(z.int()).nullable(),
});
type Memory = z.infer<typeof memorySchema>;

/**
 * Every story and comment of Hacker News. Ids are consecutive, so missing items show. The first poll starts with the
 * newest item. Each later one ends with the items that have changed meanwhile, for their scores.
 */
export const hackerNews = defineSource<Options, Cursor>({
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
  plan: (context) => {
    const at = (path: string) => ({ url: new URL(`/v0/${path}.json`, context.options.baseUrl).href });
    const known = memoryOf(context);
    if (context.cursor === null || known === null) return at("maxitem");
    if (context.cursor.lastId < known.maxId) return at(`item/${context.cursor.lastId + 1}`);
    return at(known.again === null ? "updates" : `item/${known.again[0]}`);
  },
  read: (answer, context) => {
    const known = memoryOf(context);
    if (context.cursor === null || known === null) return newestPage(answer, context);
    if (context.cursor.lastId < known.maxId) return itemPage(answer, context, known);
    return known.again === null ? changedPage(answer, context, known) : againPage(answer, context, known);
  },
});

/** What earlier pages of this poll have found; each poll begins anew. */
function memoryOf({ memory, page }: Context): Memory | null {
  const parsed = memorySchema.safeParse(memory);
  return page > 0 && parsed.success ? parsed.data : null;
}

const nothing = { records: [], items: 0, itemsNew: 0, oldestMs: null, newestMs: null };

/** The newest id. */
function newestPage(answer: SourceAnswer, { cursor, options }: Context): SourcePage<Cursor> {
  const newest = Number(utf8(answer.body));
  if (!Number.isSafeInteger(newest)) throw new PollFailure("wrong_content", "The answer is not an id.");
  // A lower id comes from a server that lags behind: keep the cursor.
  const lastId = cursor?.lastId ?? newest;
  const hasNew = newest > lastId;
  return {
    ...nothing,
    cursor: { lastId },
    memory: { maxId: Math.max(newest, lastId), again: null },
    more: hasNew || (cursor !== null && options.rereadHours > 0),
    coverage: hasNew ? null : { contiguous: cursor !== null },
  };
}

/** The item after the last one. */
function itemPage(answer: SourceAnswer, { cursor, options }: Context, known: Memory): SourcePage<Cursor> {
  const id = (cursor?.lastId ?? 0) + 1;
  const isLast = id >= known.maxId;
  const { item, time } = itemOf(answer, id);
  const record = item === null ? null : forumRecord(item);
  return {
    records: record === null ? [] : [record],
    items: item === null ? 0 : 1,
    itemsNew: item === null ? 0 : 1,
    oldestMs: time,
    newestMs: time,
    cursor: { lastId: id },
    memory: known,
    more: !isLast || options.rereadHours > 0,
    coverage: isLast ? { contiguous: true } : null,
  };
}

/** The ids of items that have changed lately. Those behind the last one come by themselves. */
function changedPage(answer: SourceAnswer, { cursor }: Context, known: Memory): SourcePage<Cursor> {
  const { items } = jsonObjectOf(answer);
  if (!Array.isArray(items)) throw new PollFailure("wrong_content", "The answer has no list of items.");
  const lastId = cursor?.lastId ?? 0;
  const isOwn = (id: unknown): id is number =>
    Number.isSafeInteger(id) && (id as number) > 0 && (id as number) <= lastId;
  const again = [...new Set(items.filter(isOwn))].slice(0, MOST_AGAIN);
  return { ...nothing, cursor: { lastId }, memory: { ...known, again }, more: again.length > 0, coverage: null };
}

/** A changed item; one that was deleted loses its words. What is too old is passed over. */
function againPage(answer: SourceAnswer, { cursor, options, nowMs }: Context, known: Memory): SourcePage<Cursor> {
  const [id = 0, ...again] = known.again ?? [];
  const { item, time } = itemOf(answer, id);
  const isRecent = time !== null && time >= nowMs - options.rereadHours * hourMs;
  const record = item === null || !isRecent ? null : isGone(item) ? removedRecord(item) : forumRecord(item);
  return {
    ...nothing,
    records: record === null ? [] : [record],
    items: record === null ? 0 : 1,
    cursor: { lastId: cursor?.lastId ?? 0 },
    memory: { ...known, again },
    more: again.length > 0,
    coverage: null,
  };
}

/** The item of an answer, and its time in ms since the epoch; null where it does not exist. */
function itemOf(answer: SourceAnswer, id: number): { readonly item: RawObject | null; readonly time: number | null } {
  if (/^\s*null\s*$/.test(utf8(answer.body))) return { item: null, time: null };
  const item = objectOf(jsonOf(answer));
  if (item !== null && item.id !== id) throw new PollFailure("wrong_content", "The answer is another item.");
  return { item, time: typeof item?.time === "number" ? item.time * 1_000 : null };
}

/** Whether an item was deleted by its author or by others. */
const isGone = ({ deleted, dead }: RawObject) => deleted === true || dead === true;

/** An item as a forum post or comment; null for polls, jobs and items deleted before they were read. */
function forumRecord(item: RawObject): RawObject | null {
  if (isGone(item)) return null;
  const text = htmlText(proseOf(item.text)) ?? "";
  if (item.type === "story" && wordOf(item.title) !== null)
    return { ...sharedFields(item), title: item.title, selftext: text, score: item.score };
  const parent = idOf(item.parent);
  if (item.type !== "comment" || parent === null) return null;
  return { ...sharedFields(item), body: text, parent_id: `t1_hn-${parent}` };
}

/** A deleted item as forums write it. */
function removedRecord(item: RawObject): RawObject | null {
  const shared = sharedFields(item);
  if (item.type === "story") return { ...shared, title: "[deleted]", selftext: "[deleted]" };
  return item.type === "comment" ? { ...shared, body: "[deleted]" } : null;
}

function sharedFields({ id, time, by }: RawObject): RawObject {
  return {
    id: `hn-${idOf(id) ?? ""}`,
    created_utc: time,
    author: by,
    subreddit: "hackernews",
    permalink: `https://news.ycombinator.com/item?id=${idOf(id) ?? ""}`,
  };
}
