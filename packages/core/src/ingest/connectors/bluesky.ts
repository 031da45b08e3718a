import { documentId, noReactions, type Reactions, type SourceDocument } from "../document.js";
import {
  counterOf,
  eachEntry,
  idOf,
  missing,
  notATime,
  objectOf,
  objectsOf,
  proseOf,
  type RawObject,
  timeOrNull,
  wordOf,
} from "../raw-values.js";
import type { NormalisedRecord, RecordFault } from "../record.js";
import { isRobotName } from "../robots.js";
import { parseSourceTime } from "../source-time.js";
import type { Connector, ConnectorContext } from "./connector.js";

const origin = "bluesky";
const collection = "app.bsky.feed.post";

/**
 * Bluesky: events of the Jetstream (both wire formats) and pages of `searchPosts`. A post has the time that its client
 * states, but never later than the server saw it.
 */
export const blueskyEvents: Connector = {
  title: "Bluesky events and search pages",
  fields: [],
  recognises: (record) => eventOf(record) !== null || isPage(record) || isView(record),
  normalize: (record, context) => {
    const event = eventOf(record);
    if (event !== null) return eventContent(event, context);
    const { good, faults } = eachEntry(isView(record) ? [record] : record.posts, (view) => viewDocument(view, context));
    return { documents: good, faults };
  },
};

/** One change of an account's posts. */
interface PostEvent {
  readonly did: unknown;
  readonly operation: unknown;
  readonly collection: unknown;
  readonly rkey: unknown;
  readonly record: unknown;
  /** When the server saw it. */
  readonly seen: unknown;
}

/** The event in a record of either wire format; null when it holds no event. Events about accounts have no collection. */
function eventOf(record: RawObject): PostEvent | null {
  const payload = objectOf(record.payload);
  const source = payload ?? record;
  if (payload === null && !("time_us" in record && typeof record.did === "string")) return null;
  if (payload !== null && (typeof payload.did !== "string" || record.$type !== "message")) return null;
  const commit = objectOf(source.commit) ?? source;
  return {
    did: source.did,
    operation: commit.operation,
    collection: commit.collection,
    rkey: commit.rkey,
    record: commit.record,
    seen: source.time_us ?? source.time,
  };
}

function eventContent({ operation, ...event }: PostEvent, context: ConnectorContext): NormalisedRecord {
  if (event.collection !== collection) return { documents: [], passedOver: 1 };
  const did = idOf(event.did);
  const rkey = idOf(event.rkey);
  const record = objectOf(event.record);
  const seenMs = timeOrNull(event.seen, "time_us", context.nowMs);
  if (did === null) return missing("did");
  if (rkey === null) return missing("commit.rkey");
  const uri = `at://${did}/${collection}/${rkey}`;
  if (operation === "delete") {
    return { documents: [], removals: [{ documentId: documentId({ origin, nativeId: uri }), asOfMs: seenMs }] };
  }
  if (record === null) return missing("commit.record");
  const document = documentOf(
    { uri, record, author: did, handle: null, seenMs, asOfMs: seenMs, reactions: noReactions },
    context,
  );
  return "fault" in document ? document : { documents: [document] };
}

function isPage(record: RawObject): boolean {
  return Array.isArray(record.posts) && (record.posts.length === 0 || objectsOf(record.posts).some(isView));
}

function isView(record: RawObject): boolean {
  return typeof record.uri === "string" && record.uri.startsWith("at://") && objectOf(record.record) !== null;
}

function viewDocument(view: RawObject, context: ConnectorContext): SourceDocument | RecordFault {
  const author = objectOf(view.author);
  const reactions = {
    ...noReactions,
    likes: counterOf(view.likeCount),
    retweets: counterOf(view.repostCount),
    replies: counterOf(view.replyCount),
    quotes: counterOf(view.quoteCount),
  };
  const uri = idOf(view.uri) ?? "";
  const did = idOf(author?.did) ?? uri.split("/")[2] ?? null;
  const record = objectOf(view.record) ?? {};
  const seenMs = timeOrNull(view.indexedAt, "indexedAt", context.nowMs);
  return documentOf(
    { uri, record, author: did, handle: wordOf(author?.handle), seenMs, asOfMs: null, reactions },
    context,
  );
}

interface PostParts {
  readonly uri: string;
  readonly record: RawObject;
  /** Account id, which both forms have. */
  readonly author: string | null;
  readonly handle: string | null;
  readonly seenMs: number | null;
  /** When this state was read; a search page does not say. */
  readonly asOfMs: number | null;
  readonly reactions: Reactions;
}

function documentOf(
  { uri, record, author, handle, seenMs, asOfMs, reactions }: PostParts,
  context: ConnectorContext,
): SourceDocument | RecordFault {
  const body = proseOf(record.text);
  const claimed = parseSourceTime(record.createdAt);
  const createdMs = Math.min(claimed ?? Infinity, seenMs ?? Infinity, context.nowMs);
  if (claimed === null && seenMs === null) return notATime(record.createdAt, "createdAt");
  const rkey = uri.slice(uri.lastIndexOf("/") + 1);
  const parent = idOf(objectOf(objectOf(record.reply)?.parent)?.uri);
  return {
    origin,
    nativeId: uri,
    createdMs,
    asOfMs,
    place: null,
    author,
    threadId: null,
    parentId: parent === null ? null : documentId({ origin, nativeId: parent }),
    postId: rkey,
    commentId: null,
    title: null,
    body,
    url: author === null ? null : `https://bsky.app/profile/${author}/post/${rkey}`,
    hints: [],
    reactions,
    excluded: isRobotName(handle?.replace(/\.bsky\.social$/, "") ?? null),
  };
}
