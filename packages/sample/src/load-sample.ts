import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setImmediate } from "node:timers/promises";
import {
  addDays,
  dayOf,
  type ExtractedRecord,
  type IngestReport,
  type NamespaceDefinition,
  namespaces,
  parseUtcDay,
  startOfDayMs,
  type TextJudge,
  type UtcDay,
} from "@market-sentiment/core";
import {
  type IngestSessionOptions,
  lazyTextModel,
  SAMPLE_MARK,
  SAMPLE_SOURCE,
  type SessionRun,
  withIngestSession,
  writeDurably,
} from "@market-sentiment/core/node";
import {
  DEFAULT_SEED,
  SAMPLE_DAYS,
  sampleDaysBetween,
  type SampleNamespaceId,
  sampleNamespaceIds,
} from "./generator/index.js";
import { recordedJudge } from "./recorded-judge.js";

/** What sample data to load, and where. */
export interface LoadSampleOptions extends IngestSessionOptions {
  readonly now: () => Date;
  readonly seed?: string;
  /** Days of a first load, today included; {@link SAMPLE_DAYS} when left out. */
  readonly days?: number;
  /** Namespaces to load. Default: all that have sample data. */
  readonly namespaceIds?: readonly SampleNamespaceId[];
  /** Called with the id of each namespace whose data is complete up to now. */
  readonly onLoaded?: (namespaceId: string) => void;
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

/** Larger than any namespace: each is published at once, which is half the work of publishing month by month. */
const BATCH_RECORDS = 1_000_000;

/**
 * Brings the seeded sample data of a directory up to now: on the first call {@link SAMPLE_DAYS} of every namespace, on
 * later calls the time since. The same seed gives the same past, so loaded days stay as they are.
 *
 * Loads the namespaces in parallel and publishes each as a whole. The next call completes what a killed one did not
 * publish. Texts are judged from the judgements shipped with the sample, all others by the model.
 */
export async function loadSample(options: LoadSampleOptions): Promise<SamplePeriod> {
  const root = resolve(options.dataDirectory);
  const now = options.now();
  const today = dayOf(now);
  const seed = options.seed ?? DEFAULT_SEED;
  let mark = await readMark(root, seed);
  const earliest = addDays(today, 1 - (options.days ?? SAMPLE_DAYS));
  const from = mark?.from ?? earliest;
  const loads = sampledNamespaces(options.namespaceIds).map(({ namespace, id }) => {
    const sinceMs = Math.max(mark?.throughMs[id] ?? 0, startOfDayMs(earliest) - 1);
    const days = sampleDaysBetween(id, seed, sinceMs, now.getTime());
    return { namespace, days, first: days.next() };
  });
  for (const { namespace, first } of loads) if (first.done === true) options.onLoaded?.(namespace.id);
  const due = loads.flatMap(({ namespace, days, first }) => (first.done === true ? [] : [{ namespace, days, first }]));
  if (due.length === 0) return { from, to: today };

  let remembered = Promise.resolve();
  const remember = (id: string) => {
    const loaded: SampleMark = { seed, from, throughMs: { ...mark?.throughMs, [id]: now.getTime() } };
    mark = loaded;
    // In turn, so that the last file written lists all of them.
    return (remembered = remembered.then(() => writeDurably(root, join(root, SAMPLE_MARK), JSON.stringify(loaded))));
  };
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  await withSampleSession(options, signal, async (run) => {
    const runs = due.map(async ({ namespace, days, first }) => {
      await run({
        namespace,
        records: extracted(first.value, days, signal),
        hintUse: "supported",
        source: SAMPLE_SOURCE,
        now: options.now,
        reject: ({ message }) => Promise.reject(new Error(`The sample generator made a bad record: ${message}`)),
        batchDocuments: BATCH_RECORDS,
      });
      await remember(namespace.id);
      options.onLoaded?.(namespace.id);
    });
    for (const one of runs) one.catch((cause: unknown) => failed.abort(cause));
    // The store is closed after this, so all runs must have ended.
    await Promise.allSettled(runs);
    await Promise.all(runs);
  });
  return { from, to: today };
}

function sampledNamespaces(
  wanted: readonly SampleNamespaceId[] = sampleNamespaceIds,
): { readonly namespace: NamespaceDefinition; readonly id: SampleNamespaceId }[] {
  return namespaces.flatMap((namespace) => {
    const id = wanted.find((known) => known === namespace.id);
    return id === undefined ? [] : [{ namespace, id }];
  });
}

/**
 * A session whose texts are answered from the shipped judgements, unless the caller has a model of its own. Once the signal
 * fires every answer is an error. Otherwise a stopped run would publish what it has, which may be half a day of the sample.
 */
async function withSampleSession(
  options: LoadSampleOptions,
  signal: AbortSignal,
  work: (run: (run: SessionRun) => Promise<IngestReport>) => Promise<void>,
): Promise<void> {
  const model = lazyTextModel(options.assetsDirectory, options.modelWorkers);
  try {
    const judge = options.textModel ?? recordedJudge(options.assetsDirectory, model);
    const textModel: TextJudge = {
      judge: async (texts) => {
        signal.throwIfAborted();
        return await judge.judge(texts, { signal });
      },
    };
    await withIngestSession({ ...options, textModel }, work);
  } finally {
    await model.close();
  }
}

async function* extracted(
  first: readonly object[],
  days: Iterable<readonly object[]>,
  signal: AbortSignal,
): AsyncGenerator<ExtractedRecord, void> {
  let line = 0;
  const ofDay = function* (records: readonly object[]): Generator<ExtractedRecord> {
    for (const record of records) {
      line += 1;
      yield { position: { file: "sample", line }, bytesRead: line, record: record as Record<string, unknown> };
    }
  };
  yield* ofDay(first);
  for (const records of days) {
    // After every day, give way to the other namespaces and to a request to stop.
    await setImmediate();
    signal.throwIfAborted();
    yield* ofDay(records);
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
