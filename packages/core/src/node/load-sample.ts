import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { writeDurably } from "../adapters/duckdb/snapshot-files.js";
import { connectorsOf } from "../ingest/connectors/index.js";
import type { ExtractedRecord } from "../ingest/record.js";
import { namespaces } from "../namespaces/index.js";
import { DEFAULT_SEED, type SampleNamespaceId, sampleNamespaceIds, sampleRecords } from "../sample/index.js";
import { parseSourceTime } from "../ingest/source-time.js";
import { addDays, dayOf, daysFrom, parseUtcDay, startOfDayMs, type UtcDay } from "../time/utc-day.js";
import type { FileProgress } from "./ingest-files.js";
import { type IngestSessionOptions, withIngestSession } from "./ingest-session.js";

/** Days of sample data, today included. */
export const SAMPLE_DAYS = 120;

/** What sample data to load, and where. */
export interface LoadSampleOptions extends IngestSessionOptions {
  readonly now: () => Date;
  readonly seed?: string;
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
  /** Records created up to then are loaded, ms since the epoch. */
  readonly throughMs: number;
}

const markFile = "sample.json";

/**
 * Brings the seeded sample data of a directory up to now: 120 days on the first call, what has happened since on every
 * later one. The same seed gives the same past, so days that are there stay as they are.
 */
export async function loadSample(options: LoadSampleOptions): Promise<SamplePeriod> {
  const root = resolve(options.dataDirectory);
  const now = options.now();
  const today = dayOf(now);
  const seed = options.seed ?? DEFAULT_SEED;
  const mark = await readMark(root, seed);
  const earliest = addDays(today, 1 - SAMPLE_DAYS);
  const from = mark?.from ?? earliest;
  const sinceMs = Math.max(mark?.throughMs ?? 0, startOfDayMs(earliest) - 1);
  const batches = namespaces.flatMap((namespace) => {
    const [connector] = connectorsOf(namespace.id);
    const id = sampleNamespaceIds.find((known) => known === namespace.id);
    if (connector === undefined || id === undefined) return [];
    const records = recordsBetween(id, seed, sinceMs, now.getTime());
    return records.length === 0 ? [] : [{ namespace, connector, records }];
  });
  const totalBytes = batches.reduce((sum, { records }) => sum + records.length, 0);
  if (totalBytes > 0) {
    await withIngestSession(options, async (run) => {
      let done = 0;
      for (const { namespace, connector, records } of batches) {
        await run({
          namespace,
          connector,
          records: extracted(records, done),
          useHints: true,
          source: "sample",
          now: options.now,
          reject: ({ message }) => Promise.reject(new Error(`The sample generator made a bad record: ${message}`)),
          onProgress: (progress) => options.onProgress?.({ ...progress, totalBytes }),
          signal: options.signal,
        });
        done += records.length;
      }
    });
  }
  const loaded: SampleMark = { seed, from, throughMs: now.getTime() };
  if (totalBytes > 0 || mark === null) await writeDurably(root, join(root, markFile), JSON.stringify(loaded));
  return { from, to: today };
}

/** Records of the sample that were created after `sinceMs` and up to `untilMs`. */
function recordsBetween(id: SampleNamespaceId, seed: string, sinceMs: number, untilMs: number): Record<string, unknown>[] {
  return daysFrom(dayOf(new Date(sinceMs)), dayOf(new Date(untilMs)))
    .flatMap((day) => sampleRecords(id, { seed, day }) as readonly Record<string, unknown>[])
    .filter((record) => {
      const created = parseSourceTime(record.published_at ?? record.observed_at ?? record.timestamp ?? record.updatedAt) ?? 0;
      return created > sinceMs && created <= untilMs;
    });
}

async function* extracted(records: readonly Record<string, unknown>[], before: number): AsyncGenerator<ExtractedRecord> {
  for (const [index, record] of records.entries()) {
    yield await Promise.resolve({ position: { file: "sample", line: index + 1 }, bytesRead: before + index + 1, record });
  }
}

async function readMark(root: string, seed: string): Promise<SampleMark | null> {
  try {
    const mark = JSON.parse(await readFile(join(root, markFile), "utf8")) as SampleMark;
    return mark.seed === seed && parseUtcDay(mark.from) !== null ? mark : null;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT" || cause instanceof SyntaxError) return null;
    throw cause;
  }
}
