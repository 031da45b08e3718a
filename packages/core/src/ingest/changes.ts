import { hash } from "node:crypto";
import type { MentionRow } from "../storage/mention-row.js";
import type { StoredDocument } from "../storage/mention-store.js";
import {
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

/** A document that has to be stored, because it is new or not as it was. */
export interface ChangedDocument {
  readonly document: DatedDocument;
  /** Hints of every delivery so far, sorted. */
  readonly hints: readonly string[];
  readonly contentHash: string;
  readonly firstSeenMs: number;
  readonly revision: number;
  readonly isNew: boolean;
}

/** What comes of the pending documents against what is stored. */
export interface Changes {
  readonly changed: readonly ChangedDocument[];
  /** What becomes of each delivered document that is dated, by id. */
  readonly outcomes: ReadonlyMap<string, "new" | "updated" | "unchanged" | "outdated">;
  /** Ids of documents that have no time yet: their thread is not known. */
  readonly waiting: readonly string[];
}

/** The stored side of {@link changesOf}. */
export interface StoredSide {
  /** Pending documents, and the threads of those without a time, as far as they are stored. */
  readonly known: ReadonlyMap<string, StoredDocument>;
  /** Rows of the stored documents that counters or removals speak of. */
  readonly rows: ReadonlyMap<string, readonly MentionRow[]>;
}

/** Tells new and changed documents from unchanged ones. Pure. */
export function changesOf(
  pending: PendingDocuments,
  stored: StoredSide,
  options: { readonly useHints: boolean; readonly nowMs: number },
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
    const isOld = known !== undefined && !supersedes(stateOf(said), known);
    // An older state changes nothing but what adds up; what counters and deletions say of the stored one holds all the same.
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

/** The stored document with what an older state of it adds: hints, and higher counts. Nothing is added to a deleted one. */
function withOlder(stored: SourceDocument, older: SourceDocument): SourceDocument {
  if (isGone(stored)) return stored;
  return { ...stored, hints: older.hints, reactions: mergeReactions(older, stored) };
}

/** Counters seen elsewhere and deletions, laid over the document. */
function withUpdates(
  id: string,
  document: SourceDocument,
  known: StoredDocument | undefined,
  { counters, removals }: PendingDocuments,
): SourceDocument {
  const seen = counters.get(id);
  let { reactions } = document;
  if (known !== undefined) reactions = mergeReactions(known, document);
  if (seen !== undefined) {
    const asOfMs = null;
    const merged = mergeReactions({ reactions, asOfMs }, { reactions: seen, asOfMs });
    reactions = { ...merged, upvotes: reactions.upvotes ?? seen.upvotes };
  }
  const removal = removals.get(id);
  const counted = { ...document, reactions };
  return removal !== undefined && isRemovedBy(document, removal) ? removedDocument(counted, removal) : counted;
}

/**
 * Time and place of a document that has none are those of its thread; null while the thread is not known. One that belongs
 * to no thread is dated by its first sight.
 */
function dated(
  document: SourceDocument,
  known: StoredDocument | undefined,
  pending: ReadonlyMap<string, SourceDocument>,
  { known: stored, nowMs }: Pick<StoredSide, "known"> & { readonly nowMs: number },
): DatedDocument | null {
  if (document.createdMs !== null) return { ...document, createdMs: document.createdMs };
  if (known !== undefined) return { ...document, createdMs: known.createdMs, place: document.place ?? known.place };
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

/** Null when nothing changed. Hints only ever add up: a feed lists a story once for each ticker. */
function changeOf(
  document: DatedDocument,
  stored: StoredDocument | undefined,
  { useHints, nowMs }: { readonly useHints: boolean; readonly nowMs: number },
): ChangedDocument | null {
  const hints = isGone(document)
    ? []
    : [...new Set([...(stored?.hints ?? []), ...(useHints ? document.hints : [])])].sort();
  const fingerprint = contentHash(document, hints);
  if (stored?.contentHash === fingerprint) return null;
  return {
    // What is added to a text without a time leaves it the time of the stored one; a deletion has its own, or none.
    document: { ...document, asOfMs: isGone(document) ? document.asOfMs : (document.asOfMs ?? stored?.asOfMs ?? null) },
    hints,
    contentHash: fingerprint,
    firstSeenMs: stored?.firstSeenMs ?? nowMs,
    revision: (stored?.revision ?? 0) + 1,
    isNew: stored === undefined,
  };
}

/** What is delivered, as one fingerprint: an equal one means that a second delivery changed nothing. */
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

/** What is kept of a document that was deleted before it was ever read, so that an older file does not bring it back. */
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

function identityIn(documentId: string): Pick<SourceDocument, "origin" | "nativeId"> {
  const at = documentId.indexOf(":");
  return { origin: documentId.slice(0, at), nativeId: documentId.slice(at + 1) };
}

/** The document behind a stored row. */
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

/** Threads whose time the pending documents without one need. */
export function neededThreads(pending: PendingDocuments): string[] {
  const threads = new Set<string>();
  for (const document of pending.documents.values()) {
    if (document.createdMs === null && document.threadId !== null) threads.add(document.threadId);
  }
  return [...threads];
}

/** Documents that counters or removals speak of, and stored ones that an older state adds something to. */
export function spokenOf(pending: PendingDocuments, known: StoredSide["known"]): string[] {
  const older = [...pending.documents].flatMap(([id, document]) => {
    const stored = known.get(id);
    return stored !== undefined && !supersedes(stateOf(document), stored) ? [id] : [];
  });
  return [...new Set([...pending.counters.keys(), ...pending.removals.keys(), ...older])];
}
