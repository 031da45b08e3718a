import type { Linker } from "../linking/link.js";
import type { NamespaceDefinition, TextNamespace } from "../namespaces/define.js";
import type { TextJudge } from "../sentiment/text-model.js";
import type { AwaitedReactionsChange } from "../storage/awaited-reactions.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { MentionBatch, MentionStore } from "../storage/mention-store.js";
import { awaitedChange, awaitedIds } from "./awaited-reactions.js";
import { type ChangedDocument, changesOf, neededThreads, spokenOf, type StoredSide } from "./changes.js";
import { connectorFor, type ConnectorContext, unreadColumnsOf } from "./connectors/connector.js";
import { deriveMentions } from "./derive-mentions.js";
import { documentId, isGone, type SourceDocument } from "./document.js";
import { type DraftDocument, judgedRows } from "./mention-rows.js";
import { PendingDocuments } from "./pending.js";
import { rawText } from "./raw-text.js";
import type { ExtractedRecord, RecordContent, RecordFault } from "./record.js";
import { readInBatches } from "./read-in-batches.js";
import { type IngestReport, RunLedger, type RunParts } from "./run-ledger.js";
import { RecordSettlement } from "./settle-records.js";
import { dayOf, type UtcDay } from "../time/utc-day.js";

/** What an ingest run is made of. Everything with state or I/O is passed in. */
export interface IngestParts extends RunParts {
  readonly namespace: TextNamespace;
  readonly context: Omit<ConnectorContext, "nowMs">;
  readonly records: AsyncIterable<ExtractedRecord>;
  readonly store: MentionStore;
  readonly linker: Linker;
  readonly textModel: TextJudge;
  /** Whether tickers that the feed attached count as evidence. */
  readonly useHints: boolean;
  /**
   * When the records were read at their source, ms since the epoch, where they come straight from it: the time of a text
   * that does not say itself when it was changed or read. Files do not tell.
   */
  readonly readAtMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Documents that are published together. */
  readonly batchDocuments?: number;
  /** Documents without a time that may wait for their thread at once; 50,000 when left out. */
  readonly waitingDocuments?: number;
}

const DEFAULT_BATCH_DOCUMENTS = 2_000;

/** Reposts whose original has not been read, kept until it is. */
const MAX_STRAY_REPOSTS = 100_000;
/** Documents without a time whose thread has not been read, kept until it is. */
const MAX_WAITING = 50_000;

/**
 * Reads, links and judges batch by batch, and publishes every few seconds. What is published is durable; a killed run is completed by the
 * next one over the same input, which passes over what is stored already. Bad records never stop the run. When the signal
 * fires, what has been judged by then is published.
 *
 * @throws MarketDataError from the store or the model. What was published stays.
 */
export async function ingest(parts: IngestParts): Promise<IngestReport> {
  const { namespace, store, signal } = parts;
  const ledger = new RunLedger(parts);
  const settlement = new RecordSettlement((outcome, records) => ledger.settle(outcome, records));
  const { counts } = ledger;
  const context: ConnectorContext = { ...parts.context, nowMs: ledger.startedAt.getTime() };
  let pending = new PendingDocuments();
  // Documents whose time is that of a thread which has not turned up yet, with what is said of them.
  let carried = new PendingDocuments();
  // Counters of documents that have not turned up yet.
  const strays = new PendingDocuments();

  const mostWaiting = parts.waitingDocuments ?? MAX_WAITING;

  /** Keeps aside documents that have no time, and counts what was said of them besides. */
  const giveUp = async (documents: PendingDocuments, message: string) => {
    for (const [id, records] of documents.waiting) {
      for (const { position, raw } of records)
        await ledger.keepAside({ position, reason: "unknown_thread", message, raw: raw() });
      // What else was said of it has nothing to hold on to either.
      const { counters = 0, removals = 0 } = documents.told.get(id) ?? {};
      ledger.settle("repostsOfUnknown", counters);
      ledger.settle("deletions", removals);
    }
  };

  const publish = async () => {
    const taken = carried;
    taken.addLater(pending);
    pending = new PendingDocuments();
    if (taken.size === 0) return;
    taken.addLater(strays.takeOut([...taken.documents.keys()]));
    const stored = await storedSideOf(taken, parts);
    const awaited = await store.awaited(namespace, awaitedIds(taken, stored));
    taken.addKept([...awaited.values()].filter(({ document_id: id }) => taken.documents.has(id)));
    const changes = changesOf(taken, stored, { useHints: parts.useHints, nowMs: parts.now().getTime() });
    const unknown = strayCounters(taken, stored);
    strays.addLater(taken.only(unknown));
    const { left, isPublished } = await storeChanges(changes.changed, stored, (left) =>
      awaitedChange(taken, awaited, { unknown, open: [...left, ...changes.waiting], today: dayOf(parts.now()) }),
    );
    carried = taken.only(changes.waiting);
    settlement.settle(taken, changes.outcomes, left, new Set([...changes.waiting, ...unknown]));
    // Those that have waited longest stand first.
    const overdue = changes.waiting.slice(0, Math.max(0, changes.waiting.length - mostWaiting));
    await giveUp(carried.takeOut(overdue), "It has no time of its own, and its thread did not come in time.");
    const surplus = [...strays.told.keys()].slice(0, Math.max(0, strays.told.size - MAX_STRAY_REPOSTS));
    ledger.settle("repostsOfUnknown", recordsIn(strays.takeOut(surplus)));
    ledger.taken(isPublished);
  };

  /** @returns Ids of the documents that could not be judged any more, and what `RunLedger.taken` asks for. */
  const storeChanges = async (
    changed: readonly ChangedDocument[],
    stored: StoredSide,
    awaitedBut: (left: ReadonlySet<string>) => AwaitedReactionsChange,
  ): Promise<{ left: ReadonlySet<string>; isPublished: boolean | null }> => {
    const commit = async (
      rows: readonly MentionRow[],
      replaced: MentionBatch["replaced"],
      left: ReadonlySet<string>,
    ) => {
      const awaited = awaitedBut(left);
      if (rows.length + awaited.rows.length + awaited.gone.length === 0) return { left, isPublished: null };
      return { left, isPublished: await store.commit({ namespace, rows, replaced, awaited }, ledger.running()) };
    };
    if (changed.length === 0) return commit([], new Map(), new Set());
    const drafts = await deriveMentions(changed, parts);
    const before = counts.judged;
    const { rows, unjudged } = await judgedRows(drafts, parts.textModel, {
      signal,
      onJudged: (judged, questions) => {
        counts.judged = before + judged;
        ledger.progress(judged / questions);
      },
    });
    const left = leftWith(unjudged, changed);
    const finished = drafts.filter(({ columns }) => !left.has(columns.document_id));
    if (finished.length === 0) return commit([], new Map(), left);
    const kept = rows.filter(({ document_id }) => !left.has(document_id));
    counts.unlinked += kept.filter((row) => row.subject === null && !isGone(row)).length;
    counts.mentions += kept.filter(({ subject }) => subject !== null).length;
    return commit(kept, replacedBy(finished, changed, stored), left);
  };

  const outcome = await readInBatches(parts, ledger, {
    batchSize: parts.batchDocuments ?? DEFAULT_BATCH_DOCUMENTS,
    pendingSize: () => pending.size,
    take: ({ record, position, raw }) => {
      const connector = connectorFor(namespace.connectors, record);
      if (connector === undefined) return { pending: 0, faults: [readsNothing(namespace)] };
      const said = connector.normalize(record, context);
      if ("fault" in said) return { pending: 0, faults: [said] };
      const content = readAt(said, parts.readAtMs ?? null);
      ledger.columns.add(record, unreadColumnsOf(connector, record, context.columnMap));
      pending.add(content, position, () => raw ?? rawText(record));
      const { documents, counters = [], removals = [], faults = [] } = content;
      for (const document of documents) noteTraits(document, namespace, ledger);
      return { ...content, faults, pending: documents.length + counters.length + removals.length };
    },
    publish,
    flush: () => store.publish(namespace, ledger.running()),
    close: (ended) => {
      const { today, context: at } = ledger.finished(ended);
      return store.freeze(namespace, today, at);
    },
    leftOver: async (stopped) => {
      if (stopped) {
        ledger.settle("left", recordsIn(carried) + recordsIn(strays));
        return;
      }
      ledger.settle("repostsOfUnknown", recordsIn(strays));
      await giveUp(carried, "It has no time of its own, and its thread is not known.");
    },
  });
  return ledger.report(outcome, store.snapshot.version);
}

/** The stored documents among those of a batch, each with the day that it is stored under. */
function replacedBy(
  finished: readonly DraftDocument[],
  changed: readonly ChangedDocument[],
  { known }: StoredSide,
): Map<string, UtcDay> {
  const own = new Map(changed.map((change) => [documentId(change.document), change]));
  const replaced = new Map<string, UtcDay>();
  for (const { columns } of finished) {
    const { document_id: id, day } = columns;
    const stored = known.get(id);
    // A document that did not come with the batch is one of the stored comments of a thread.
    if (!own.has(id)) replaced.set(id, day);
    else if (stored !== undefined) replaced.set(id, dayOf(new Date(stored.createdMs)));
  }
  return replaced;
}

/** Documents that only counters speak of and that are not stored: the original of a repost may still come. */
function strayCounters(taken: PendingDocuments, { known }: StoredSide): string[] {
  return [...taken.counters.keys()].filter(
    (id) => !taken.documents.has(id) && !taken.removals.has(id) && !known.has(id),
  );
}

function readAt<Content extends RecordContent>(content: Content, readAtMs: number | null): Content {
  if (readAtMs === null) return content;
  return {
    ...content,
    documents: content.documents.map((document) => ({ ...document, asOfMs: document.asOfMs ?? readAtMs })),
  };
}

function recordsIn({ told }: PendingDocuments): number {
  return [...told.values()].reduce(
    (sum, { documents, counters, removals }) => sum + documents + counters + removals,
    0,
  );
}

/**
 * Documents that are not stored with those that were judged. The first post of a thread waits for the stored comments that
 * it gives other assets: stored without them, it would leave them as they were for good.
 */
function leftWith(unjudged: readonly DraftDocument[], changed: readonly ChangedDocument[]): ReadonlySet<string> {
  const own = new Set(changed.map(({ document }) => documentId(document)));
  return new Set(
    unjudged.flatMap(({ columns }) =>
      own.has(columns.document_id) ? [columns.document_id] : [columns.document_id, columns.thread_id],
    ),
  );
}

/** Counts what is remarkable of a document that is stored. */
function noteTraits(document: SourceDocument, { voice }: TextNamespace, { counts }: RunLedger): void {
  if (voice === "author" && document.author === null) counts.authorless += 1;
  if (isGone(document)) counts.textless += 1;
  if (document.excluded) counts.robots += 1;
}

function readsNothing({ title }: NamespaceDefinition): RecordFault {
  return { fault: "malformed_record", message: `${title} reads no records.` };
}

/** What is stored of everything that the pending documents depend on. */
async function storedSideOf(pending: PendingDocuments, { namespace, store }: IngestParts): Promise<StoredSide> {
  const known = await store.documents(namespace, [...pending.ids(), ...neededThreads(pending)]);
  const rows = new Map<string, MentionRow[]>();
  for (const row of await store.rows(
    namespace,
    spokenOf(pending, known).filter((id) => known.has(id)),
  )) {
    rows.set(row.document_id, [row]);
  }
  return { known, rows };
}
