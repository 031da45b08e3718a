import type { AwaitedReactionsChange, AwaitedReactionsRow } from "../storage/awaited-reactions.js";
import type { UtcDay } from "../time/utc-day.js";
import type { StoredSide } from "./changes.js";
import { mergeReactions, noReactions, type Reactions } from "./document.js";
import type { PendingDocuments } from "./pending.js";

/** Documents that are not stored, but for which earlier runs may have read reposts. */
export function awaitedIds(taken: PendingDocuments, { known }: StoredSide): string[] {
  return taken.ids().filter((id) => !known.has(id));
}

/** Documents that a batch leaves unknown or unstored, and the day of the run. */
interface BatchOutcome {
  /** Documents known from reposts only. */
  readonly unknown: readonly string[];
  /** Documents that arrived but could not be stored yet. */
  readonly open: readonly string[];
  readonly today: UtcDay;
}

/**
 * Keeps reactions reported by reposts until a later run reads the original, so that a repost counts whichever comes
 * first. Rows of documents that have arrived are dropped.
 */
export function awaitedChange(
  taken: PendingDocuments,
  awaited: ReadonlyMap<string, AwaitedReactionsRow>,
  { unknown, open, today }: BatchOutcome,
): AwaitedReactionsChange {
  const rows = unknown.flatMap((id) => {
    const told = taken.counters.get(id);
    if (told === undefined) return [];
    const earlier = awaited.get(id);
    const reactions = mergeReactions(untimed(earlier ?? noReactions), untimed(told));
    const isKept = earlier !== undefined && names.every((name) => earlier[name] === reactions[name]);
    return isKept ? [] : [{ document_id: id, day: earlier?.day ?? today, ...reactions }];
  });
  const isOpen = new Set(open);
  const gone = [...awaited.values()].filter(({ document_id: id }) => taken.documents.has(id) && !isOpen.has(id));
  return { rows, gone };
}

const names = Object.keys(noReactions) as (keyof Reactions)[];

/** Reposts do not say when the counters of their original were read. */
function untimed({ upvotes, likes, retweets, replies, quotes, views }: Reactions) {
  return { reactions: { upvotes, likes, retweets, replies, quotes, views }, asOfMs: null };
}
