import type { HintUse } from "./hint-use.js";
import { hash } from "node:crypto";
import type { MentionRow } from "../storage/mention-row.js";
import type { StoredDocument } from "../storage/mention-store.js";
import {
  identityIn,
  isGone,
  isRemovedBy,
  mergeReactions,
  noReactions,
  type SourceDocument,
  stateOf,
  supersedes,
} from "./document.js";
import { type PendingDocuments, removedDocument } from "./pending.js";
import type { Removal } from "./record.js";

/** A document whose time is known. */
export type DatedDocument = SourceDocument & { readonly createdMs: number };

/** A new or changed document that must be stored. */
export interface ChangedDocument {
  readonly document: DatedDocument;
  /** Hints of all deliveries so far, sorted. */
  readonly hints: readonly string[];
  readonly contentHash: string;
  readonly firstSeenMs: number;
  readonly revision: number;
  readonly isNew: boolean;
}

/** The pending documents compared with the stored ones. */
export interface Changes {
  readonly changed: readonly ChangedDocument[];
  /** Outcome of each delivered document that has a time, by id. */
  readonly outcomes: ReadonlyMap<string, "new" | "updated" | "unchanged" | "outdated">;
  /** Ids of documents without a time, because their thread is unknown. */
  readonly waiting: readonly string[];
}

/** The stored side of {@link changesOf}. */
export interface StoredSide {
  /** The stored ones among the pending documents and the threads of those without a time. */
  readonly known: ReadonlyMap<string, StoredDocument>;
  /** Rows of the stored documents that counters or removals refer to. */
  readonly rows: ReadonlyMap<string, readonly MentionRow[]>;
}

/** Tells new and changed documents from unchanged ones. Pure. */
export function changesOf(
  pending: PendingDocuments,
  stored: StoredSide,
  options: { readonly hintUse: HintUse; readonly nowMs: number },
): Changes {
  const documents = new Map(pending.documents);
  for (const [id, rows] of stored.rows) {
    const [row] = rows;
    if (row !== undefined && !documents.has(id)) documents.set(id, documentOf(row));
  }
  const { nowMs } = options;
  for (const [id, removal] of pending.removals) {
    if (!documents.has(id) && !stored.known.has(id)) documents.set(id, unseenDocument(removal, nowMs));
  }
  const changed: ChangedDocument[] = [];
  const waiting: string[] = [];
  const outcomes = new Map<string, "new" | "updated" | "unchanged" | "outdated">();
  for (const [id, said] of documents) {
    const known = stored.known.get(id);
    const isOld = known !== undefined && !supersedes(stateOf(withKnownTime(said, known)), known);
    // An older state only adds hints and higher counts; counters and deletions of the stored document still apply.
    const [row] = isOld ? (stored.rows.get(id) ?? []) : [];
    if (isOld) outcomes.set(id, "outdated");
    if (isOld && row === undefined) continue;
    const latest = row === undefined || known === undefined ? said : withOlder(documentOf(row), said);
    const document = dated(withUpdates(id, latest, known, pending), known, documents, { ...stored, nowMs });
    if (document === null) {
      waiting.push(id);
      continue;
    }
    const change = changeOf(document, known, options);
    if (change !== null) changed.push(change);
    const hasNewHints = known !== undefined && change !== null && change.hints.length > known.hints.length;
    if (!isOld || hasNewHints) outcomes.set(id, change === null ? "unchanged" : change.isNew ? "new" : "updated");
  }
  return { changed, outcomes, waiting };
}

/** The stored document with the hints and higher counts of an older state. A deleted document stays as it is. */
function withOlder(stored: SourceDocument, older: SourceDocument): SourceDocument {
  if (isGone(stored)) return stored;
  return { ...stored, hints: older.hints, reactions: mergeReactions(older, stored) };
}

/** The document with counters from other records and deletions applied. */
function withUpdates(
  id: string,
  document: SourceDocument,
  known: StoredDocument | undefined,
  { counters, removals }: PendingDocuments,
): SourceDocument {
  const seen = counters.get(id);
  const removal = removals.get(id);
  // Most documents are new, and nothing else speaks of them. They are not copied: a batch has thousands.
  if (known === undefined && seen === undefined && removal === undefined) return document;
  let { reactions } = document;
  if (known !== undefined) reactions = mergeReactions(known, document);
  if (seen !== undefined) {
    const asOfMs = null;
    const merged = mergeReactions({ reactions, asOfMs }, { reactions: seen, asOfMs });
    reactions = { ...merged, upvotes: reactions.upvotes ?? seen.upvotes };
  }
  const counted = { ...document, reactions };
  return removal !== undefined && isRemovedBy(document, removal) ? removedDocument(counted, removal) : counted;
}

/**
 * A document without time and place takes those of its thread; null while the thread is unknown. One that belongs to no
 * thread is dated by its first sight.
 */
function dated(
  document: SourceDocument,
  known: StoredDocument | undefined,
  pending: ReadonlyMap<string, SourceDocument>,
  { known: stored, nowMs }: Pick<StoredSide, "known"> & { readonly nowMs: number },
): DatedDocument | null {
  if (known !== undefined) return withKnownTime(document, known);
  if (isDated(document)) return document;
  if (document.threadId === null) return { ...document, createdMs: nowMs };
  const root = pending.get(document.threadId);
  const createdMs = root?.createdMs ?? stored.get(document.threadId)?.createdMs;
  if (createdMs === undefined) return null;
  return {
    ...document,
    createdMs,
    place: document.place ?? root?.place ?? stored.get(document.threadId)?.place ?? null,
  };
}

function isDated(document: SourceDocument): document is DatedDocument {
  return document.createdMs !== null;
}

/** A document without a time keeps the time and the place under which it is stored. */
function withKnownTime(document: SourceDocument, { createdMs, place }: StoredDocument): DatedDocument {
  if (isDated(document)) return document;
  return { ...document, createdMs, place: document.place ?? place };
}

/** Null when nothing changed. Hints only accumulate: a feed lists a story once for each ticker. */
function changeOf(
  document: DatedDocument,
  stored: StoredDocument | undefined,
  { hintUse, nowMs }: { readonly hintUse: HintUse; readonly nowMs: number },
): ChangedDocument | null {
  const hints = isGone(document)
    ? noHints
    : joined(stored?.hints ?? noHints, hintUse === "none" ? noHints : document.hints);
  const fingerprint = contentHash(document, hints);
  if (stored?.contentHash === fingerprint) return null;
  // A delivery without a time keeps the time of the stored text; a deletion keeps its own, or none.
  const asOfMs = isGone(document) ? document.asOfMs : (document.asOfMs ?? stored?.asOfMs ?? null);
  return {
    document: asOfMs === document.asOfMs ? document : { ...document, asOfMs },
    hints,
    contentHash: fingerprint,
    firstSeenMs: stored?.firstSeenMs ?? nowMs,
    revision: (stored?.revision ?? 0) + 1,
    isNew: stored === undefined,
  };
}

const noHints: readonly string[] = [];

/** Both lists, sorted, each hint once. */
function joined(some: readonly string[], others: readonly string[]): readonly string[] {
  return some.length + others.length === 0 ? noHints : [...new Set([...some, ...others])].sort();
}

/** Hash of the delivered content; an equal hash means that a second delivery changed nothing. */
function contentHash(document: DatedDocument, hints: readonly string[]): string {
  const { createdMs, place, author, threadId, parentId, postId, commentId, title, body, url, reactions, excluded } =
    document;
  const content = [
    createdMs,
    place,
    author,
    threadId,
    parentId,
    postId,
    commentId,
    title,
    body,
    url,
    hints,
    reactions,
    excluded,
  ];
  return hash("sha256", JSON.stringify(content), "hex").slice(0, 32);
}

/** An empty document for one that was deleted before it was read, so that an older file does not bring it back. */
function unseenDocument({ documentId, asOfMs }: Removal, nowMs: number): SourceDocument {
  return {
    ...identityIn(documentId),
    createdMs: asOfMs ?? nowMs,
    asOfMs,
    place: null,
    author: null,
    threadId: null,
    parentId: null,
    postId: null,
    commentId: null,
    title: null,
    body: null,
    url: null,
    hints: [],
    reactions: noReactions,
    excluded: false,
  };
}

/** The document of a stored row. */
function documentOf(row: MentionRow): SourceDocument {
  const { upvotes, likes, retweets, replies, quotes, views } = row;
  return {
    ...identityIn(row.document_id),
    createdMs: row.created_utc,
    asOfMs: row.as_of_utc,
    place: row.place,
    author: row.author,
    threadId: row.thread_id === row.document_id ? null : row.thread_id,
    parentId: row.parent_id,
    postId: row.post_id,
    commentId: row.comment_id,
    title: row.title,
    body: row.body,
    url: row.url,
    hints: [],
    reactions: { upvotes, likes, retweets, replies, quotes, views },
    excluded: row.excluded,
  };
}

/** The threads from which pending documents take their time. */
export function neededThreads(pending: PendingDocuments): string[] {
  const threads = new Set<string>();
  for (const document of pending.documents.values()) {
    if (document.createdMs === null && document.threadId !== null) threads.add(document.threadId);
  }
  return [...threads];
}

/** Documents that counters or removals refer to, and stored ones to which an older state adds something. */
export function spokenOf(pending: PendingDocuments, known: StoredSide["known"]): string[] {
  const older = [...pending.documents].flatMap(([id, document]) => {
    const stored = known.get(id);
    return stored !== undefined && !supersedes(stateOf(document), stored) ? [id] : [];
  });
  return [...new Set([...pending.counters.keys(), ...pending.removals.keys(), ...older])];
}
