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
const cursorSchema = z.object({ lastId: z.string().regex(/^\d+$/) });

/**
 * A hashtag's timeline on one instance. `min_id` continues after the last status without omissions; the first poll
 * takes the newest page.
 */
export const mastodon = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
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
  plan: ({ options, cursor }) => {
    const url = new URL(`/api/v1/timelines/tag/${encodeURIComponent(options.hashtag)}`, options.instance);
    url.searchParams.set("limit", String(PAGE));
    if (cursor !== null) url.searchParams.set("min_id", cursor.lastId);
    return { url: url.href };
  },
  read: (answer, { cursor, nowMs }) => {
    const page = jsonOf(answer);
    if (!Array.isArray(page)) throw new PollFailure("wrong_content", "The answer is not a timeline.");
    const statuses = objectsOf(page);
    const last = cursor === null ? null : BigInt(cursor.lastId);
    const fresh = statuses.filter((status) => last === null || numberOf(status) > last);
    const newest = fresh.map(numberOf).reduce((a, b) => (b > a ? b : a), last ?? 0n);
    const times = fresh
      .map(({ created_at }) => parseSourceTime(created_at))
      .filter((time) => time !== null && time <= nowMs) as number[];
    const oldestMs = times.length === 0 ? null : Math.min(...times);
    // A page with nothing new ends the poll, even a full one.
    const more = cursor !== null && statuses.length >= PAGE && fresh.length > 0;
    return {
      records: fresh,
      items: statuses.length,
      itemsNew: fresh.length,
      oldestMs,
      newestMs: times.length === 0 ? null : Math.max(...times),
      cursor: { lastId: String(newest) },
      more,
      coverage: more ? null : { contiguous: cursor !== null && cursor.lastId !== "0" },
    };
  },
});

/** @throws PollFailure `wrong_content` for a status without a number. */
function numberOf(status: RawObject): bigint {
  const id = idOf(status.id);
  if (id === null || !/^\d+$/.test(id)) throw new PollFailure("wrong_content", "A status has no id.");
  return BigInt(id);
}
