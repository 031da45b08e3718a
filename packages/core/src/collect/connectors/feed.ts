import { createHash } from "node:crypto";
import { z } from "zod";
import { feedDocument, feedRecord } from "../../ingest/feed-document.js";
import { feedItems } from "../../ingest/connectors/feed-items.js";
import { objectOf, objectsOf, type RawObject, wordOf } from "../../ingest/raw-values.js";
import { parseSourceTime } from "../../ingest/source-time.js";
import { parseExactJson } from "../../ingest/exact-json.js";
import { PollFailure } from "../poll-failure.js";
import {
  defineSource,
  type PollContext,
  type SourceAnswer,
  type SourcePage,
  type SourceRequest,
} from "../source-connector.js";
import { secondsOf, utf8 } from "../answer-text.js";
import { LONGEST_WAIT_MS } from "../waiting-time.js";

/** Most remembered items, for comparison with the next page; a feed has 10 to 100. */
const REMEMBERED_ITEMS = 1_000;

const optionsSchema = z.object({
  url: z.url({ protocol: /^https?$/ }).meta({ description: "Address of an RSS, Atom or JSON feed." }),
});
type Options = z.infer<typeof optionsSchema>;

/** Cursor of a feed. */
export const feedCursor = z.object({
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
  /** New address after a permanent redirect; valid while the configured address stays the same. */
  moved: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** For each item seen, a digest of its identity and one of its content; newest last. */
  seen: z.array(z.string()),
});
/** Where the next poll of a feed continues. */
export type FeedCursor = z.infer<typeof feedCursor>;

/**
 * RSS, Atom and JSON feeds. Each poll gives the whole page with its items in any order. A cut at the newest time seen
 * would lose late items, so items are recognised by identity. A page without any item of the previous one leaves a gap.
 */
export const feed = defineSource<Options, FeedCursor>({
  kind: "feed",
  title: "RSS, Atom and JSON feeds",
  terms: {
    holds: "Nothing. A contact address is polite.",
    may: "Headlines and links of public feeds, as the publisher's terms allow. The source respects `robots.txt`, conditional requests, `ttl` and `skipHours`.",
  },
  reads: [feedItems],
  obeysRobots: true,
  options: optionsSchema,
  example: { namespace: "news", url: "https://www.federalreserve.gov/feeds/press_all.xml" },
  secrets: [],
  cursor: feedCursor,
  cursorVersion: 1,
  everySeconds: 300,
  hostPauseMs: 1_000,
  maxPages: 1,
  canBackfill: false,
  plan: ({ options, cursor }) => feedRequest(options.url, cursor),
  read: (answer, context) => readFeedPage(context.options.url, answer, context),
});

/** A conditional request for a feed. */
export function feedRequest(
  url: string,
  cursor: FeedCursor | null,
  headers: Readonly<Record<string, string>> = {},
): SourceRequest {
  const moved = cursor?.moved?.from === url ? cursor.moved.to : null;
  return {
    url: moved ?? url,
    configuredUrl: url,
    statuses: [304],
    headers: {
      accept: "application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5",
      ...(cursor?.etag == null ? {} : { "if-none-match": cursor.etag }),
      ...(cursor?.lastModified == null ? {} : { "if-modified-since": cursor.lastModified }),
      ...headers,
    },
  };
}

/** Reads a feed of any form. @throws PollFailure `wrong_content`, `body_cut`. */
export function readFeedPage(
  url: string,
  answer: SourceAnswer,
  { cursor, nowMs, isStorable }: PollContext<unknown, FeedCursor>,
): SourcePage<FeedCursor> {
  const { headers, movedTo } = answer;
  // An address with a secret is not stored: its redirect is followed again each time.
  const isKept = movedTo !== null && isStorable(url) && isStorable(movedTo);
  const moved = isKept ? { from: url, to: movedTo } : (cursor?.moved ?? null);
  if (answer.status === 304) {
    const kept = cursor ?? { etag: null, lastModified: null, seen: [], moved: null };
    const nothing = { records: [], items: 0, itemsNew: 0, oldestMs: null, newestMs: null, more: false };
    return { ...nothing, cursor: { ...kept, moved }, coverage: { contiguous: true }, ...waiting(maxAgeMs(headers)) };
  }
  const { records, ids, times, restMs } = itemsOf(url, answer, nowMs);
  const told = new Set(cursor?.seen ?? []);
  const known = new Set([...told].map(identityPart));
  const fresh = ids.filter((id) => !known.has(identityPart(id)));
  const present = new Set(ids.map(identityPart));
  const isFirst = cursor === null || cursor.seen.length === 0;
  const past = times.filter((time) => time <= nowMs);
  const oldestMs = past.length === 0 ? null : Math.min(...past);
  const overlaps = ids.length === 0 ? isFirst : fresh.length < ids.length;
  return {
    // Unchanged items would only be looked up again.
    records: records((id) => !told.has(id)),
    items: ids.length,
    itemsNew: fresh.length,
    oldestMs,
    newestMs: past.length === 0 ? null : Math.max(...past),
    more: false,
    cursor: {
      etag: headers.etag ?? null,
      lastModified: headers["last-modified"] ?? null,
      moved,
      seen: [...(cursor?.seen ?? []).filter((id) => !present.has(identityPart(id))), ...ids].slice(-REMEMBERED_ITEMS),
    },
    coverage: {
      contiguous: !isFirst && overlaps,
      ...(isFirst || oldestMs === null ? {} : { fromMs: oldestMs }),
      reason: ids.length === 0 ? "empty_page" : "no_overlap",
    },
    ...waiting(Math.max(maxAgeMs(headers), restMs)),
  };
}

const waiting = (waitMs: number) => (waitMs > 0 ? { waitMs } : {});

interface FeedItems {
  /** Records of the wanted items. */
  readonly records: (isWanted: (id: string) => boolean) => RawObject[];
  readonly ids: readonly string[];
  readonly times: readonly number[];
  /** How long the feed asks clients to wait. */
  readonly restMs: number;
}

function itemsOf(url: string, { body }: SourceAnswer, nowMs: number): FeedItems {
  const text = /^\s*\{/.test(utf8(body.subarray(0, 64))) ? utf8(body) : null;
  if (text !== null) return jsonFeedItems(text);
  let document;
  try {
    document = feedDocument(new URL(url).pathname, body);
  } catch (cause) {
    throw new PollFailure("wrong_content", "The answer is not a feed.", { cause });
  }
  if (document.truncated) throw new PollFailure("body_cut", "The feed ends before its end tag.");
  const items = objectsOf(document.items);
  const ids = items.map(digestOf);
  return {
    records: (isWanted) =>
      items.filter((_, index) => isWanted(ids[index] ?? "")).map((item) => feedRecord(document, item)),
    ids,
    times: timesOf(
      items.map((item) => item.pubDate ?? item.published ?? item.updated ?? firstOf(objectOf(item.dc)?.dates)),
    ),
    restMs: Math.max(ttlMs(document.ttlMinutes), skippedMs(document.skipHours, nowMs)),
  };
}

function jsonFeedItems(text: string): FeedItems {
  let record: unknown;
  try {
    record = parseExactJson(text);
  } catch (cause) {
    throw new PollFailure("body_cut", "The JSON document is incomplete.", { cause });
  }
  const page = objectOf(record);
  if (page === null || !feedItems.recognises(page))
    throw new PollFailure("wrong_content", "The answer is not a JSON feed.");
  const items = objectsOf(page.items);
  const ids = items.map(digestOf);
  return {
    records: (isWanted) => {
      const wanted = items.filter((_, index) => isWanted(ids[index] ?? ""));
      return wanted.length === 0 ? [] : [{ ...page, items: wanted }];
    },
    ids,
    times: timesOf(items.map(({ date_published }) => date_published)),
    restMs: 0,
  };
}

/** Two digests of an item: of its identity within the feed, and of its whole content. */
function digestOf(item: RawObject): string {
  const guid = objectOf(item.guid)?.value ?? item.id ?? objectOf(item.rdf)?.about;
  const link = item.link ?? item.url ?? objectsOf(item.links)[0]?.href;
  const identity = wordOf(guid) ?? wordOf(link) ?? JSON.stringify([item.title, item.pubDate, item.published]);
  return `${digest(identity, 12)}.${digest(JSON.stringify(item), 8)}`;
}

const identityPart = (id: string) => id.slice(0, id.indexOf("."));

function digest(text: string, length: number): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, length);
}

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? (list as unknown[])[0] : undefined);

function timesOf(values: readonly unknown[]): number[] {
  return values.map((value) => parseSourceTime(value)).filter((time) => time !== null);
}

/** Waiting time by the feed's own `ttl`, at most a day. */
function ttlMs(minutes: number | null): number {
  return minutes !== null && minutes > 0 ? Math.min(minutes * 60_000, LONGEST_WAIT_MS) : 0;
}

/** Waiting time by `Cache-Control`, at most an hour. */
function maxAgeMs(headers: Readonly<Record<string, string>>): number {
  return Math.min(3_600_000, secondsOf(/max-age=(\d{1,7})/i.exec(headers["cache-control"] ?? "")?.[1]) * 1_000);
}

/** Time until the end of the feed's `skipHours`; 0 outside them. */
function skippedMs(skipHours: readonly number[], nowMs: number): number {
  const skipped = new Set(skipHours.map((hour) => hour % 24));
  const hourMs = 3_600_000;
  let end = Math.floor(nowMs / hourMs);
  while (skipped.has(end % 24) && skipped.size < 24) end += 1;
  return Math.max(0, end * hourMs - nowMs);
}
