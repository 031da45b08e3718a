import { createHash } from "node:crypto";

/**
 * The standard document: what every connector turns its records into. One document gives one mention per asset that it
 * is about. Identity is `origin` and `nativeId`: a second delivery is an update, never a second mention.
 */
export interface SourceDocument {
  /** The system or publisher that the id belongs to. */
  readonly origin: string;
  readonly nativeId: string;
  /** When the source says that it was created, ms since the epoch; null where only its thread has a time. */
  readonly createdMs: number | null;
  /** When the source was read in this state; null where it does not say. An older state never replaces a newer one. */
  readonly asOfMs: number | null;
  /** Where it was said: news source id, community; null where the platform has no places. */
  readonly place: string | null;
  readonly author: string | null;
  /** Document id of the post that it belongs to; null when it starts one. */
  readonly threadId: string | null;
  /** Document id of what it answers; null when it answers nothing. */
  readonly parentId: string | null;
  /** The source's own id of the post; of a comment, that of the post above it. */
  readonly postId: string | null;
  /** The source's own id of the comment; null for a post. */
  readonly commentId: string | null;
  /** Null, like the body, where there is none or it was deleted. */
  readonly title: string | null;
  readonly body: string | null;
  readonly url: string | null;
  /** Tickers or symbols that the source itself attached, as written. */
  readonly hints: readonly string[];
  /** Reactions when last seen; absent ones are null. */
  readonly reactions: Reactions;
  /** Bots and the like: kept, never counted. */
  readonly excluded: boolean;
}

/** Counters that change after publication. */
export interface Reactions {
  readonly upvotes: number | null;
  readonly likes: number | null;
  readonly retweets: number | null;
  readonly replies: number | null;
  readonly quotes: number | null;
  readonly views: number | null;
}

/** The reactions of a source that has none. */
export const noReactions: Reactions = {
  upvotes: null,
  likes: null,
  retweets: null,
  replies: null,
  quotes: null,
  views: null,
};

/** `origin:native id`, the stored identity. */
export function documentId({ origin, nativeId }: Pick<SourceDocument, "origin" | "nativeId">): string {
  return `${origin}:${nativeId}`;
}

/**
 * The counters of one document from two deliveries. A score goes up and down, so the later one counts; likes, reposts and
 * the like are counts that several records tell of in any order, so the highest seen counts. An absent one changes nothing.
 */
export function mergeReactions(earlier: Reactions, later: Reactions): Reactions {
  const highest = (name: Exclude<keyof Reactions, "upvotes">) => {
    const [a, b] = [earlier[name], later[name]];
    return a === null || b === null ? (a ?? b) : Math.max(a, b);
  };
  return {
    upvotes: later.upvotes ?? earlier.upvotes,
    likes: highest("likes"),
    retweets: highest("retweets"),
    replies: highest("replies"),
    quotes: highest("quotes"),
    views: highest("views"),
  };
}

/** Whether the state of `next` is older than the one that is known already. */
export function isOutdated(
  next: { readonly asOfMs: number | null },
  known: { readonly asOfMs: number | null },
): boolean {
  return next.asOfMs !== null && known.asOfMs !== null && next.asOfMs < known.asOfMs;
}

/** Whether nothing is left of what was said: it was deleted, or it never held words. */
export function isGone({ title, body }: Pick<SourceDocument, "title" | "body">): boolean {
  return title === null && body === null;
}

/** As much of a state of a document as decides which of two counts. */
export interface DocumentState extends Pick<
  SourceDocument,
  "createdMs" | "asOfMs" | "place" | "author" | "title" | "body" | "url"
> {
  /** See {@link documentId}. */
  readonly documentId: string;
}

/** The state that a delivery tells of. */
export function stateOf(document: SourceDocument): DocumentState {
  return { ...document, documentId: documentId(document) };
}

/** Origin of documents that have no id of their own: their address tells them apart, and many feeds may deliver it. */
export const ADDRESS_ORIGIN = "url";

/**
 * Whether a delivery takes the place of the state that is known. An older state never does. What was deleted comes back
 * only with a state that is certainly newer: a file without times may well be from before the deletion. Of two versions
 * that were read at the same time, or of one address, that of the later publication counts, else the fuller one, else the
 * one with the smaller hash, whatever the order in which they come. Under an id of the source's own, the later delivery
 * is a correction.
 */
export function supersedes(next: DocumentState, known: DocumentState): boolean {
  if (isOutdated(next, known)) return false;
  const isNewer = next.asOfMs !== null && known.asOfMs !== null && next.asOfMs > known.asOfMs;
  if (isGone(known) !== isGone(next)) return isGone(next) || isNewer;
  if (isNewer) return true;
  const isSameTime = next.asOfMs !== null && next.asOfMs === known.asOfMs;
  if (!isSameTime && !next.documentId.startsWith(`${ADDRESS_ORIGIN}:`)) return true;
  if (next.asOfMs !== known.asOfMs) return next.asOfMs !== null;
  if (next.createdMs !== null && known.createdMs !== null && next.createdMs !== known.createdMs)
    return next.createdMs > known.createdMs;
  const size = ({ title, body }: DocumentState) => (title?.length ?? 0) + (body?.length ?? 0);
  if (size(next) !== size(known)) return size(next) > size(known);
  return hashOf(next) <= hashOf(known);
}

function hashOf({ place, author, title, body, url }: DocumentState): string {
  return createHash("sha256")
    .update(JSON.stringify([place, author, title, body, url]))
    .digest("hex");
}
