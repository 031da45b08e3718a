import type { NamespaceDefinition } from "../namespaces/define.js";
import type { CommitContext } from "../storage/mention-store.js";
import type { IngestRun } from "../storage/snapshot.js";
import type { AssetDirectory } from "../subjects/directory.js";
import { dayOf } from "../time/utc-day.js";
import type { RejectedRecord, RejectReason } from "./record.js";

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

/** What every run is given, whatever it reads. */
export interface RunParts {
  readonly namespace: NamespaceDefinition;
  readonly directory: AssetDirectory;
  /** Name of what is read, for the log of runs. */
  readonly source: string;
  /** The clock. */
  readonly now: () => Date;
  readonly reject: (record: RejectedRecord) => Promise<void>;
  /** Called after every publication and now and then between. */
  readonly onProgress?: (progress: IngestProgress) => void;
}

type Counting = { -readonly [Name in keyof IngestCounts]: number };

/** What one run has done so far: counted, reported to whoever watches, and written into the log of runs. */
export class RunLedger {
  readonly counts: Counting = {
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
  readonly startedAt: Date;
  bytesRead: number | null = null;
  readonly #parts: RunParts;
  readonly #rejectedByReason: Partial<Record<RejectReason, number>> = {};

  constructor(parts: RunParts) {
    this.#parts = parts;
    this.startedAt = parts.now();
  }

  /** Tells whoever watches where the run stands. */
  progress(published: boolean): void {
    this.#parts.onProgress?.({ counts: { ...this.counts }, bytesRead: this.bytesRead, published });
  }

  /** What a publication in the middle of the run is published with. */
  running(): CommitContext {
    const { now, directory } = this.#parts;
    return { now: now(), directory, run: this.#run("running", null) };
  }

  /** What the last publication is published with, and the day before which everything is closed. */
  finished(outcome: IngestRun["outcome"]) {
    const { now, directory } = this.#parts;
    const at = now();
    return { today: dayOf(at), context: { now: at, directory, run: this.#run(outcome, at) } satisfies CommitContext };
  }

  /** Counts a record that cannot be used and hands it on to be kept. */
  async keepAside(rejected: RejectedRecord): Promise<void> {
    const { reason } = rejected;
    this.counts.rejected += 1;
    this.#rejectedByReason[reason] = (this.#rejectedByReason[reason] ?? 0) + 1;
    await this.#parts.reject(rejected);
  }

  /** The outcome of the run. */
  report(version: number): IngestReport {
    return { counts: { ...this.counts }, rejectedByReason: this.#rejectedByReason, version };
  }

  #run(outcome: IngestRun["outcome"], finishedAt: Date | null): IngestRun {
    const { namespace, source } = this.#parts;
    return {
      id: `${namespace.id} ${this.startedAt.toISOString()} ${source}`,
      namespace: namespace.id,
      source,
      startedAt: this.startedAt.toISOString(),
      finishedAt: finishedAt?.toISOString() ?? null,
      outcome,
      counts: { ...this.counts },
    };
  }
}
