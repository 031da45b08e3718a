import { createHash } from "node:crypto";
import { documentId, noReactions, type SourceDocument } from "../document.js";
import {
  counterOf,
  createdOf,
  idOf,
  missing,
  objectOf,
  objectsOf,
  proseOf,
  type RawObject,
  TEXT_MAX_CHARS,
  timeOrNull,
  wordOf,
} from "../raw-values.js";
import type { NormalisedRecord, RecordFault } from "../record.js";
import { isRobotName, isRobotText } from "../robots.js";
import { eachOrFault, RefusedValue } from "../record-fault.js";
import { type Connector, type ConnectorContext, fieldValue, hasField, type RecordField } from "./connector.js";

const field = (name: string, columns: readonly string[], required: boolean, description: string): RecordField => ({
  name,
  columns,
  required,
  description,
});

const fields = {
  id: field("id", [], false, "Id without prefix; else community, time and text make the identity."),
  created_utc: field(
    "created_utc",
    ["created_at", "created"],
    false,
    "Creation: epoch seconds or ISO 8601. A comment without it takes its post's.",
  ),
  subreddit: field("subreddit", ["community"], false, "Community, without prefix."),
  author: field("author", [], false, "Account name."),
  title: field("title", [], false, "Title: makes the record a post."),
  selftext: field("selftext", ["text"], false, "Text of a post."),
  body: field("body", ["comment"], false, "Text of a comment."),
  score: field("score", ["ups", "upvotes"], false, "Upvotes less downvotes."),
  link_id: field("link_id", [], false, "`t3_` id of the post that a comment stands under."),
  parent_id: field("parent_id", [], false, "`t3_` or `t1_` id of what a comment answers."),
  permalink: field("permalink", [], false, "Path or address of the post or comment."),
} as const;

const origin = "reddit";
const site = "https://www.reddit.com";

/**
 * Posts and comments of the discussion platform: lines of dump files, pages of listings (comment trees included), answers
 * of archive searches, and flat records with some of these fields.
 */
export const forumObjects: Connector = {
  title: "Forum posts and comments",
  fields: Object.values(fields),
  recognises: (record) =>
    objectsIn(record) !== null ||
    ["title", "body", "selftext", "link_id"].some((name) => typeof record[name] === "string"),
  normalize: (record, context) => {
    const page = objectsIn(record);
    if (page === null) {
      const document = documentOf(record, context);
      return "fault" in document ? document : { documents: [document] };
    }
    return pageContent(page, context);
  },
};

function pageContent(objects: readonly RawObject[], context: ConnectorContext): NormalisedRecord {
  const unmapped = { ...context, columnMap: {} };
  const { good, faults } = eachOrFault(objects, (object) => documentOf(object, unmapped));
  return { documents: good, faults };
}

/** The posts and comments of a page, replies included; null when the record is no page. */
function objectsIn(record: RawObject): RawObject[] | null {
  const data = objectOf(record.data);
  if (record.kind === "Listing" && data !== null) return objectsOf(data.children).flatMap(thing);
  if ((record.kind === "t3" || record.kind === "t1") && data !== null) return thing(record);
  return Array.isArray(record.data) ? objectsOf(record.data) : null;
}

/** One child of a listing with everything below it; a `more` placeholder holds none. */
function thing(child: RawObject): RawObject[] {
  const data = objectOf(child.data);
  if (data === null || (child.kind !== "t3" && child.kind !== "t1")) return [];
  const { replies, ...own } = data;
  const below = objectOf(replies);
  return [own, ...(below === null ? [] : (objectsIn(below) ?? []))];
}

function documentOf(record: RawObject, context: ConnectorContext): SourceDocument | RecordFault {
  const read = (spec: RecordField) => fieldValue(spec, record, context.columnMap);
  const isPost =
    wordOf(read(fields.title)) !== null || (read(fields.selftext) !== undefined && read(fields.body) === undefined);
  const title = isPost ? saidText(read(fields.title)) : null;
  const body = saidText(read(isPost ? fields.selftext : fields.body));
  // An empty comment is one whose text is gone; one without the field is no comment.
  if (!isPost && !hasField(fields.body, record, context.columnMap)) return missing("body");
  if ((title?.length ?? 0) + (body?.length ?? 0) > TEXT_MAX_CHARS) {
    return { fault: "invalid_field", message: `The text is longer than ${TEXT_MAX_CHARS} characters` };
  }
  const post = isPost ? null : bareId(read(fields.link_id), "t3_");
  const time = read(fields.created_utc);
  const created = time === undefined && post !== null ? null : createdOf(time, "created_utc", context.nowMs);
  if (typeof created === "object" && created !== null) return created;
  const place = wordOf(read(fields.subreddit))?.replace(/^\/?r\//i, "") ?? null;
  const id = idOf(read(fields.id))?.replace(/^t[13]_/, "") ?? null;
  const author = wordOf(read(fields.author));
  const parent = isPost ? null : idOf(read(fields.parent_id));
  return {
    origin,
    nativeId: id === null ? unnamed(isPost, place, created, title, body) : `${isPost ? "t3" : "t1"}_${id}`,
    createdMs: created,
    asOfMs: readAt(record, context.nowMs),
    place,
    author: author === null || author === "[deleted]" || author === "[removed]" ? null : author,
    threadId: post === null ? null : documentId({ origin, nativeId: `t3_${post}` }),
    parentId: parent === null ? null : documentId({ origin, nativeId: parent }),
    postId: isPost ? id : post,
    commentId: isPost ? null : id,
    title,
    body,
    url: addressOf(read(fields.permalink)),
    hints: [],
    reactions: { ...noReactions, upvotes: counterOf(read(fields.score)) },
    excluded: isRobotName(author) || isRobotText(body),
  };
}

/** What was said; null where it was deleted or removed. Without `raw_json` the platform escapes three characters. */
function saidText(value: unknown): string | null {
  const text = proseOf(value);
  // A deleted text is empty. One that only looks empty would be judged as if it said something.
  if (text === null && typeof value === "string" && value.trim() !== "")
    throw new RefusedValue("missing_field", "The text holds nothing that can be read");
  if (text === null || text === "[deleted]" || text === "[removed]") return null;
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function bareId(value: unknown, prefix: string): string | null {
  const id = idOf(value);
  return id?.startsWith(prefix) === true ? id.slice(prefix.length) : id;
}

/** Identity of a record without an id: the same words at the same time and place are the same comment. */
function unnamed(
  isPost: boolean,
  place: string | null,
  created: number | null,
  title: string | null,
  body: string | null,
): string {
  const content = JSON.stringify([place, created, title, body]);
  return `${isPost ? "post" : "comment"}-${createHash("sha256").update(content).digest("hex").slice(0, 16)}`;
}

/** When the object was read: dumps say so, and say when they read it a second time. */
function readAt(record: RawObject, nowMs: number): number | null {
  const second = objectOf(record._meta)?.retrieved_2nd_on;
  return timeOrNull(second ?? record.retrieved_on ?? record.retrieved_utc, "retrieved_on", nowMs);
}

function addressOf(value: unknown): string | null {
  const path = wordOf(value);
  if (path === null) return null;
  return path.startsWith("/") ? `${site}${path}` : path;
}
