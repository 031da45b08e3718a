import { z } from "zod";
import { mastodonStatuses } from "../../ingest/connectors/mastodon.js";
import { idOf, objectsOf, type RawObject } from "../../ingest/raw-values.js";
import { parseSourceTime } from "../../ingest/source-time.js";
import { jsonOf } from "../answer-text.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource } from "../source-connector.js";

/** Statuses of a full page; a page with fewer is the last. */
const PAGE = 40;

const optionsSchema = z.object({
  instance: z.url({ protocol: /^https?$/ }).meta({ description: "Address of the instance." }),
  hashtag: z
    .string()
    .regex(/^[\p{L}\p{N}_]{1,100}$/u, "must be a hashtag without '#'")
    .meta({ description: "Hashtag, without `#`." }),
});
const idSchema = z.string().regex(/^\d+$/);
const cursorSchema = z.object({
  lastId: idSchema,
  /** Newest status at the ends of the last two rereads, and when that was, in ms since the epoch. The older one first. */
  marks: z.array(z.object({ id: idSchema, atMs: z.number() })).default([]),
});
type Cursor = z.infer<typeof cursorSchema>;
const memorySchema = z.object({ rereadId: idSchema.nullable() }).catch({ rereadId: null });
/** Time between two rereads of the latest statuses. */
const REREAD_MS = 3_600_000;

/**
 * A hashtag's timeline on one instance. `min_id` continues after the last status without omissions; the first poll
 * takes the newest page. A status of another instance is sorted in by its own time, so it can arrive behind the last one:
 * once an hour the statuses of the last hour or two are read again.
 */
export const mastodon = defineSource<z.infer<typeof optionsSchema>, Cursor>({
  kind: "mastodon",
  title: "Mastodon hashtags",
  terms: {
    holds: "Nothing, if the instance serves its timelines to everybody.",
    may: "300 requests in 5 minutes; what the instance's rules allow. You must delete statuses that were deleted there.",
  },
  reads: [mastodonStatuses],
  options: optionsSchema,
  example: { namespace: "microblog", instance: "https://mastodon.social", hashtag: "stocks" },
  secrets: [],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 60,
  hostPauseMs: 1_000,
  maxPages: 25,
  canBackfill: false,
  plan: ({ options, cursor, memory, nowMs }) => {
    const url = new URL(`/api/v1/timelines/tag/${encodeURIComponent(options.hashtag)}`, options.instance);
    url.searchParams.set("limit", String(PAGE));
    if (cursor !== null) url.searchParams.set("min_id", startOf(cursor, memory, nowMs));
    return { url: url.href };
  },
  read: (answer, { cursor, memory, nowMs }) => {
    const page = jsonOf(answer);
    if (!Array.isArray(page)) throw new PollFailure("wrong_content", "The answer is not a timeline.");
    const statuses = objectsOf(page);
    const last = cursor === null ? null : BigInt(cursor.lastId);
    const fresh = statuses.filter((status) => last === null || numberOf(status) > last);
    const newest = fresh.map(numberOf).reduce((a, b) => (b > a ? b : a), last ?? 0n);
    const start = cursor === null ? null : startOf(cursor, memory, nowMs);
    const isReread = memorySchema.parse(memory).rereadId !== null || (start !== null && start !== cursor?.lastId);
    const newestOfPage = statuses.map(numberOf).reduce((a, b) => (b > a ? b : a), 0n);
    const times = fresh
      .map(({ created_at }) => parseSourceTime(created_at))
      .filter((time) => time !== null && time <= nowMs) as number[];
    const oldestMs = times.length === 0 ? null : Math.min(...times);
    // A page that leads nowhere ends the poll, even a full one.
    const more = start !== null && statuses.length >= PAGE && newestOfPage > BigInt(start);
    const marks = cursor?.marks ?? [];
    const isMarked = cursor === null || marks.length === 0 || (isReread && !more);
    return {
      records: isReread ? statuses : fresh,
      items: statuses.length,
      itemsNew: fresh.length,
      oldestMs,
      newestMs: times.length === 0 ? null : Math.max(...times),
      cursor: {
        lastId: String(newest),
        marks: isMarked ? [...marks.slice(-1), { id: String(newest), atMs: nowMs }] : marks,
      },
      memory: { rereadId: isReread && more ? String(newestOfPage) : null },
      more,
      coverage: more ? null : { contiguous: cursor !== null && cursor.lastId !== "0" },
    };
  },
});

/** The status after which the next page begins: the last one, or that from which on statuses are read again. */
function startOf({ lastId, marks }: Cursor, memory: unknown, nowMs: number): string {
  const { rereadId } = memorySchema.parse(memory);
  if (rereadId !== null) return rereadId;
  const [from, last = from] = marks;
  return from !== undefined && last !== undefined && nowMs - last.atMs >= REREAD_MS ? from.id : lastId;
}

/** @throws PollFailure `wrong_content` for a status without a number. */
function numberOf(status: RawObject): bigint {
  const id = idOf(status.id);
  if (id === null || !/^\d+$/.test(id)) throw new PollFailure("wrong_content", "A status has no id.");
  return BigInt(id);
}
