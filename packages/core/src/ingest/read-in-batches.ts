import { MarketDataError } from "../errors.js";
import type { IngestRun } from "../storage/snapshot.js";
import { rawText } from "./raw-text.js";
import type { ExtractedRecord, RecordFault, RejectedRecord } from "./record.js";
import { orFault } from "./record-fault.js";
import type { RunLedger } from "./run-ledger.js";

/** Counts for one input record; a page, a thread or a list holds many records. */
export interface FoundRecords {
  /** Records whose outcome the next publication decides. */
  readonly pending: number;
  readonly anonymousReposts?: number;
  readonly passedOver?: number;
  /** What cannot be used. */
  readonly faults: readonly RecordFault[];
}

/** The steps in which runs over texts and markets differ. */
export interface BatchSteps {
  /** Documents or observations per batch. */
  readonly batchSize: number;
  readonly pendingSize: () => number;
  /** Reads one record into the pending batch. If it throws anything, the record is rejected. */
  readonly take: (extracted: Extract<ExtractedRecord, { readonly record: unknown }>) => FoundRecords;
  /** Hands the finished part of the batch to the store, which decides when to publish. */
  readonly publish: () => Promise<void>;
  /** Publishes everything handed to the store. */
  readonly flush: () => Promise<unknown>;
  /** The last publication of the run. */
  readonly close: (outcome: IngestRun["outcome"]) => Promise<unknown>;
  /** Called at the end for what could not be stored. `stopped`: the next run may still complete it. */
  readonly leftOver?: (stopped: boolean) => Promise<void>;
}

const PROGRESS_EVERY_RECORDS = 500;

/**
 * Reads records to the end, or until the run is stopped, and publishes in batches. Bad records are counted and kept
 * aside. Everything before a damaged end of the input is published before the error is thrown.
 *
 * @returns Whether everything was read and published.
 * @throws Whatever the steps throw; MarketDataError `damaged_file`, `invalid_file`.
 */
export async function readInBatches(
  { records, signal }: { readonly records: AsyncIterable<ExtractedRecord>; readonly signal?: AbortSignal | undefined },
  ledger: RunLedger,
  steps: BatchSteps,
): Promise<"completed" | "stopped"> {
  let isStopped = signal?.aborted === true;
  try {
    for await (const extracted of signal === undefined ? records : untilStopped(records, signal)) {
      ledger.bytesRead = extracted.bytesRead;
      const faults = takeRecord(extracted, ledger, steps);
      // Awaited only where there are any: every step of a stream that is waited for costs a microsecond.
      for (const fault of faults) await ledger.keepAside(fault);
      if (steps.pendingSize() >= steps.batchSize) await steps.publish();
      else if (ledger.counts.read % PROGRESS_EVERY_RECORDS === 0) ledger.progress();
    }
    isStopped ||= signal?.aborted === true;
    await steps.publish();
  } catch (cause) {
    if (cause instanceof MarketDataError && (cause.code === "damaged_file" || cause.code === "invalid_file")) {
      await steps.publish();
      await steps.leftOver?.(false);
      await steps.close("failed");
    } else {
      // Publish what is already linked and judged; the caller must learn the first error, not a second one.
      await steps.flush().catch(() => undefined);
    }
    throw cause;
  }
  isStopped ||= ledger.counts.left > 0;
  await steps.leftOver?.(isStopped);
  const outcome = isStopped ? "stopped" : "completed";
  await steps.close(outcome);
  return outcome;
}

/** Takes and counts a record. @returns What of it must be kept aside. */
function takeRecord(extracted: ExtractedRecord, ledger: RunLedger, { take }: BatchSteps): readonly RejectedRecord[] {
  const { counts } = ledger;
  if ("fault" in extracted) {
    counts.read += 1;
    return [{ ...extracted, reason: extracted.fault }];
  }
  const { position, record, raw } = extracted;
  const taken = orFault(() => take(extracted));
  const {
    pending,
    anonymousReposts = 0,
    passedOver = 0,
    faults,
  }: FoundRecords = "fault" in taken ? { pending: 0, faults: [taken] } : taken;
  const found = pending + anonymousReposts + passedOver + faults.length;
  counts.read += Math.max(1, found);
  ledger.settle("repostsOfUnknown", anonymousReposts);
  ledger.settle("passedOver", found === 0 ? 1 : passedOver);
  if (faults.length === 0) return nothing;
  return faults.map(({ fault, message }) => ({ position, reason: fault, message, raw: raw ?? rawText(record) }));
}

const nothing: readonly RejectedRecord[] = [];

/** The records until the signal fires, even while waiting for the next one: the input may be a pipe that stays open. */
async function* untilStopped(
  records: AsyncIterable<ExtractedRecord>,
  signal: AbortSignal,
): AsyncGenerator<ExtractedRecord> {
  const source = records[Symbol.asyncIterator]();
  let wake: () => void = () => undefined;
  const stop = () => wake();
  signal.addEventListener("abort", stop);
  try {
    while (!signal.aborted) {
      const next = await new Promise<IteratorResult<ExtractedRecord> | null>((resolve, reject) => {
        wake = () => resolve(null);
        source.next().then(resolve, reject);
      });
      if (next === null || next.done === true || isAborted(signal)) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    // Not awaited: a source that waits for input cannot return before it arrives.
    void source.return?.();
  }
}

const isAborted = (signal: AbortSignal) => signal.aborted;
