import { documentId, isOutdated, mergeReactions, type Reactions, type SourceDocument } from "./document.js";
import type { RecordContent, RecordPosition, Removal } from "./record.js";

/** A document without a time of its own, with the record that it came from: its thread may turn up later. */
export interface WaitingDocument {
  readonly document: SourceDocument;
  readonly position: RecordPosition;
  readonly raw: string;
}

/**
 * What has been read and is not stored yet, one entry a document. The newest state of a document counts, whatever the
 * order in which its records come.
 */
export class PendingDocuments {
  readonly documents = new Map<string, SourceDocument>();
  readonly counters = new Map<string, Reactions>();
  readonly removals = new Map<string, Removal>();
  readonly waiting = new Map<string, WaitingDocument>();

  /** Entries so far. */
  get size(): number {
    return this.documents.size + this.counters.size + this.removals.size;
  }

  /** Every document that is spoken of. */
  ids(): string[] {
    return [...new Set([...this.documents.keys(), ...this.counters.keys(), ...this.removals.keys()])];
  }

  /** Takes what a record tells. */
  add(content: RecordContent, position: RecordPosition, raw: () => string): void {
    for (const document of content.documents) {
      const id = documentId(document);
      this.documents.set(id, mergeDocuments(this.documents.get(id), document));
      if (document.createdMs === null) this.waiting.set(id, { document, position, raw: raw() });
    }
    for (const { documentId: id, reactions } of content.counters ?? []) {
      const earlier = this.counters.get(id);
      this.counters.set(id, earlier === undefined ? reactions : mergeReactions(earlier, reactions));
    }
    for (const removal of content.removals ?? []) {
      const earlier = this.removals.get(removal.documentId);
      if (earlier === undefined || !isOutdated(removal, earlier)) this.removals.set(removal.documentId, removal);
    }
  }
}

/** Two records of one document: the newer state counts, with the hints of both. */
function mergeDocuments(earlier: SourceDocument | undefined, document: SourceDocument): SourceDocument {
  if (earlier === undefined) return document;
  const [older, newer] = isOutdated(document, earlier) ? [document, earlier] : [earlier, document];
  return {
    ...newer,
    createdMs: newer.createdMs ?? older.createdMs,
    hints: [...new Set([...older.hints, ...newer.hints])],
    reactions: mergeReactions(older.reactions, newer.reactions),
  };
}

/** The document after its deletion: who, where and when stay, what was said goes. */
export function removedDocument(document: SourceDocument, { asOfMs }: Pick<Removal, "asOfMs">): SourceDocument {
  return {
    ...document,
    asOfMs: asOfMs ?? document.asOfMs,
    author: null,
    title: null,
    body: null,
    url: null,
    hints: [],
  };
}
