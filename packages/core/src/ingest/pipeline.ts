import { MarketDataError } from "../errors.js";
import type { Linker } from "../linking/link.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { TextModel } from "../sentiment/text-model.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { MentionStore } from "../storage/mention-store.js";
import type { IngestRun } from "../storage/snapshot.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf } from "../time/utc-day.js";
import { changesOf, neededThreads, spokenOfOnly, type StoredSide } from "./changes.js";
import { connectorFor, type ConnectorContext } from "./connectors/connector.js";
import { deriveMentions } from "./derive-mentions.js";
import { judgedRows } from "./mention-rows.js";
import { PendingDocuments, type WaitingDocument } from "./pending.js";
import type { ExtractedRecord, NormalisedRecord, RejectedRecord, RejectReason } from "./record.js";

/** What an ingest run is made of. Everything with state or I/O is passed in. */
export interface IngestParts {
  readonly namespace: NamespaceDefinition;
  readonly context: Omit<ConnectorContext, "nowMs">;
  readonly records: AsyncIterable<ExtractedRecord>;
  readonly store: MentionStore;
  readonly directory: AssetDirectory;
  readonly linker: Linker;
  readonly textModel: TextModel;
  /** Whether tickers that the feed attached count as evidence. */
  readonly useHints: boolean;
  /** Name of what is read, for the log of runs. */
  readonly source: string;
  /** The clock. */
  readonly now: () => Date;
  readonly reject: (record: RejectedRecord) => Promise<void>;
  /** Called after every publication and now and then between. */
  readonly onProgress?: (progress: IngestProgress) => void;
  readonly signal?: AbortSignal | undefined;
  /** Documents that are published together. */
  readonly batchDocuments?: number;
}

/** Counts of a run so far. */
export interface IngestCounts {
  /** Records read, bad ones included. */
  readonly read: number;
  /** Records that were understood. */
  readonly accepted: number;
  readonly rejected: number;
  /** Documents that were not stored before. */
  readonly new: number;
  /** Documents whose content differs from what was stored. */
  readonly updated: number;
  /** Documents that were stored before just as they are now. */
  readonly unchanged: number;
  /** New or updated documents that are about no known asset. */
  readonly unlinked: number;
  /** Mention rows written. */
  readonly mentions: number;
  /** Publications. */
  readonly batches: number;
}

/** Where a run stands. */
export interface IngestProgress {
  readonly counts: IngestCounts;
  readonly bytesRead: number | null;
  /** True right after a publication: everything read so far is safe. */
  readonly published: boolean;
}

/** Outcome of a run. */
export interface IngestReport {
  readonly counts: IngestCounts;
  readonly rejectedByReason: Readonly<Partial<Record<RejectReason, number>>>;
  /** Version of the data after the run. */
  readonly version: number;
}

const DEFAULT_BATCH_DOCUMENTS = 2_000;
const PROGRESS_EVERY_RECORDS = 500;

/**
 * Reads, links, judges and publishes, batch by batch. A published batch is durable; a killed run is completed by the
 * next one over the same input, which passes over what is stored already. Bad records never stop the run.
 *
 * @throws MarketDataError from the store or the model; rethrows `signal.reason` when aborted. What was published stays.
 */
export async function ingest(parts: IngestParts): Promise<IngestReport> {
  const { namespace, store, directory, signal } = parts;
  const startedAt = parts.now();
  const context: ConnectorContext = { ...parts.context, nowMs: startedAt.getTime() };
  const counts = {
    read: 0,
    accepted: 0,
    rejected: 0,
    new: 0,
    updated: 0,
    unchanged: 0,
    unlinked: 0,
    mentions: 0,
    batches: 0,
  };
  const rejectedByReason: Partial<Record<RejectReason, number>> = {};
  let bytesRead: number | null = null;
  let pending = new PendingDocuments();
  // Documents whose time is that of a thread which has not turned up yet.
  let waiting: readonly WaitingDocument[] = [];
  const run = (outcome: IngestRun["outcome"], finishedAt: Date | null): IngestRun => ({
    id: `${namespace.id} ${startedAt.toISOString()} ${parts.source}`,
    namespace: namespace.id,
    source: parts.source,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    outcome,
    counts: { ...counts },
  });
  const progress = (published: boolean) => parts.onProgress?.({ counts: { ...counts }, bytesRead, published });

  const flush = async () => {
    const taken = pending;
    pending = new PendingDocuments();
    for (const entry of waiting) taken.add({ documents: [entry.document] }, entry.position, () => entry.raw);
    if (taken.size === 0) return;
    const options = { useHints: parts.useHints, nowMs: parts.now().getTime() };
    const changes = changesOf(taken, await storedSideOf(taken, parts), options);
    const { changed } = changes;
    waiting = changes.waiting;
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
    await store.commit(batch, { now: parts.now(), directory, run: run("running", null) });
    progress(true);
  };

  const finish = async (outcome: IngestRun["outcome"]) => {
    const now = parts.now();
    await store.freeze(namespace, dayOf(now), { now, directory, run: run(outcome, now) });
  };

  const keepAside = async (rejected: RejectedRecord) => {
    counts.rejected += 1;
    rejectedByReason[rejected.reason] = (rejectedByReason[rejected.reason] ?? 0) + 1;
    await parts.reject(rejected);
  };

  try {
    for await (const extracted of parts.records) {
      signal?.throwIfAborted();
      counts.read += 1;
      ({ bytesRead } = extracted);
      if ("fault" in extracted) {
        await keepAside({ ...extracted, reason: extracted.fault });
        continue;
      }
      const { position } = extracted;
      const raw = () => JSON.stringify(extracted.record);
      const content = contentOf(extracted.record, parts, context);
      const faults = "fault" in content ? [content] : (content.faults ?? []);
      for (const { fault, message } of faults) await keepAside({ position, reason: fault, message, raw: raw() });
      if ("fault" in content) continue;
      counts.accepted += 1;
      pending.add(content, position, raw);
      if (counts.read % PROGRESS_EVERY_RECORDS === 0) progress(false);
      if (pending.size >= (parts.batchDocuments ?? DEFAULT_BATCH_DOCUMENTS)) await flush();
    }
    await flush();
    for (const { position, raw } of waiting) {
      await keepAside({
        position,
        reason: "unknown_thread",
        message: "It has no time of its own, and its thread is not known.",
        raw,
      });
    }
  } catch (cause) {
    // What came before a damaged end of the input is good data: it is published before the failure is reported.
    if (cause instanceof MarketDataError && (cause.code === "damaged_file" || cause.code === "invalid_file")) {
      await flush();
      await finish("failed");
    }
    throw cause;
  }
  await finish("completed");
  return { counts, rejectedByReason, version: store.snapshot.version };
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
