import { createHash } from "node:crypto";
import { documentId, noReactions, type SourceDocument } from "../document.js";
import {
  counterOf,
  createdOf,
  idOf,
  missing,
  objectOf,
  proseOf,
  type RawObject,
  TEXT_MAX_CHARS,
  TITLE_MAX_CHARS,
  timeOrNull,
  wordOf,
} from "../raw-values.js";
import type { RecordFault } from "../record.js";
import { isRobotName, isRobotText } from "../robots.js";
import { orFault, RefusedValue } from "../record-fault.js";
import { forumPage, innerComments } from "./forum-pages.js";
import {
  type Connector,
  type ConnectorContext,
  fieldValue,
  hasField,
  type RecordField,
  recordField,
} from "./connector.js";

const fields = {
  id: recordField("id", [], false, "Id without prefix; else community, time and text make the identity."),
  created_utc: recordField(
    "created_utc",
    ["created_at", "created"],
    false,
    "Creation: epoch seconds or ISO 8601. A comment without it takes its post's.",
  ),
  subreddit: recordField("subreddit", ["community"], false, "Community, without prefix."),
  author: recordField("author", [], false, "Account name."),
  title: recordField("title", [], false, "Title: makes the record a post."),
  selftext: recordField("selftext", ["text"], false, "Text of a post."),
  body: recordField("body", ["comment"], false, "Text of a comment."),
  score: recordField("score", ["ups", "upvotes"], false, "Upvotes less downvotes."),
  link_id: recordField("link_id", [], false, "`t3_` id of the post that a comment stands under."),
  parent_id: recordField("parent_id", [], false, "`t3_` or `t1_` id of what a comment answers."),
  permalink: recordField("permalink", [], false, "Path or address of the post or comment."),
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
  alsoReads: ["kind", "data", "comments", "retrieved_on", "retrieved_utc", "_meta"],
  recognises: (record) =>
    forumPage(record) !== null ||
    ["title", "body", "selftext", "link_id"].some((name) => typeof record[name] === "string"),
  normalize: (record, context) => {
    const page = forumPage(record);
    if (page === null) {
      const content = contentOf([record], context);
      const [fault, ...more] = content.faults;
      const isAll = fault !== undefined && more.length === 0 && content.documents.length === 0;
      return isAll && content.passedOver === 0 ? fault : content;
    }
    const { documents, faults, passedOver } = contentOf(page.objects, { ...context, columnMap: {} });
    return { documents, passedOver: page.passedOver + passedOver, faults: [...page.faults, ...faults] };
  },
};

/** Documents of posts and comments, including comments nested in posts. */
function contentOf(objects: readonly RawObject[], context: ConnectorContext) {
  const documents: SourceDocument[] = [];
  const faults: RecordFault[] = [];
  let passedOver = 0;
  const take = (document: SourceDocument | RecordFault): SourceDocument | null => {
    if ("fault" in document) faults.push(document);
    else documents.push(document);
    return "fault" in document ? null : document;
  };
  for (const object of objects) {
    const post = take(orFault(() => documentOf(object, context)));
    const inner: (SourceDocument | null)[] = [];
    const inside = innerComments(object);
    passedOver += inside.passedOver;
    for (const { comment, answers } of inside.comments) {
      const above = post === null ? null : { post, answered: (answers === null ? null : inner[answers]) ?? post };
      inner.push(take(orFault(() => documentOf(comment, { ...context, columnMap: {} }, above))));
    }
  }
  return { documents, faults, passedOver };
}

/** The post that contains a comment, and the id of its parent. */
interface Above {
  readonly post: SourceDocument;
  readonly answered: SourceDocument;
}

function documentOf(
  record: RawObject,
  context: ConnectorContext,
  above: Above | null = null,
): SourceDocument | RecordFault {
  const read = (spec: RecordField) => fieldValue(spec, record, context.columnMap);
  const isPost =
    wordOf(read(fields.title)) !== null || (read(fields.selftext) !== undefined && read(fields.body) === undefined);
  const title = isPost ? saidText(read(fields.title)) : null;
  const body = saidText(read(isPost ? fields.selftext : fields.body));
  // An empty text means that the comment was deleted; without the field it is not a comment.
  if (!isPost && !hasField(fields.body, record, context.columnMap)) return missing("body");
  if ((title?.length ?? 0) > TITLE_MAX_CHARS)
    return { fault: "invalid_field", message: `The title is longer than ${TITLE_MAX_CHARS} characters` };
  if ((title?.length ?? 0) + (body?.length ?? 0) > TEXT_MAX_CHARS) {
    return { fault: "invalid_field", message: `The text is longer than ${TEXT_MAX_CHARS} characters` };
  }
  const post = isPost ? null : bareId(read(fields.link_id), "t3_");
  const time = read(fields.created_utc);
  const created =
    time === undefined && (post !== null || above !== null) ? null : createdOf(time, "created_utc", context.nowMs);
  if (typeof created === "object" && created !== null) return created;
  const place = wordOf(read(fields.subreddit))?.replace(/^\/?r\//i, "") ?? above?.post.place ?? null;
  const id = idOf(read(fields.id))?.replace(/^t[13]_/, "") ?? null;
  const author = wordOf(read(fields.author));
  const parent = isPost ? null : idOf(read(fields.parent_id));
  const thread =
    above !== null ? documentId(above.post) : post === null ? null : documentId({ origin, nativeId: `t3_${post}` });
  const content = [place, created, title, body, ...(above === null ? [] : [thread, author])];
  return {
    origin,
    nativeId: id === null ? unnamed(isPost, content) : `${isPost ? "t3" : "t1"}_${id}`,
    createdMs: created,
    asOfMs: readAt(record, context.nowMs) ?? above?.post.asOfMs ?? null,
    place,
    author: author === null || author === "[deleted]" || author === "[removed]" ? null : author,
    threadId: thread,
    parentId:
      parent !== null ? documentId({ origin, nativeId: parent }) : above === null ? null : documentId(above.answered),
    postId: isPost ? id : (post ?? above?.post.postId ?? null),
    commentId: isPost ? null : id,
    title,
    body,
    url: addressOf(read(fields.permalink)),
    hints: [],
    reactions: { ...noReactions, upvotes: counterOf(read(fields.score)) },
    excluded: isRobotName(author) || isRobotText(body),
  };
}

/** The text; null where it was deleted or removed. Without `raw_json` the platform escapes three characters. */
function saidText(value: unknown): string | null {
  const text = proseOf(value);
  // A deleted text is really empty. Judging a text of invisible characters would give it an opinion.
  if (text === null && typeof value === "string" && value.trim() !== "")
    throw new RefusedValue("missing_field", "The text has no visible characters");
  if (text === null || text === "[deleted]" || text === "[removed]") return null;
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function bareId(value: unknown, prefix: string): string | null {
  const id = idOf(value);
  return id?.startsWith(prefix) === true ? id.slice(prefix.length) : id;
}

/** Identity of a record without an id: equal words at the same time and place are the same comment. */
function unnamed(isPost: boolean, content: readonly (string | number | null)[]): string {
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
  return `${isPost ? "post" : "comment"}-${hash}`;
}

/** When the object was read. Dumps state it, also for a second reading. */
function readAt(record: RawObject, nowMs: number): number | null {
  const second = objectOf(record._meta)?.retrieved_2nd_on;
  return timeOrNull(second ?? record.retrieved_on ?? record.retrieved_utc, "retrieved_on", nowMs);
}

function addressOf(value: unknown): string | null {
  const path = wordOf(value);
  if (path === null) return null;
  return path.startsWith("/") ? `${site}${path}` : path;
}
