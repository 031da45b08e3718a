import type { NamespaceDefinition } from "../namespaces/define.js";
import type { CommitContext } from "../storage/mention-store.js";
import type { IngestRun } from "../storage/snapshot.js";
import type { SourceProgress } from "../storage/source-progress.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf } from "../time/utc-day.js";
import type { RecordPosition, RejectedRecord, RejectReason } from "./record.js";
import { type RecordOutcome, recordOutcomeNames, type RecordTrait, recordTraitNames } from "./record-outcomes.js";
import { type UnreadColumn, UnreadColumns } from "./unread-columns.js";

/** Counts of a run. The outcomes add up to `read`. */
export interface IngestCounts extends Readonly<Record<RecordOutcome, number>>, Readonly<Record<RecordTrait, number>> {
  /** Records read, bad ones included; of a page, a thread or a list, each record in it. */
  readonly read: number;
  /** Records that were not rejected. */
  readonly accepted: number;
  /** New or updated documents (or markets) about no known asset. */
  readonly unlinked: number;
  /** Mention rows written. */
  readonly mentions: number;
  /** Questions to the sentiment model that have been answered. */
  readonly judged: number;
  /** Publications. */
  readonly batches: number;
}

/** Progress of a run. */
export interface IngestProgress {
  readonly counts: IngestCounts;
  readonly bytesRead: number | null;
  /** Bytes of the input that are finished: published, plus the judged share of the current batch; null when unknown. */
  readonly bytesDone: number | null;
  /** True right after a publication: everything read so far is safe. */
  readonly published: boolean;
}

/** A cause of rejects: the message without the value in question. */
export interface RejectCause {
  readonly reason: RejectReason;
  readonly message: string;
  readonly records: number;
  /** Position of the first one. */
  readonly first: RecordPosition;
}

/** Report of a run. */
export interface IngestReport {
  /** `stopped` when its signal fired: everything judged by then is published, and the next run continues from there. */
  readonly outcome: "completed" | "stopped";
  readonly counts: IngestCounts;
  readonly rejectedByReason: Readonly<Partial<Record<RejectReason, number>>>;
  /** The commonest first. */
  readonly rejectCauses: readonly RejectCause[];
  /** Columns with values that no field reads; those with most text first. */
  readonly unreadColumns: readonly UnreadColumn[];
  /** Version of the data after the run. */
  readonly version: number;
}

/** Parts common to all runs. */
export interface RunParts {
  readonly namespace: NamespaceDefinition;
  readonly directory: AssetDirectory;
  /** Name of the input, for the log of runs. */
  readonly source: string;
  /** The clock. */
  readonly now: () => Date;
  readonly reject: (record: RejectedRecord) => Promise<void>;
  /** Id of the run in the log. A later run with the same id replaces it; unique when left out. */
  readonly runId?: string;
  /** Progress of the live sources behind the records; published with the last of them. */
  readonly sources?: readonly SourceProgress[];
  /** Called after every publication and now and then between. */
  readonly onProgress?: (progress: IngestProgress) => void;
  /** True while history is being loaded: the run closes no day. */
  readonly history?: boolean | undefined;
}

type Counting = { -readonly [Name in Exclude<keyof IngestCounts, "accepted">]: number };

/** Most distinct causes that one run counts. */
const MAX_CAUSES = 1_000;

/** Accounts for one run: counts, reports progress, and writes the entry in the log of runs. */
export class RunLedger {
  readonly counts: Counting = {
    ...zeros([...recordOutcomeNames, ...recordTraitNames]),
    read: 0,
    unlinked: 0,
    mentions: 0,
    judged: 0,
    batches: 0,
  };
  readonly columns = new UnreadColumns();
  readonly startedAt: Date;
  bytesRead: number | null = null;
  /** Input position at the end of the last batch that the store took. */
  #bytesTaken: number | null = null;
  readonly #parts: RunParts;
  #hasWaiting = false;
  readonly #rejectedByReason: Partial<Record<RejectReason, number>> = {};
  readonly #causes = new Map<string, RejectCause>();

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.startedAt = parts.now();
  }

  /** Reports progress. `shareOfBatch`: how much of the current batch has been judged. */
  progress(shareOfBatch = 0): void {
    this.#tell(false, shareOfBatch);
  }

  /** @param isPublished Whether the store has published everything; null when the batch had nothing to store. */
  taken(isPublished: boolean | null): void {
    if (isPublished === true) this.counts.batches += 1;
    if (isPublished !== null) this.#hasWaiting = !isPublished;
    this.#bytesTaken = this.bytesRead;
    this.#tell(!this.#hasWaiting, 0);
  }

  #tell(published: boolean, shareOfBatch: number): void {
    const { bytesRead } = this;
    const taken = this.#bytesTaken ?? 0;
    const bytesDone = bytesRead === null ? null : taken + (bytesRead - taken) * shareOfBatch;
    this.#parts.onProgress?.({ counts: this.#allCounts(), bytesRead, bytesDone, published });
  }

  /** Context of a publication during the run. */
  running(): CommitContext {
    const { now, directory, history } = this.#parts;
    return { now: now(), directory, run: this.#run("running", null), history };
  }

  /** Context of the last publication, and the day before which everything is closed. */
  finished(outcome: IngestRun["outcome"]) {
    const { now, directory, history, sources } = this.#parts;
    const at = now();
    if (this.#hasWaiting) this.counts.batches += 1;
    this.#hasWaiting = false;
    const context: CommitContext = {
      now: at,
      directory,
      run: this.#run(outcome, at),
      history,
      // A stopped or failed run is read again from its start, so cursors do not advance.
      ...(outcome === "completed" && sources !== undefined ? { sources } : {}),
    };
    return { today: dayOf(at), context };
  }

  /** Counts records with their outcome. */
  settle(outcome: RecordOutcome, records: number): void {
    this.counts[outcome] += records;
  }

  /** Counts a rejected record and hands it on to be kept aside. */
  async keepAside(rejected: RejectedRecord): Promise<void> {
    const { reason, position: first } = rejected;
    this.settle("rejected", 1);
    this.#rejectedByReason[reason] = (this.#rejectedByReason[reason] ?? 0) + 1;
    const message = withoutValue(rejected.message);
    const cause = this.#causes.get(message);
    if (cause !== undefined || this.#causes.size < MAX_CAUSES)
      this.#causes.set(message, { reason, message, first, ...cause, records: (cause?.records ?? 0) + 1 });
    await this.#parts.reject(rejected);
  }

  /** The outcome of the run. */
  report(outcome: IngestReport["outcome"], version: number): IngestReport {
    return {
      outcome,
      counts: this.#allCounts(),
      rejectedByReason: this.#rejectedByReason,
      rejectCauses: [...this.#causes.values()].sort((a, b) => b.records - a.records),
      unreadColumns: this.columns.list(),
      version,
    };
  }

  #allCounts(): IngestCounts {
    return { ...this.counts, accepted: this.counts.read - this.counts.rejected };
  }

  #run(outcome: IngestRun["outcome"], finishedAt: Date | null): IngestRun {
    const { namespace, source } = this.#parts;
    return {
      id: this.#parts.runId ?? `${namespace.id} ${this.startedAt.toISOString()} ${source}`,
      namespace: namespace.id,
      source,
      startedAt: this.startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      outcome,
      counts: { ...this.#allCounts() },
    };
  }
}

/** A message without the value after its colon. What was expected instead is the same for all records. */
function withoutValue(message: string): string {
  const wanted = message.lastIndexOf(". Wanted: ");
  const [said = ""] = message.split(": ", 1);
  return wanted < 0 ? said : `${said}${message.slice(wanted)}`;
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
}
