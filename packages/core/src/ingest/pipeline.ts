import type { HintUse } from "./hint-use.js";
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

/** Parts of an ingest run. Everything with state or I/O is passed in. */
export interface IngestParts extends RunParts {
  readonly namespace: TextNamespace;
  readonly context: Omit<ConnectorContext, "nowMs">;
  readonly records: AsyncIterable<ExtractedRecord>;
  readonly store: MentionStore;
  readonly linker: Linker;
  readonly textModel: TextJudge;
  /** How the tickers that the source attached are used. */
  readonly hintUse: HintUse;
  /**
   * For records straight from their source: when they were read, ms since the epoch. It dates texts that do not say
   * when they were changed or read. Left out for files.
   */
  readonly readAtMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Documents that are published together. */
  readonly batchDocuments?: number;
  /** Most documents without a time that may wait for their thread; 50,000 when left out. */
  readonly waitingDocuments?: number;
}

const DEFAULT_BATCH_DOCUMENTS = 2_000;

/** Most reposts kept in memory until their original is read. */
const MAX_STRAY_REPOSTS = 100_000;
/** Default for `waitingDocuments`. */
const MAX_WAITING = 50_000;

/**
 * Reads, links and judges in batches and publishes every few seconds. Published rows are durable. After a kill, the
 * next run over the same input skips what is stored and adds the rest. Bad records never stop the run. When the signal
 * fires, everything judged by then is published.
 *
 * @throws MarketDataError from the store or the model. Published rows stay.
 */
export async function ingest(parts: IngestParts): Promise<IngestReport> {
  const { namespace, store, signal } = parts;
  const ledger = new RunLedger(parts);
  const settlement = new RecordSettlement((outcome, records) => ledger.settle(outcome, records));
  const { counts } = ledger;
  const context: ConnectorContext = { ...parts.context, nowMs: ledger.startedAt.getTime() };
  let pending = new PendingDocuments();
  // Documents that take their time from a thread not read yet, with everything known about them.
  let carried = new PendingDocuments();
  // Counters of documents that have not been read yet.
  const strays = new PendingDocuments();

  const mostWaiting = parts.waitingDocuments ?? MAX_WAITING;

  /** Rejects documents without a time, and counts the other records about them. */
  const giveUp = async (documents: PendingDocuments, message: string) => {
    for (const [id, records] of documents.waiting) {
      for (const { position, raw } of records)
        await ledger.keepAside({ position, reason: "unknown_thread", message, raw: raw() });
      // Counters and removals of a rejected document have nothing to apply to.
      const { counters = 0, removals = 0 } = documents.told.get(id) ?? {};
      ledger.settle("repostsOfUnknown", counters);
      ledger.settle("deletions", removals);
    }
  };

  const publish = async () => {
    if (carried.isEmpty) carried = pending;
    else carried.addLater(pending);
    const taken = carried;
    pending = new PendingDocuments();
    if (taken.size === 0) return;
    taken.addLater(strays.takeOut([...taken.documents.keys()]));
    const stored = await storedSideOf(taken, parts);
    const awaited = await store.awaited(namespace, awaitedIds(taken, stored));
    taken.addKept([...awaited.values()].filter(({ document_id: id }) => taken.documents.has(id)));
    const changes = changesOf(taken, stored, { hintUse: parts.hintUse, nowMs: parts.now().getTime() });
    const unknown = strayCounters(taken, stored);
    strays.addLater(taken.only(unknown));
    const { left, isPublished } = await storeChanges(changes.changed, stored, (left) =>
      awaitedChange(taken, awaited, { unknown, open: [...left, ...changes.waiting], today: dayOf(parts.now()) }),
    );
    carried = taken.only(changes.waiting);
    settlement.settle(taken, changes.outcomes, left, new Set([...changes.waiting, ...unknown]));
    // The list is sorted by waiting time, longest first.
    const overdue = changes.waiting.slice(0, Math.max(0, changes.waiting.length - mostWaiting));
    await giveUp(carried.takeOut(overdue), "It has no time of its own, and its thread did not come in time.");
    const surplus = [...strays.told.keys()].slice(0, Math.max(0, strays.told.size - MAX_STRAY_REPOSTS));
    ledger.settle("repostsOfUnknown", recordsIn(strays.takeOut(surplus)));
    ledger.taken(isPublished);
  };

  /**
   * @returns Ids of the documents that were not judged because the run was stopped, and the argument for
   * `RunLedger.taken`.
   */
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
    const isWhole = left.size === 0;
    const finished = isWhole ? drafts : drafts.filter(({ columns }) => !left.has(columns.document_id));
    if (finished.length === 0) return commit([], new Map(), left);
    const kept = isWhole ? rows : rows.filter(({ document_id }) => !left.has(document_id));
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

/** Documents of a batch that are already stored, each with its stored day. */
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
    // Documents that are not in the batch are stored comments of a changed thread.
    if (!own.has(id)) replaced.set(id, day);
    else if (stored !== undefined) replaced.set(id, dayOf(new Date(stored.createdMs)));
  }
  return replaced;
}

/** Documents known only from counters and not stored: the original of a repost may still come. */
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
 * Documents to leave out of this publication. The first post of a thread waits for stored comments that get other
 * assets from it: if it were stored without them, they would never be updated.
 */
function leftWith(unjudged: readonly DraftDocument[], changed: readonly ChangedDocument[]): ReadonlySet<string> {
  if (unjudged.length === 0) return new Set();
  const own = new Set(changed.map(({ document }) => documentId(document)));
  return new Set(
    unjudged.flatMap(({ columns }) =>
      own.has(columns.document_id) ? [columns.document_id] : [columns.document_id, columns.thread_id],
    ),
  );
}

/** Counts the traits of a stored document. */
function noteTraits(document: SourceDocument, { voice }: TextNamespace, { counts }: RunLedger): void {
  if (voice === "author" && document.author === null) counts.authorless += 1;
  if (isGone(document)) counts.textless += 1;
  if (document.excluded) counts.robots += 1;
}

function readsNothing({ title }: NamespaceDefinition): RecordFault {
  return { fault: "malformed_record", message: `${title} cannot read records.` };
}

/** The stored state of everything that the pending documents depend on. */
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
