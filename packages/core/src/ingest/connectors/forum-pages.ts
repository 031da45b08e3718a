import { entriesOf, objectOf, type RawObject } from "../raw-values.js";
import type { RecordFault } from "../record.js";

/** The content of a page of posts and comments. */
export interface ForumPage {
  /** Posts and comments in order, each reply right behind its parent. */
  readonly objects: readonly RawObject[];
  /** Placeholders for comments that were not delivered, and objects of other kinds. */
  readonly passedOver: number;
  readonly faults: readonly RecordFault[];
}

/**
 * The posts and comments of a page: a listing with the trees of answers below its comments, a single post or comment as the
 * platform wraps it, or the answer of an archive's search. Null when the record is no page.
 */
export function forumPage(record: RawObject): ForumPage | null {
  const data = objectOf(record.data);
  if (record.kind === "Listing" && data !== null) return things(entriesOf(data.children));
  if ((record.kind === "t3" || record.kind === "t1") && data !== null) return things({ objects: [record], faults: [] });
  return Array.isArray(record.data) ? { ...entriesOf(record.data), passedOver: 0 } : null;
}

/** Wrapped posts and comments with everything below them. Without recursion, because trees may be of any depth. */
function things(entries: ReturnType<typeof entriesOf>): ForumPage {
  const objects: RawObject[] = [];
  const faults = [...entries.faults];
  let passedOver = 0;
  const open = [...entries.objects].reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const data = objectOf(next.data);
    if (data === null || (next.kind !== "t3" && next.kind !== "t1")) {
      passedOver += 1;
      continue;
    }
    const { replies, ...own } = data;
    objects.push(own);
    const below = entriesOf(objectOf(objectOf(replies)?.data)?.children);
    faults.push(...below.faults);
    open.push(...below.objects.reverse());
  }
  return { objects, passedOver, faults };
}

/** A comment nested in a post, with the index of its parent in the list; null where the parent is the post. */
export interface InnerComment {
  readonly comment: RawObject;
  readonly answers: number | null;
}

/**
 * The comments in a post's own field `comments`, with their nested replies, in order. A list may come as JSON text, and
 * a comment as bare text. Empty where the field holds something else, such as their number.
 */
export function innerComments(post: RawObject): {
  readonly comments: readonly InnerComment[];
  readonly passedOver: number;
} {
  const comments: InnerComment[] = [];
  let passedOver = 0;
  const open: { readonly entry: unknown; readonly answers: number | null }[] = [];
  const openList = (value: unknown, answers: number | null) => {
    open.push(
      ...commentList(value)
        .map((entry) => ({ entry, answers }))
        .reverse(),
    );
  };
  openList(post.comments, null);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const comment = commentOf(next.entry);
    if (comment === null) {
      passedOver += 1;
      continue;
    }
    comments.push({ comment: withoutThread(comment), answers: next.answers });
    const place = comments.length - 1;
    openList(comment.comments, place);
    openList(comment.replies, place);
  }
  return { comments, passedOver };
}

/** The entries of a list, of a listing, or of a list as JSON text; none of anything else. */
function commentList(value: unknown): unknown[] {
  const list = typeof value === "string" && value.trimStart().startsWith("[") ? parsed(value) : value;
  const children = objectOf(objectOf(list)?.data)?.children ?? list;
  return Array.isArray(children) ? (children as unknown[]) : [];
}

/** An entry as a comment; null for placeholders and everything else. */
function commentOf(entry: unknown): RawObject | null {
  if (typeof entry === "string") return { body: entry };
  const object = objectOf(entry);
  if (object === null || object.kind === "more") return null;
  return object.kind === "t1" ? objectOf(object.data) : object;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * The comment with the field names of a flat record, without nested replies and without fields that would make it a
 * post.
 */
function withoutThread(comment: RawObject): RawObject {
  const { body, comment: said, text, content, selftext } = comment;
  const words = body ?? said ?? text ?? content ?? selftext;
  return { ...comment, body: words, title: null, selftext: null, text: null, replies: null, comments: null };
}
