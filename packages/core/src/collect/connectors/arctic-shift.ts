import { z } from "zod";
import { forumObjects } from "../../ingest/connectors/forum-objects.js";
import { objectsOf } from "../../ingest/raw-values.js";
import { parseSourceTime } from "../../ingest/source-time.js";
import { jsonObjectOf } from "../answer-text.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource, type PollContext } from "../source-connector.js";

/** Most objects of a page. */
const PAGE = 100;
/** The archive may lag this far behind, so newer times do not count as complete. */
const LAG_MS = 3_600_000;
const hourMs = 3_600_000;

const optionsSchema = z.object({
  subreddit: z
    .string()
    .regex(/^\w{2,50}$/, "must be the name of a community")
    .meta({ description: "Community." }),
  objects: z.enum(["posts", "comments"]).default("posts").meta({ description: "What to read." }),
  baseUrl: z.url().default("https://arctic-shift.photon-reddit.com").meta({ description: "Address of the archive." }),
});
const cursorSchema = z.object({
  /** Everything created before it has been read, ms since the epoch. */
  doneMs: z.number(),
});
type Context = PollContext<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>;

/**
 * A community's posts or comments from a public archive, oldest first. Made for backfills; a poll reads what has been
 * archived since the last one, an hour behind.
 */
export const arcticShift = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
  kind: "arctic-shift",
  title: "Arctic Shift: an archive of forum posts and comments",
  terms: {
    holds: "Nothing.",
    may: "A service run by volunteers: send few requests, and slow down when it asks you to. The platform's terms apply to the texts.",
  },
  reads: [forumObjects],
  options: optionsSchema,
  example: { namespace: "forum", subreddit: "stocks", objects: "posts" },
  secrets: [],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 900,
  hostPauseMs: 1_000,
  maxPages: 200,
  canBackfill: true,
  plan: (context) => {
    const { options, nowMs } = context;
    const url = new URL(`/api/${options.objects}/search`, options.baseUrl);
    const { fromMs, toMs } = wantedOf(context, nowMs);
    if (fromMs >= toMs) return null;
    url.search = new URLSearchParams({
      subreddit: options.subreddit,
      // The archive excludes the second of `after` itself.
      after: String(Math.floor(fromMs / 1_000) - 1),
      before: String(Math.ceil(toMs / 1_000)),
      limit: String(PAGE),
      sort: "asc",
    }).toString();
    return { url: url.href };
  },
  read: (answer, context) => {
    const page = jsonObjectOf(answer);
    if (!Array.isArray(page.data)) throw new PollFailure("wrong_content", "The answer has no list.");
    const objects = objectsOf(page.data);
    const { fromMs, toMs } = wantedOf(context, context.nowMs);
    const times = objects.map(({ created_utc }) => parseSourceTime(created_utc)).filter((time) => time !== null);
    const newestMs = times.length === 0 ? null : Math.max(...times);
    const isFull = objects.length >= PAGE && newestMs !== null;
    // When one second fills a whole page, skip to the next: the archive cannot give the rest of it.
    const doneMs = isFull ? Math.max(newestMs, Math.floor(fromMs / 1_000) * 1_000 + 1_000) : toMs;
    return {
      records: objects.length === 0 ? [] : [{ data: objects }],
      items: objects.length,
      itemsNew: objects.filter((_, index) => (times[index] ?? 0) >= fromMs).length,
      oldestMs: times.length === 0 ? null : Math.min(...times),
      newestMs,
      cursor: { doneMs },
      more: isFull && doneMs < toMs,
      coverage: isFull && doneMs < toMs ? null : { contiguous: context.cursor !== null, fromMs: fromMs, toMs },
    };
  },
});

/** The interval to read next. */
function wantedOf({ cursor, backfill }: Context, nowMs: number) {
  const toMs = backfill?.toMs ?? nowMs - LAG_MS;
  return { fromMs: cursor?.doneMs ?? backfill?.fromMs ?? toMs - hourMs, toMs };
}
