import { MarketDataError } from "../errors.js";
import type { IngestRun } from "../storage/snapshot.js";
import { rawText } from "./raw-text.js";
import type { ExtractedRecord, RecordFault } from "./record.js";
import { orFault } from "./record-fault.js";
import type { RunLedger } from "./run-ledger.js";

/** What differs from one kind of run to another. */
export interface BatchSteps {
  /** Things that are published together. */
  readonly batchSize: number;
  readonly pendingSize: () => number;
  /**
   * Reads one record and keeps what it tells for the next publication; says what cannot be used of it. A record that makes
   * it throw, whatever it throws, is kept aside.
   */
  readonly take: (extracted: Extract<ExtractedRecord, { readonly record: unknown }>) => {
    readonly faults: readonly RecordFault[];
    /** False when nothing of the record was kept. */
    readonly isUsable: boolean;
  };
  /** Publishes what is pending. */
  readonly publish: () => Promise<void>;
  /** The last publication of the run. */
  readonly close: (outcome: IngestRun["outcome"]) => Promise<unknown>;
  /** Called once all is published, for what could not be. */
  readonly leftOver?: () => Promise<void>;
}

const PROGRESS_EVERY_RECORDS = 500;

/**
 * Reads records to their end and publishes them batch by batch. Bad records are counted and kept aside. What comes before a
 * damaged end of the input is good data: it is published before the failure is reported.
 *
 * @throws Whatever the steps throw; `signal.reason` when aborted; MarketDataError `damaged_file`, `invalid_file`.
 */
export async function readInBatches(
  { records, signal }: { readonly records: AsyncIterable<ExtractedRecord>; readonly signal?: AbortSignal | undefined },
  ledger: RunLedger,
  steps: BatchSteps,
): Promise<void> {
  const { counts } = ledger;
  try {
    for await (const extracted of records) {
      signal?.throwIfAborted();
      counts.read += 1;
      ledger.bytesRead = extracted.bytesRead;
      if ("fault" in extracted) {
        await ledger.keepAside({ ...extracted, reason: extracted.fault });
        continue;
      }
      const { position, record, raw } = extracted;
      const taken = orFault(() => steps.take(extracted));
      const { faults, isUsable } = "fault" in taken ? { faults: [taken], isUsable: false } : taken;
      for (const { fault, message } of faults) {
        await ledger.keepAside({ position, reason: fault, message, raw: raw ?? rawText(record) });
      }
      if (!isUsable) continue;
      counts.accepted += 1;
      if (counts.read % PROGRESS_EVERY_RECORDS === 0) ledger.progress(false);
      if (steps.pendingSize() >= steps.batchSize) await steps.publish();
    }
    await steps.publish();
    await steps.leftOver?.();
  } catch (cause) {
    if (cause instanceof MarketDataError && (cause.code === "damaged_file" || cause.code === "invalid_file")) {
      await steps.publish();
      await steps.close("failed");
    }
    throw cause;
  }
  await steps.close("completed");
}
