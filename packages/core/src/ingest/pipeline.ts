import { MarketDataError } from "../errors.js";
import type { Linker } from "../linking/link.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { TextModel } from "../sentiment/text-model.js";
import type { MentionRow } from "../storage/mention-row.js";
import type { MentionStore, StoredDocument } from "../storage/mention-store.js";
import type { IngestRun } from "../storage/snapshot.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf } from "../time/utc-day.js";
import type { Connector, ConnectorContext } from "./connectors/connector.js";
import { documentId, type SourceDocument } from "./document.js";
import { contentHash, linkDocument, rowsOf } from "./mentions-of.js";
import type { ExtractedRecord, RejectedRecord, RejectReason } from "./record.js";

/** What an ingest run is made of. Everything with state or I/O is passed in. */
export interface IngestParts {
  readonly namespace: NamespaceDefinition;
  readonly connector: Connector;
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
  let pending = new Map<string, SourceDocument>();
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
    const documents = [...pending.values()];
    pending = new Map();
    if (documents.length === 0) return;
    const known = await store.documents(namespace, documents.map(documentId));
    const changed: ChangedDocument[] = [];
    for (const document of documents) {
      const change = changeOf(document, known.get(documentId(document)), parts);
      if (change === null) counts.unchanged += 1;
      else changed.push(change);
    }
    if (changed.length === 0) return;
    const rows = await mentionRows(changed, parts);
    counts.new += changed.filter(({ isNew }) => isNew).length;
    counts.updated += changed.filter(({ isNew }) => !isNew).length;
    counts.unlinked += rows.filter(({ subject }) => subject === null).length;
    counts.mentions += rows.filter(({ subject }) => subject !== null).length;
    counts.batches += 1;
    const batch = { namespace, documentIds: changed.map(({ document }) => documentId(document)), rows };
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
      const normalised = parts.connector.normalize(extracted.record, context);
      if ("fault" in normalised) {
        const raw = JSON.stringify(extracted.record);
        await keepAside({ position: extracted.position, reason: normalised.fault, message: normalised.message, raw });
        continue;
      }
      counts.accepted += 1;
      merge(pending, normalised.document);
      if (counts.read % PROGRESS_EVERY_RECORDS === 0) progress(false);
      if (pending.size >= (parts.batchDocuments ?? DEFAULT_BATCH_DOCUMENTS)) await flush();
    }
    await flush();
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

interface ChangedDocument {
  readonly document: SourceDocument;
  readonly hints: readonly string[];
  readonly contentHash: string;
  readonly firstSeenMs: number;
  readonly revision: number;
  readonly isNew: boolean;
}

/** Two records of one document in a batch: the later one counts, with the hints of both. */
function merge(pending: Map<string, SourceDocument>, document: SourceDocument): void {
  const id = documentId(document);
  const earlier = pending.get(id);
  const hints = earlier === undefined ? document.hints : [...new Set([...earlier.hints, ...document.hints])];
  pending.set(id, { ...document, hints });
}

/** Null when nothing changed. Hints only ever add up: a feed lists a story once for each ticker. */
function changeOf(
  document: SourceDocument,
  stored: StoredDocument | undefined,
  { now, useHints }: IngestParts,
): ChangedDocument | null {
  const hints = [...new Set([...(stored?.hints ?? []), ...(useHints ? document.hints : [])])].sort();
  const hash = contentHash(document, hints);
  if (stored?.contentHash === hash) return null;
  return {
    document,
    hints,
    contentHash: hash,
    firstSeenMs: stored?.firstSeenMs ?? now().getTime(),
    revision: (stored?.revision ?? 0) + 1,
    isNew: stored === undefined,
  };
}

/** Links all documents, judges all of their assets in one go, and makes the rows. */
async function mentionRows(changed: readonly ChangedDocument[], parts: IngestParts): Promise<MentionRow[]> {
  const { linker, directory, namespace, textModel, signal } = parts;
  const linked = changed.map((change) => ({
    change,
    assets: linkDocument(change.document, change.hints, linker, directory, namespace),
  }));
  const questions = linked.flatMap(({ assets }) => assets.map(({ question }) => question));
  const judgements = await textModel.judge(questions, signal === undefined ? {} : { signal });
  let next = 0;
  return linked.flatMap(({ change, assets }) => {
    const judged = assets.map((asset) => {
      const judgement = judgements[next];
      next += 1;
      if (judgement === undefined) throw new MarketDataError("model_unavailable", "The model gave too few answers.");
      return { asset, judgement };
    });
    return rowsOf(change.document, change.hints, judged, change);
  });
}
