import { z } from "zod";
import { blueskyEvents } from "../../ingest/connectors/bluesky.js";
import { parseExactJson } from "../../ingest/exact-json.js";
import { objectOf, type RawObject } from "../../ingest/raw-values.js";
import { utf8 } from "../answer-text.js";
import { timesOf } from "../item-times.js";
import { PollFailure } from "../poll-failure.js";
import { defineSource } from "../source-connector.js";

/** A whole network is never silent for so long: what lies between a cursor and the first event was not delivered. */
const SILENCE_MS = 300_000;
/** How long an event may be under way. */
const QUIET_MS = 60_000;
/** Events are asked for again from a little before the cursor: servers do not agree to the microsecond. */
const REWIND_US = 1_000_000;

const optionsSchema = z.object({
  host: z
    .url({ protocol: /^wss?$/ })
    .default("wss://jetstream2.us-east.bsky.network")
    .meta({
      description: "Server to listen to. Cursors are times, so another server goes on about where this one was.",
    }),
  words: z
    .array(z.string().min(2).max(60))
    .max(5_000)
    .default([])
    .meta({ description: "Words of which a post needs one, where it has no cashtag such as `$AAPL`." }),
  sessionSeconds: z
    .int()
    .min(1)
    .max(60)
    .default(5)
    .meta({ description: "How long is listened before what came is stored." }),
});
const cursorSchema = z.object({ timeUs: z.int() });

/**
 * The public stream of the network, listened to in sessions that lead on from one another by the server's time. Of its posts those
 * are kept that have a cashtag or one of the words; deletions are kept too, because what they delete may be stored. The server may
 * move a cursor that is too old without a word, so the first event is held against it.
 */
export const blueskyJetstream = defineSource<z.infer<typeof optionsSchema>, z.infer<typeof cursorSchema>>({
  kind: "bluesky-jetstream",
  title: "Bluesky: the stream of posts",
  terms: { holds: "Nothing.", may: "A public stream. Posts that are deleted there are deleted here." },
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
    const fresh = events.filter(({ timeUs }) => timeUs > last);
    // A server whose clock is ahead, or that goes back, does not move the cursor with it.
    const newest = fresh.reduce((time, { timeUs }) => (timeUs <= nowMs * 1_000 ? Math.max(time, timeUs) : time), last);
    const isWanted = wantedBy(options.words);
    const kept = fresh.filter(({ event }) => isWanted(event));
    const posts = kept.filter(({ event }) => objectOf(event.commit)?.operation !== "delete");
    const firstMs = fresh.length === 0 ? null : Math.min(...fresh.map(({ timeUs }) => timeUs)) / 1_000;
    const isJump = cursor !== null && firstMs !== null && firstMs - last / 1_000 > SILENCE_MS;
    // A stream that is quiet has told all up to a little before now.
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
      cursor: { timeUs },
      more: false,
      coverage: {
        contiguous: cursor !== null && !isJump,
        ...(firstMs === null ? {} : { fromMs: firstMs }),
        // Up to the newest event, as the server sees it; a quiet stream that answers is complete up to now.
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
    throw new PollFailure("wrong_content", "The stream holds no events of this kind.");
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
