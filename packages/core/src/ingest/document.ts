import { createHash } from "node:crypto";

/**
 * The standard document. Every connector turns its records into documents, and a document gives one mention per asset
 * that it is about. `origin` and `nativeId` identify it: a second delivery is an update, never a second mention.
 */
export interface SourceDocument {
  /** The system or publisher that the id belongs to. */
  readonly origin: string;
  readonly nativeId: string;
  /** Creation time by the source, ms since the epoch; null where only its thread has a time. */
  readonly createdMs: number | null;
  /** When the source was read or changed in this state; null where unknown. See {@link supersedes}. */
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
  /** Null, like the body, when absent or deleted. */
  readonly title: string | null;
  readonly body: string | null;
  readonly url: string | null;
  /** Tickers or symbols that the source itself attached, as written. */
  readonly hints: readonly string[];
  /** Reactions when last seen; absent ones are null. */
  readonly reactions: Reactions;
  /** Written by a bot or the like: stored, never counted. */
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

/** The parts of a stored identity: the reverse of {@link documentId}. An origin has no colon. */
export function identityIn(documentId: string): Pick<SourceDocument, "origin" | "nativeId"> {
  const at = documentId.indexOf(":");
  return { origin: documentId.slice(0, at), nativeId: documentId.slice(at + 1) };
}

/** Counters, and when their source was read; null where unknown. */
export type ToldReactions = Pick<SourceDocument, "reactions" | "asOfMs">;

/**
 * The counters of one document from two deliveries, in any order. A score can go down, so the later reading counts, or
 * the higher one where no time is known. Likes, reposts and the like only grow and are reported by several records, so
 * the highest counts. An absent counter changes nothing.
 */
export function mergeReactions(one: ToldReactions, other: ToldReactions): Reactions {
  const highest = (name: keyof Reactions) => {
    const [a, b] = [one.reactions[name], other.reactions[name]];
    return a === null || b === null ? (a ?? b) : Math.max(a, b);
  };
  const [older, newer] = readBefore(one, other) ? [one, other] : [other, one];
  return {
    upvotes: readBefore(older, newer) ? (newer.reactions.upvotes ?? older.reactions.upvotes) : highest("upvotes"),
    likes: highest("likes"),
    retweets: highest("retweets"),
    replies: highest("replies"),
    quotes: highest("quotes"),
    views: highest("views"),
  };
}

/** Whether the document has no words: they were deleted, or there never were any. */
export function isGone({ title, body }: Pick<SourceDocument, "title" | "body">): boolean {
  return title === null && body === null;
}

/** The parts of a document's state that decide which of two states counts. */
export interface DocumentState extends Pick<
  SourceDocument,
  "createdMs" | "asOfMs" | "place" | "author" | "title" | "body" | "url"
> {
  /** See {@link documentId}. */
  readonly documentId: string;
}

/** The state of a delivery. */
export function stateOf(document: SourceDocument): DocumentState {
  return { ...document, documentId: documentId(document) };
}

/** Origin of documents without an id: their address identifies them, and many feeds may deliver it. */
export const ADDRESS_ORIGIN = "url";

/**
 * Whether a delivery replaces the known state. The order of deliveries never decides, so that reading a file again
 * changes nothing.
 *
 * 1. The state that was read later counts; one without a time is older than any with a time.
 * 2. A deletion beats a text of the same time. A deletion without a time beats every text: a file without times may
 * well be from before the deletion.
 * 3. Then the later publication counts, then the fuller text, then the smaller hash.
 */
export function supersedes(next: DocumentState, known: DocumentState): boolean {
  const [a, b] = [readAt(next), readAt(known)];
  if (a !== b) return a > b;
  if (isGone(known) !== isGone(next)) return isGone(next);
  if (next.createdMs !== null && known.createdMs !== null && next.createdMs !== known.createdMs)
    return next.createdMs > known.createdMs;
  const size = ({ title, body }: DocumentState) => (title?.length ?? 0) + (body?.length ?? 0);
  if (size(next) !== size(known)) return size(next) > size(known);
  const [hash, knownHash] = [hashOf(next), hashOf(known)];
  return hash === knownHash ? (next.place ?? "") <= (known.place ?? "") : hash < knownHash;
}

/**
 * When a state was read, for comparison. Without a time, a text counts as read before all others and a deletion after
 * them.
 */
function readAt(state: Pick<DocumentState, "asOfMs" | "title" | "body">): number {
  return state.asOfMs ?? (isGone(state) ? Infinity : -Infinity);
}

/**
 * Whether a deletion applies to a state: it does unless the state was read later. A deletion without a time always
 * applies.
 */
export function isRemovedBy(
  state: { readonly asOfMs: number | null },
  removal: { readonly asOfMs: number | null },
): boolean {
  return (removal.asOfMs ?? Infinity) >= (state.asOfMs ?? -Infinity);
}

/** Whether the first was read before the second; a missing time counts as earliest. */
function readBefore(one: { readonly asOfMs: number | null }, other: { readonly asOfMs: number | null }): boolean {
  return (one.asOfMs ?? -Infinity) < (other.asOfMs ?? -Infinity);
}

/** Without the place: one that comes from the thread is known only once the document is stored. */
function hashOf({ author, title, body, url }: DocumentState): string {
  return createHash("sha256")
    .update(JSON.stringify([author, title, body, url]))
    .digest("hex");
}
