import type { Reactions } from "../ingest/document.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { AssetDirectory } from "../subjects/directory.js";
import type { UtcDay } from "../time/utc-day.js";
import type { AwaitedReactionsChange, AwaitedReactionsRow } from "./awaited-reactions.js";
import type { MentionRow } from "./mention-row.js";
import type { IngestRun, Snapshot } from "./snapshot.js";
import type { SourceProgress } from "./source-progress.js";
import type { SourceStateRow } from "./source-tables.js";

/** The stored state of a document that ingest needs to tell new, changed and unchanged deliveries apart. */
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

/** Rows of whole documents. They replace all stored rows of the same documents. */
export interface MentionBatch {
  readonly namespace: NamespaceDefinition;
  readonly rows: readonly MentionRow[];
  /** The documents that are already stored, each with its stored day. */
  readonly replaced: ReadonlyMap<string, UtcDay>;
  /** Reactions that reposts reported for documents not read yet. */
  readonly awaited?: AwaitedReactionsChange;
}

/** Facts that accompany every publication. */
export interface CommitContext {
  /** Time of the publication. */
  readonly now: Date;
  readonly directory: AssetDirectory;
  readonly run?: IngestRun;
  /** True while history is being loaded: the run closes no day. */
  readonly history?: boolean | undefined;
  /**
   * Live sources whose rows are complete with this publication. Their cursors become visible together with the rows.
   */
  readonly sources?: readonly SourceProgress[];
}

/** Writes a data directory. One process at a time; readers are not blocked. */
export interface MentionStore {
  /** The newest published state. */
  readonly snapshot: Snapshot;
  /** The given documents that are stored, by id. */
  documents(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<Map<string, StoredDocument>>;
  /** All rows of the documents, by document and asset. */
  rows(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<MentionRow[]>;
  /** All rows of the replies in the threads, without the first posts; by document and asset. */
  replies(namespace: NamespaceDefinition, threadIds: readonly string[]): Promise<MentionRow[]>;
  /** Reactions that reposts reported for the given documents that are not stored, by id. */
  awaited(namespace: NamespaceDefinition, documentIds: readonly string[]): Promise<Map<string, AwaitedReactionsRow>>;
  /** Open days that were loaded as history: their references are not final. In order. */
  openHistory(namespace: NamespaceDefinition): Promise<UtcDay[]>;
  /** States of the namespace's live sources. */
  sources(namespace: NamespaceDefinition): Promise<SourceStateRow[]>;
  /**
   * Takes the batch. When the last publication is long enough ago, publishes it together with everything derived from
   * it. Later reads see it in either case.
   *
   * @returns Whether everything taken so far is published, and so durable.
   */
  commit(batch: MentionBatch, context: CommitContext): Promise<boolean>;
  /**
   * Publishes everything taken, and everything derived from it, as one new state. Durable when the promise resolves.
   */
  publish(namespace: NamespaceDefinition, context: CommitContext): Promise<Snapshot>;
  /**
   * Publishes and closes the days before `today`, in order: computes their references from earlier days and freezes
   * them. Days that are closed already do not change. Days that were loaded as history stay open.
   */
  freeze(namespace: NamespaceDefinition, today: UtcDay, context: CommitContext): Promise<Snapshot>;
  close(): Promise<void>;
}
