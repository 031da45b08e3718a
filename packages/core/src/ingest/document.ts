/**
 * The standard document: what every connector turns its records into. One document gives one mention per asset that it
 * is about. Identity is `origin` and `nativeId`: a second delivery is an update, never a second mention.
 */
export interface SourceDocument {
  /** The system or publisher that the id belongs to. */
  readonly origin: string;
  readonly nativeId: string;
  /** When the source says that it was created, ms since the epoch. */
  readonly createdMs: number;
  /** Where it was said: news source id, community; null where the platform has no places. */
  readonly place: string | null;
  readonly author: string | null;
  /** Document id of the post that it belongs to; null when it starts one. */
  readonly threadId: string | null;
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
