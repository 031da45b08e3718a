import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { writeDurably } from "../adapters/duckdb/snapshot-files.js";
import type { ExtractedRecord } from "../ingest/record.js";
import { namespaces } from "../namespaces/index.js";
import { DEFAULT_SEED, SAMPLE_DAYS, sampleNamespaceIds, sampleRecordsBetween } from "../sample/index.js";
import { addDays, dayOf, parseUtcDay, startOfDayMs, type UtcDay } from "../time/utc-day.js";
import type { FileProgress } from "./ingest-files.js";
import { type IngestSessionOptions, withIngestSession } from "./ingest-session.js";

/** What sample data to load, and where. */
export interface LoadSampleOptions extends IngestSessionOptions {
  readonly now: () => Date;
  readonly seed?: string;
  /** Days of a first load, today included; {@link SAMPLE_DAYS} when left out. */
  readonly days?: number;
  /** Progress counts records in the place of bytes. */
  readonly onProgress?: (progress: FileProgress) => void;
  readonly signal?: AbortSignal;
}

/** Days that the sample covers. */
export interface SamplePeriod {
  readonly from: UtcDay;
  readonly to: UtcDay;
}

/** What has been loaded, as remembered in the data directory. */
interface SampleMark {
  readonly seed: string;
  readonly from: UtcDay;
  /** Per namespace: what was created up to then is loaded, ms since the epoch. */
  readonly throughMs: Readonly<Record<string, number>>;
}

/** File of a data directory that tells what of the sample is loaded. */
export const SAMPLE_MARK = "sample.json";

/** What an ingest run of the sample names as its source. */
export const SAMPLE_SOURCE = "sample";

/**
 * Brings the seeded sample data of a directory up to now: {@link SAMPLE_DAYS} of every namespace on the first call, what has
 * happened since on every later one. The same seed gives the same past, so days that are there stay as they are.
 */
export async function loadSample(options: LoadSampleOptions): Promise<SamplePeriod> {
  const root = resolve(options.dataDirectory);
  const now = options.now();
  const today = dayOf(now);
  const seed = options.seed ?? DEFAULT_SEED;
  const mark = await readMark(root, seed);
  const earliest = addDays(today, 1 - (options.days ?? SAMPLE_DAYS));
  const from = mark?.from ?? earliest;
  const batches = namespaces.flatMap((namespace) => {
    const id = sampleNamespaceIds.find((known) => known === namespace.id);
    if (id === undefined) return [];
    const sinceMs = Math.max(mark?.throughMs[id] ?? 0, startOfDayMs(earliest) - 1);
    const records = sampleRecordsBetween(id, seed, sinceMs, now.getTime());
    return records.length === 0 ? [] : [{ namespace, records: records as readonly Record<string, unknown>[] }];
  });
  const totalBytes = batches.reduce((sum, { records }) => sum + records.length, 0);
  if (totalBytes > 0) {
    await withIngestSession(options, async (run) => {
      let done = 0;
      for (const { namespace, records } of batches) {
        const { outcome } = await run({
          namespace,
          records: extracted(records, done),
          useHints: true,
          source: SAMPLE_SOURCE,
          now: options.now,
          reject: ({ message }) => Promise.reject(new Error(`The sample generator made a bad record: ${message}`)),
          onProgress: (progress) => options.onProgress?.({ ...progress, totalBytes }),
          signal: options.signal,
        });
        if (outcome === "stopped") options.signal?.throwIfAborted();
        done += records.length;
      }
    });
  }
  const throughMs = Object.fromEntries(namespaces.map(({ id }) => [id, now.getTime()]));
  const loaded: SampleMark = { seed, from, throughMs };
  if (totalBytes > 0 || mark === null) await writeDurably(root, join(root, SAMPLE_MARK), JSON.stringify(loaded));
  return { from, to: today };
}

async function* extracted(
  records: readonly Record<string, unknown>[],
  before: number,
): AsyncGenerator<ExtractedRecord> {
  for (const [index, record] of records.entries()) {
    yield await Promise.resolve({
      position: { file: "sample", line: index + 1 },
      bytesRead: before + index + 1,
      record,
    });
  }
}

async function readMark(root: string, seed: string): Promise<SampleMark | null> {
  try {
    const mark = JSON.parse(await readFile(join(root, SAMPLE_MARK), "utf8")) as SampleMark;
    const readable = parseUtcDay(mark.from) !== null && typeof mark.throughMs === "object";
    return mark.seed === seed && readable ? mark : null;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT" || cause instanceof SyntaxError) return null;
    throw cause;
  }
}
