import type { AwaitedReactionsRow } from "../storage/awaited-reactions.js";
import {
  documentId,
  isRemovedBy,
  mergeReactions,
  type Reactions,
  type SourceDocument,
  stateOf,
  supersedes,
} from "./document.js";
import type { RecordContent, RecordPosition, Removal } from "./record.js";

/** A record of a document without a time; its thread may turn up later. */
export interface WaitingRecord {
  readonly position: RecordPosition;
  /** The record as text. Built only for rejects, because a post may hold thousands of such comments. */
  readonly raw: () => string;
}

/** Number of records about a document, by what they carry. */
export interface Tellings {
  readonly documents: number;
  readonly counters: number;
  readonly removals: number;
}

const untold: Tellings = { documents: 0, counters: 0, removals: 0 };
const oneDocument: Tellings = { ...untold, documents: 1 };

/** Documents read but not stored yet, one entry each. The newest state counts, whatever order the records arrive in. */
export class PendingDocuments {
  readonly documents = new Map<string, SourceDocument>();
  readonly counters = new Map<string, Reactions>();
  readonly removals = new Map<string, Removal>();
  /** All records of a document without a time; each is rejected if the thread never arrives. */
  readonly waiting = new Map<string, readonly WaitingRecord[]>();
  readonly told = new Map<string, Tellings>();

  /** Number of entries. */
  get size(): number {
    return this.documents.size + this.counters.size + this.removals.size;
  }

  /** Whether nothing at all is known. */
  get isEmpty(): boolean {
    return this.size + this.waiting.size + this.told.size === 0;
  }

  /** Ids of all documents mentioned so far. */
  ids(): string[] {
    if (this.counters.size + this.removals.size === 0) return [...this.documents.keys()];
    return [...new Set([...this.documents.keys(), ...this.counters.keys(), ...this.removals.keys()])];
  }

  /** Adds the content of a record. */
  add(content: RecordContent, position: RecordPosition, raw: () => string): void {
    for (const document of content.documents) {
      const id = documentId(document);
      this.#addDocument(id, document);
      this.#addTellings(id, oneDocument);
      if (document.createdMs === null) this.#addWaiting(id, [{ position, raw }]);
    }
    for (const { documentId: id, reactions } of content.counters ?? []) {
      this.#addCounters(id, reactions);
      this.#addTellings(id, { ...untold, counters: 1 });
    }
    for (const removal of content.removals ?? []) {
      this.#addRemoval(removal);
      this.#addTellings(removal.documentId, { ...untold, removals: 1 });
    }
  }

  /** Adds counters that earlier runs kept for documents that arrived now. They do not count as records of this run. */
  addKept(kept: readonly AwaitedReactionsRow[]): void {
    for (const { document_id: id, upvotes, likes, retweets, replies, quotes, views } of kept)
      this.#addCounters(id, { upvotes, likes, retweets, replies, quotes, views });
  }

  /** Adds everything from a later part of the input. */
  addLater(later: PendingDocuments): void {
    for (const [id, document] of later.documents) this.#addDocument(id, document);
    for (const [id, reactions] of later.counters) this.#addCounters(id, reactions);
    for (const removal of later.removals.values()) this.#addRemoval(removal);
    for (const [id, records] of later.waiting) this.#addWaiting(id, records);
    for (const [id, tellings] of later.told) this.#addTellings(id, tellings);
  }

  /** Everything known about the given documents. */
  only(ids: Iterable<string>): PendingDocuments {
    const some = new PendingDocuments();
    for (const id of ids) {
      for (const name of ["documents", "counters", "removals", "waiting", "told"] as const) {
        const entry = this[name].get(id);
        if (entry !== undefined) (some[name] as Map<string, typeof entry>).set(id, entry);
      }
    }
    return some;
  }

  /** Like {@link only}, and removes it here. */
  takeOut(ids: readonly string[]): PendingDocuments {
    const taken = this.only(ids);
    for (const id of ids) {
      for (const entries of [this.documents, this.counters, this.removals, this.waiting, this.told]) entries.delete(id);
    }
    return taken;
  }

  #addDocument(id: string, document: SourceDocument): void {
    this.documents.set(id, mergeDocuments(this.documents.get(id), document));
  }

  #addWaiting(id: string, records: readonly WaitingRecord[]): void {
    this.waiting.set(id, [...(this.waiting.get(id) ?? []), ...records]);
  }

  #addTellings(id: string, more: Tellings): void {
    const known = this.told.get(id);
    if (known === undefined) {
      this.told.set(id, more);
      return;
    }
    const { documents, counters, removals } = known;
    this.told.set(id, {
      documents: documents + more.documents,
      counters: counters + more.counters,
      removals: removals + more.removals,
    });
  }

  #addCounters(id: string, reactions: Reactions): void {
    const earlier = this.counters.get(id);
    // A repost does not say when the counters of its original were read.
    const asOfMs = null;
    const merged =
      earlier === undefined ? reactions : mergeReactions({ reactions: earlier, asOfMs }, { reactions, asOfMs });
    this.counters.set(id, merged);
  }

  #addRemoval(removal: Removal): void {
    const earlier = this.removals.get(removal.documentId);
    if (earlier === undefined || isRemovedBy(earlier, removal)) this.removals.set(removal.documentId, removal);
  }
}

/** Merges two records of one document: the newer state, with the hints of both. */
function mergeDocuments(earlier: SourceDocument | undefined, document: SourceDocument): SourceDocument {
  if (earlier === undefined) return document;
  const [older, newer] = supersedes(stateOf(document), stateOf(earlier)) ? [earlier, document] : [document, earlier];
  return {
    ...newer,
    createdMs: newer.createdMs ?? older.createdMs,
    hints: [...new Set([...older.hints, ...newer.hints])],
    reactions: mergeReactions(older, newer),
  };
}

/** The document after its deletion: author, place and time stay, the words go. */
export function removedDocument(document: SourceDocument, { asOfMs }: Pick<Removal, "asOfMs">): SourceDocument {
  return {
    ...document,
    asOfMs,
    author: null,
    title: null,
    body: null,
    url: null,
    hints: [],
  };
}
