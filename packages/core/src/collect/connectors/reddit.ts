import { z } from "zod";
import { forumObjects } from "../../ingest/connectors/forum-objects.js";
import { idOf, objectOf, objectsOf, type RawObject, wordOf } from "../../ingest/raw-values.js";
import { SERVICE_VERSION } from "../../service-version.js";
import { jsonObjectOf } from "../answer-text.js";
import { timesOf } from "../item-times.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource, type PollContext, type SourceAnswer, type SourcePage } from "../source-connector.js";

const PAGE = 100;
const hourMs = 3_600_000;

const optionsSchema = z.object({
  subreddits: z
    .array(z.string().regex(/^\w{2,50}$/, "must be the name of a community"))
    .min(1)
    .max(50)
    .meta({ description: "Communities." }),
  objects: z.enum(["posts", "comments"]).default("posts").meta({ description: "What to read." }),
  rereadHours: z.int().min(0).max(72).default(24).meta({
    description: "Once an hour, read the items of the last so many hours again, because scores change. 0: never.",
  }),
  account: z
    .string()
    .regex(/^[\w-]{3,20}$/, "must be the name of an account")
    .meta({ description: "The app's account." }),
  clientId: z.string().min(1).meta({ description: "Id of your app, given as `${NAME}`." }),
  clientSecret: z.string().min(1).meta({ description: "Its secret, as `${NAME}`." }),
  loginUrl: z.url().default("https://www.reddit.com").meta({ description: "Address of the login service." }),
  baseUrl: z.url().default("https://oauth.reddit.com").meta({ description: "Address of the API." }),
});
type Options = z.infer<typeof optionsSchema>;
const cursorSchema = z.object({
  /** Id of the newest item read, without prefix; ids of one kind increase. */
  lastId: z.string().nullable(),
  /** When the latest hours were last read again, ms since the epoch. */
  rereadAt: z.number().nullable(),
});
type Cursor = z.infer<typeof cursorSchema>;
const memorySchema = z
  .object({
    token: z.string().nullable(),
    expiresMs: z.number(),
    after: z.string().nullable(),
    newestId: z.string().nullable(),
  })
  .catch({ token: null, expiresMs: 0, after: null, newestId: null });
type Context = PollContext<Options, Cursor>;

/**
 * New posts or comments of some communities, with an approved app. Pages run from the newest item back to the last one
 * read, which is found by number, not by name, so that it may have been deleted meanwhile. A listing ends after a
 * thousand items; if the last read item is not among them, a gap remains.
 */
export const reddit = defineSource<Options, Cursor>({
  kind: "reddit",
  title: "Reddit: posts or comments of communities",
  terms: {
    holds: "An app approved by the platform: its id, its secret, and its account.",
    may: "100 requests per minute and app; no commercial use without a contract. You must delete texts deleted there.",
  },
  reads: [forumObjects],
  options: optionsSchema,
  example: {
    namespace: "forum",
    subreddits: ["stocks"],
    objects: "posts",
    account: "your-account",
    clientId: "${REDDIT_CLIENT_ID}",
    clientSecret: "${REDDIT_CLIENT_SECRET}",
  },
  secrets: ["clientId", "clientSecret"],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 60,
  hostPauseMs: 700,
  maxPages: 40,
  canBackfill: false,
  plan: ({ options, memory, nowMs }) => {
    const { token, expiresMs, after } = memorySchema.parse(memory);
    const agent = { "user-agent": `node:market-sentiment:${SERVICE_VERSION} (by /u/${options.account})` };
    if (token === null || nowMs > expiresMs) {
      const basic = Buffer.from(`${options.clientId}:${options.clientSecret}`).toString("base64");
      return {
        url: new URL("/api/v1/access_token", options.loginUrl).href,
        method: "POST",
        headers: { ...agent, authorization: `Basic ${basic}`, "content-type": "application/x-www-form-urlencoded" },
        body: "grant_type=client_credentials",
      };
    }
    const listing = options.objects === "posts" ? "new" : "comments";
    const url = new URL(`/r/${options.subreddits.join("+")}/${listing}`, options.baseUrl);
    const query = { limit: String(PAGE), raw_json: "1", ...(after === null ? {} : { after }) };
    url.search = new URLSearchParams(query).toString();
    return { url: url.href, headers: { ...agent, authorization: `Bearer ${token}` } };
  },
  read: (answer, context) => {
    const { token, expiresMs } = memorySchema.parse(context.memory);
    return token === null || context.nowMs > expiresMs ? tokenPage(answer, context) : listingPage(answer, context);
  },
});

function tokenPage(answer: SourceAnswer, { cursor, memory, nowMs }: Context): SourcePage<Cursor> {
  const { access_token, expires_in } = jsonObjectOf(answer);
  const token = wordOf(access_token);
  if (token === null) throw new PollFailure("unauthorized", "The answer has no token.", { status: answer.status });
  const lifeMs = Math.max(60, Number(expires_in) || 3_600) * 1_000;
  return {
    ...{ records: [], items: 0, itemsNew: 0, oldestMs: null, newestMs: null },
    cursor: cursor ?? { lastId: null, rereadAt: null },
    // Renew the token a minute before it expires.
    memory: { ...memorySchema.parse(memory), token, expiresMs: nowMs + lifeMs - 60_000 },
    more: true,
    coverage: null,
  };
}

function listingPage(answer: SourceAnswer, { options, cursor, memory, nowMs }: Context): SourcePage<Cursor> {
  const page = jsonObjectOf(answer);
  const data = objectOf(page.data);
  if (page.kind !== "Listing" || data === null) throw new PollFailure("wrong_content", "The answer is not a listing.");
  const children = objectsOf(data.children);
  const known = memorySchema.parse(memory);
  const last = cursor?.lastId ?? null;
  const fresh = children.filter((child) => last === null || numberOf(child) > idNumber(last));
  const newest = children.map(numberOf).reduce((a, b) => (b > a ? b : a), idNumber(known.newestId ?? last ?? "0"));
  const times = timesOf(
    children.map((child) => objectOf(child.data)?.created_utc),
    nowMs,
  );
  const isFirst = last === null;
  const overlaps = fresh.length < children.length;
  const isReread = !isFirst && options.rereadHours > 0 && nowMs - (cursor?.rereadAt ?? 0) >= hourMs;
  const isDone = isReread
    ? overlaps && times.oldestMs !== null && times.oldestMs < nowMs - options.rereadHours * hourMs
    : overlaps || isFirst;
  const after = wordOf(data.after);
  // Stop at a page that points to itself, or the poll would never end.
  const more = !isDone && after !== null && after !== known.after && children.length > 0;
  const wanted = isReread ? children : fresh;
  return {
    records: wanted.length === 0 ? [] : [{ ...page, data: { ...data, children: wanted } }],
    items: children.length,
    itemsNew: fresh.length,
    ...times,
    cursor: more
      ? (cursor ?? { lastId: null, rereadAt: null })
      : {
          lastId: newest === 0n ? last : newest.toString(36),
          rereadAt: isReread || isFirst ? nowMs : (cursor?.rereadAt ?? null),
        },
    memory: { ...known, after: more ? after : null, newestId: more ? newest.toString(36) : null },
    more,
    coverage: more
      ? null
      : {
          contiguous: !isFirst && (overlaps || children.length === 0),
          ...(times.oldestMs === null || isFirst ? {} : { fromMs: times.oldestMs }),
          reason: "listing_ends",
        },
  };
}

/** @throws PollFailure `wrong_content` for a child without an id. */
function numberOf(child: RawObject): bigint {
  const id = idOf(objectOf(child.data)?.id);
  if (id === null || !/^[0-9a-z]{1,16}$/.test(id)) throw new PollFailure("wrong_content", "An item has no id.");
  return idNumber(id);
}

/** The number of an id, which is in base 36. */
function idNumber(id: string): bigint {
  return Array.from(id).reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
}
