import type { Reactions } from "../ingest/document.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { AssetDirectory } from "../subjects/directory.js";
import type { UtcDay } from "../time/utc-day.js";
import type { AwaitedReactionsChange, AwaitedReactionsRow } from "./awaited-reactions.js";
import type { MentionRow } from "./mention-row.js";
import type { IngestRun, Snapshot } from "./snapshot.js";
import type { SourceProgress } from "./source-progress.js";
import type { SourceStateRow } from "./source-tables.js";

/** What is stored of a document, as far as ingest needs it to tell new from changed from unchanged. */
export interface StoredDocument {
  readonly documentId: string;
  readonly contentHash: string;
  readonly hints: readonly string[];
  /** Milliseconds since the epoch, as the other times. */
  readonly firstSeenMs: number;
  readonly createdMs: number;
  readonly asOfMs: number | null;
  readonly place: string | null;
  readonly author: string | null;
  readonly title: string | null;
  readonly body: string | null;
  readonly url: string | null;
  readonly reactions: Reactions;
  readonly revision: number;
}

/** Rows of whole documents: all rows of a document that is stored already are replaced by those given here. */
export interface MentionBatch {
  readonly namespace: NamespaceDefinition;
  readonly rows: readonly MentionRow[];
  /** Those of the documents that are stored, each with the day that it is stored under. */
  readonly replaced: ReadonlyMap<string, UtcDay>;
  /** What reposts told of documents that have not come yet. */
  readonly awaited?: AwaitedReactionsChange;
}

/** What travels with every publication. */
export interface CommitContext {
  /** Time of the publication. */
  readonly now: Date;
  readonly directory: AssetDirectory;
  readonly run?: IngestRun;
  /** What is read of past days is history that is being filled in: the run closes no day. */
  readonly history?: boolean | undefined;
  /** Live sources whose rows are complete with this publication: their cursors become visible in the same moment. */
  readonly sources?: readonly SourceProgress[];
}

/** Writes a data directory. One process at a time; readers are never disturbed. */
export interface MentionStore {
  /** The newest published state. */
  readonly snapshot: Snapshot;
  /** Those of the documents that are stored. */
  documents(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<Map<string, StoredDocument>>;
  /** All rows of the documents, by document and asset. */
  rows(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<MentionRow[]>;
  /** All rows of what stands under the threads, their first posts left out; by document and asset. */
  replies(namespace: NamespaceDefinition, threadIds: readonly string[]): Promise<MentionRow[]>;
  /** What reposts have told of those of the documents that are not stored, by id. */
  awaited(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<Map<string, AwaitedReactionsRow>>;
  /** Days that were loaded as history and are open: their references are not final. In order. */
  openHistory(namespace: NamespaceDefinition): Promise<UtcDay[]>;
  /** How far the live sources of the namespace have come. */
  sources(namespace: NamespaceDefinition): Promise<SourceStateRow[]>;
  /**
   * Takes the batch, and publishes it with everything derived from it when the last publication is long enough ago.
   * Later reads see it in either case.
   *
   * @returns Whether everything taken so far is published, and so durable.
   */
  commit(batch: MentionBatch, context: CommitContext): Promise<boolean>;
  /** Publishes what was taken and everything derived from it as one new state. Durable when the promise resolves. */
  publish(namespace: NamespaceDefinition, context: CommitContext): Promise<Snapshot>;
  /**
   * Publishes, and closes the days before `today`: computes what they are measured against from the days before them, in
   * order, and keeps it from then on. Days that are closed already stay as they are, and so do those that were loaded as
   * history: they stay open.
   */
  freeze(namespace: NamespaceDefinition, today: UtcDay, context: CommitContext): Promise<Snapshot>;
  close(): Promise<void>;
}
