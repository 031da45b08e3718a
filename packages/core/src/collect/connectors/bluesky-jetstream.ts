import { z } from "zod";
import { blueskyEvents } from "../../ingest/connectors/bluesky.js";
import { parseExactJson } from "../../ingest/exact-json.js";
import { objectOf, type RawObject } from "../../ingest/raw-values.js";
import { utf8 } from "../answer-text.js";
import { timesOf } from "../item-times.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource } from "../source-connector.js";

/** A whole network is never silent this long: a longer distance between cursor and first event means lost events. */
const SILENCE_MS = 300_000;
/** Longest delay of an event. */
const QUIET_MS = 60_000;
/** Requests start a little before the cursor, because servers' clocks differ slightly. */
const REWIND_US = 1_000_000;

const optionsSchema = z.object({
  host: z
    .url({ protocol: /^wss?$/ })
    .default("wss://jetstream2.us-east.bsky.network")
    .meta({
      description: "Server to listen to. Cursors are times, so another server continues at about the same place.",
    }),
  words: z
    .array(z.string().min(2).max(60))
    .max(5_000)
    .default([])
    .meta({ description: "A post is kept if it has a cashtag such as `$AAPL`, or one of these words." }),
  sessionSeconds: z
    .int()
    .min(1)
    .max(60)
    .default(5)
    .meta({ description: "How long to listen before storing what arrived." }),
});
const cursorSchema = z.object({
  timeUs: z.int(),
  /** Names of the events of that very time: several may have it, and a session may end between them. */
  told: z.array(z.string()).default([]),
});

/**
 * The public stream of the network. A source listens in sessions, each of which continues at the server time where the
 * last one ended. It keeps posts that have a cashtag or one of the words, and deletions, which may concern stored
 * posts. The server may silently move a cursor that is too old, so the first event is compared with the cursor.
 */
export const blueskyJetstream = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
  kind: "bluesky-jetstream",
  title: "Bluesky: the stream of posts",
  terms: {
    holds: "Nothing.",
    may: "A public stream. Posts deleted there are deleted here, too. It has no counts of likes, so posts keep none.",
  },
  reads: [blueskyEvents],
  options: optionsSchema,
  example: { namespace: "microblog", words: ["Nvidia", "Tesla"] },
  secrets: [],
  cursor: cursorSchema,
  cursorVersion: 1,
  everySeconds: 1,
  hostPauseMs: 500,
  maxPages: 20,
  canBackfill: false,
  plan: ({ options, cursor }) => {
    const url = new URL("/subscribe", options.host);
    url.searchParams.set("wantedCollections", "app.bsky.feed.post");
    if (cursor !== null) url.searchParams.set("cursor", String(cursor.timeUs - REWIND_US));
    return { url: url.href, stream: { sessionMs: options.sessionSeconds * 1_000, mostMessages: 20_000 } };
  },
  read: (answer, { options, cursor, nowMs }) => {
    const events = eventsOf(utf8(answer.body));
    const last = cursor?.timeUs ?? 0;
    const told = new Set(cursor?.told);
    const fresh = events.filter(({ timeUs, event }) => timeUs > last || (timeUs === last && !told.has(nameOf(event))));
    // Events from the future, or from before the cursor, do not move the cursor.
    const newest = fresh.reduce((time, { timeUs }) => (timeUs <= nowMs * 1_000 ? Math.max(time, timeUs) : time), last);
    const isWanted = wantedBy(options.words);
    const kept = fresh.filter(({ event }) => isWanted(event));
    const posts = kept.filter(({ event }) => objectOf(event.commit)?.operation !== "delete");
    const firstMs = fresh.length === 0 ? null : Math.min(...fresh.map(({ timeUs }) => timeUs)) / 1_000;
    const isJump = cursor !== null && firstMs !== null && firstMs - last / 1_000 > SILENCE_MS;
    // A quiet stream is complete up to a little before now.
    const quietUs = (nowMs - QUIET_MS) * 1_000;
    const timeUs = fresh.length > 0 && newest > 0 ? newest : Math.max(last, quietUs);
    return {
      records: kept.map(({ event }) => event),
      items: posts.length,
      itemsNew: posts.length,
      ...timesOf(
        posts.map(({ timeUs }) => timeUs / 1_000),
        nowMs,
      ),
      cursor: {
        timeUs,
        told: [
          ...(timeUs === last ? told : []),
          ...fresh.filter((one) => one.timeUs === timeUs).map(({ event }) => nameOf(event)),
        ],
      },
      more: false,
      coverage: {
        contiguous: cursor !== null && !isJump,
        ...(firstMs === null ? {} : { fromMs: firstMs }),
        // Complete up to the newest event by the server's clock; a quiet stream that answers is complete up to now.
        ...(fresh.length === 0 ? {} : { toMs: Math.floor(newest / 1_000) }),
        reason: "cursor_moved",
      },
    };
  },
});

interface Event {
  readonly timeUs: number;
  readonly event: RawObject;
}

/** What tells events of one time apart. */
function nameOf({ did, commit }: RawObject): string {
  const { operation, rkey } = objectOf(commit) ?? {};
  return [did, rkey, operation].map(String).join(" ");
}

/** @throws PollFailure `wrong_content` when none of the messages is an event. */
function eventsOf(text: string): Event[] {
  const lines = text.split("\n").filter((line) => line !== "");
  const events = lines.flatMap((line): Event[] => {
    let parsed: unknown;
    try {
      parsed = parseExactJson(line);
    } catch {
      return [];
    }
    const event = objectOf(parsed);
    const timeUs = event?.time_us;
    return event !== null && typeof timeUs === "number" && Number.isSafeInteger(timeUs) ? [{ timeUs, event }] : [];
  });
  if (lines.length > 0 && events.length === 0)
    throw new PollFailure("wrong_content", "The stream has no events of the expected kind.");
  return events;
}

const cashtag = /(?:^|[^\p{L}\p{N}])\$[A-Za-z]{1,6}(?![\p{L}\p{N}])/u;

/** Whether an event is wanted: a deletion, or a post with a cashtag or one of the words. */
function wantedBy(words: readonly string[]): (event: RawObject) => boolean {
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const anyWord = words.length === 0 ? null : new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu");
  return ({ commit }) => {
    const { operation, record } = objectOf(commit) ?? {};
    if (operation === "delete") return true;
    const text = objectOf(record)?.text;
    return typeof text === "string" && (cashtag.test(text) || anyWord?.test(text) === true);
  };
}
