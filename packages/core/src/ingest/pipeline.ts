import type { Linker } from "../linking/link.js";
import type { TextModel } from "../sentiment/text-model.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { MentionStore } from "../storage/mention-store.js";
import { changesOf, neededThreads, spokenOfOnly, type StoredSide } from "./changes.js";
import { connectorFor, type ConnectorContext } from "./connectors/connector.js";
import { deriveMentions } from "./derive-mentions.js";
import { judgedRows } from "./mention-rows.js";
import { PendingDocuments } from "./pending.js";
import { rawText } from "./raw-text.js";
import type { ExtractedRecord, NormalisedRecord } from "./record.js";
import { readInBatches } from "./read-in-batches.js";
import { type IngestReport, RunLedger, type RunParts } from "./run-ledger.js";

/** What an ingest run is made of. Everything with state or I/O is passed in. */
export interface IngestParts extends RunParts {
  readonly context: Omit<ConnectorContext, "nowMs">;
  readonly records: AsyncIterable<ExtractedRecord>;
  readonly store: MentionStore;
  readonly linker: Linker;
  readonly textModel: TextModel;
  /** Whether tickers that the feed attached count as evidence. */
  readonly useHints: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Documents that are published together. */
  readonly batchDocuments?: number;
}

const DEFAULT_BATCH_DOCUMENTS = 2_000;

/**
 * Reads, links, judges and publishes, batch by batch. A published batch is durable; a killed run is completed by the
 * next one over the same input, which passes over what is stored already. Bad records never stop the run.
 *
 * @throws MarketDataError from the store or the model; rethrows `signal.reason` when aborted. What was published stays.
 */
export async function ingest(parts: IngestParts): Promise<IngestReport> {
  const { namespace, store, signal } = parts;
  const ledger = new RunLedger(parts);
  const { counts } = ledger;
  const context: ConnectorContext = { ...parts.context, nowMs: ledger.startedAt.getTime() };
  let pending = new PendingDocuments();
  // Documents whose time is that of a thread which has not turned up yet, with what is said of them.
  let carried = new PendingDocuments();

  const publish = async () => {
    const taken = carried;
    taken.addLater(pending);
    pending = new PendingDocuments();
    if (taken.size === 0) return;
    const options = { useHints: parts.useHints, nowMs: parts.now().getTime() };
    const changes = changesOf(taken, await storedSideOf(taken, parts), options);
    const { changed } = changes;
    carried = taken.only(changes.waiting);
    counts.unchanged += changes.unchanged;
    if (changed.length === 0) return;
    const drafts = await deriveMentions(changed, parts);
    const rows = await judgedRows(drafts, parts.textModel, signal);
    counts.new += changed.filter(({ isNew }) => isNew).length;
    counts.updated += changed.filter(({ isNew }) => !isNew).length;
    counts.unlinked += rows.filter(({ subject }) => subject === null).length;
    counts.mentions += rows.filter(({ subject }) => subject !== null).length;
    counts.batches += 1;
    const batch = { namespace, documentIds: drafts.map(({ columns }) => columns.document_id), rows };
    await store.commit(batch, ledger.running());
    ledger.progress(true);
  };

  await readInBatches(parts, ledger, {
    batchSize: parts.batchDocuments ?? DEFAULT_BATCH_DOCUMENTS,
    pendingSize: () => pending.size,
    take: ({ record, position, raw }) => {
      const content = contentOf(record, parts, context);
      if ("fault" in content) return { faults: [content], isUsable: false };
      pending.add(content, position, () => raw ?? rawText(record));
      return { faults: content.faults ?? [], isUsable: true };
    },
    publish,
    close: (outcome) => {
      const { today, context: at } = ledger.finished(outcome);
      return store.freeze(namespace, today, at);
    },
    leftOver: async () => {
      for (const { position, raw } of carried.waiting.values()) {
        const message = "It has no time of its own, and its thread is not known.";
        await ledger.keepAside({ position, reason: "unknown_thread", message, raw });
      }
    },
  });
  return ledger.report(store.snapshot.version);
}

/** What is stored of everything that the pending documents depend on. */
async function storedSideOf(pending: PendingDocuments, { namespace, store }: IngestParts): Promise<StoredSide> {
  const known = await store.documents(namespace, [...pending.ids(), ...neededThreads(pending)]);
  const rows = new Map<string, MentionRow[]>();
  for (const row of await store.rows(
    namespace,
    spokenOfOnly(pending).filter((id) => known.has(id)),
  )) {
    rows.set(row.document_id, [row]);
  }
  return { known, rows };
}

/** A record of an extracted one; a page tells of several documents. */
function contentOf(
  record: Readonly<Record<string, unknown>>,
  parts: IngestParts,
  context: ConnectorContext,
): NormalisedRecord {
  const connector = connectorFor(parts.namespace.connectors, record);
  if (connector === undefined)
    return { fault: "malformed_record", message: `${parts.namespace.title} reads no records.` };
  return connector.normalize(record, context);
}
