import type { StreamInput } from "../adapters/record-files/stream-input.js";
import type { Dataset } from "../dataset.js";
import { invalidParameters, MarketDataError } from "../errors.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import { servedNamespaces } from "../namespaces/index.js";
import { type CompaniesSentiment, judgeCompanies } from "../operations/analyze-companies.js";
import { judgeText, type TextSentiment } from "../operations/analyze.js";
import { type NamedOperations, namedOperations } from "../operations/index.js";
import { type CallContext, invoke, type Operation } from "../operations/operation.js";
import type { InputOf } from "../schema/parameters.js";
import type { NoFields } from "../schema/resource.js";
import { addDays, dayOf, parseUtcDay, startOfDayMs, type UtcDay } from "../time/utc-day.js";
import { rawInputOf } from "./call-input.js";
import type { GivenRecords } from "./given-records.js";
import { type FileIngestReport, ingestFiles, type IngestInputOptions, ingestRecords } from "./ingest-files.js";
import { isObjectAddress } from "../adapters/object-storage/object-address.js";
import { type ObjectCacheOptions, openObjectCache } from "../adapters/object-storage/open-cache.js";
import { type LocalDatasetOptions, openLocalDataset } from "./local-dataset.js";

/** Options of {@link openSentiment}. */
export interface OpenSentimentOptions<Served extends readonly NamespaceDefinition[]> extends Partial<
  Omit<LocalDatasetOptions, "dataDirectory">
> {
  /**
   * The data directory, or an address in object storage, such as `s3://bucket/prefix`. One that does not exist counts as empty; the
   * first `ingest` creates it.
   */
  readonly data: string;
  /** Where copies of the newest state are kept, and how its place is reached. Needed for an address in object storage. */
  readonly cache?: Omit<ObjectCacheOptions, "address">;
  /**
   * Answers as if this were the current UTC day, without looking at later data: `YYYY-MM-DD`, or a Date of that day.
   */
  readonly today?: string | Date;
  /**
   * For a period that starts before the first day with data: `clamp` (default) starts it on that day, `refuse` throws
   * `invalid_parameters`, as over HTTP.
   */
  readonly earlyStart?: "clamp" | "refuse";
  /** The clock; the system's when left out. */
  readonly now?: () => Date;
  /** For how many days back `asOf` can be asked once `ingest` has run with this; for good when left out. */
  readonly historyDays?: number;
  /** Namespaces to use instead of the built-in five. */
  readonly namespaces?: Served;
}

/** Options of a single call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason, and its query is stopped. */
  readonly signal?: AbortSignal;
  /** As in {@link OpenSentimentOptions}, for this call only. */
  readonly today?: string | Date;
}

/** One operation as a function: input by wire names, rows as over HTTP. */
type Call<Input, Result> = NoFields extends Input
  ? (input?: Input, options?: CallOptions) => Promise<Result>
  : (input: Input, options?: CallOptions) => Promise<Result>;

type CallOf<Named> = Named extends Operation<infer Result, infer Set> ? Call<InputOf<Set>, Result> : never;

/** The operations that a namespace has, each as a function. */
export type NamespaceApi<Namespace extends NamespaceDefinition> = {
  readonly [
    Name in keyof NamedOperations<Namespace> as NamedOperations<Namespace>[Name] extends null ? never : Name
  ]: CallOf<NamedOperations<Namespace>[Name]>;
};

/** Files (paths, streams), or records of a program. */
export type IngestInput = string | StreamInput | readonly (string | StreamInput)[] | GivenRecords;

/** How an input is read. */
export type IngestOptions = Partial<
  Pick<IngestInputOptions, "columnMap" | "hints" | "onProgress" | "signal" | "batchDocuments" | "publishEveryMs">
>;

/** A data directory that answers questions. */
export type Sentiment<Served extends readonly NamespaceDefinition[] = typeof servedNamespaces> = {
  readonly [Namespace in Served[number] as Namespace["shortName"]]: NamespaceApi<Namespace>;
} & SentimentDoor<Served[number]["shortName"]>;

/** How a text is analysed. */
export interface AnalyzeOptions {
  /** Company or ticker in the text whose point of view to take; none when left out. */
  readonly target?: string;
  readonly signal?: AbortSignal;
}

interface SentimentDoor<Name extends string> {
  /**
   * Judges one text as a news headline, for the company in `target` if given.
   *
   * @throws MarketDataError `invalid_parameters`, `invalid_text`, `model_unavailable`.
   */
  analyze(text: string, options?: AnalyzeOptions): Promise<TextSentiment>;
  /**
   * Judges one text as `analyze` does, and from the point of view of each stock or ETF that it names, with the places where it
   * names them.
   *
   * @throws MarketDataError as `analyze`.
   */
  analyzeCompanies(text: string, options?: AnalyzeOptions): Promise<CompaniesSentiment>;
  /**
   * Reads files or records into a namespace. Reading the same again changes nothing. A bad record is counted, kept
   * aside with its reason (`rejectedFile`), and never stops the run. Later answers include the new data.
   *
   * @throws MarketDataError `invalid_file`, `damaged_file` (the records before are stored), `invalid_parameters`,
   * `store_locked`, `store_foreign`, `store_unwritable`, `model_unavailable`.
   */
  ingest(namespace: Name, input: IngestInput, options?: IngestOptions): Promise<FileIngestReport>;
  /** The dataset underneath, for `invoke`. */
  readonly dataset: Dataset;
  /** Closes the files and the model. Later calls throw `engine_unavailable`. Safe to call twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Opens a data directory: `const market = await openSentiment({ data: "./data" })`, then `await market.news.trending({
 * days: 7 })`. A call returns its rows or throws a `MarketDataError` whose `code` is one of `errorCodes`. Lists without
 * rows are empty arrays.
 *
 * @throws MarketDataError `engine_unavailable`, `store_damaged`, `invalid_file`, `invalid_parameters` for `today`.
 */
export async function openSentiment<const Served extends readonly NamespaceDefinition[] = typeof servedNamespaces>(
  options: OpenSentimentOptions<Served>,
): Promise<Sentiment<Served>> {
  const {
    data,
    today,
    earlyStart = "clamp",
    now = () => new Date(),
    namespaces,
    historyDays,
    cache,
    ...parts
  } = options;
  const served: readonly NamespaceDefinition[] = namespaces ?? servedNamespaces;
  callDay(today, now());
  const directory = await localDirectory(data, cache);
  const dataset = await openLocalDataset({ textModel: "open", ...parts, dataDirectory: directory });
  let isClosed = false;
  const refuseWhenClosed = () => {
    if (isClosed) throw new MarketDataError("engine_unavailable", "The data was closed.");
  };
  const contextOf = (call: CallOptions): CallContext => ({
    ...callDay(call.today ?? today, now()),
    signal: call.signal,
    lookbackDays: null,
    accountType: null,
    earlyStart,
  });

  const callOf = (operation: Operation) => {
    return async (input: object = {}, call: CallOptions = {}): Promise<unknown> => {
      refuseWhenClosed();
      call.signal?.throwIfAborted();
      const parameters = rawInputOf(operation, input);
      try {
        return await invoke(operation, { parameters }, dataset, contextOf(call));
      } catch (error) {
        // Over HTTP some namespaces answer an empty list with 404.
        if (error instanceof MarketDataError && error.code === "empty_result") return [];
        throw error;
      }
    };
  };

  const judging =
    <Answer>(judge: (body: unknown, of: Dataset, call: Pick<CallContext, "signal">) => Promise<Answer>) =>
    async (text: string, { target, signal }: AnalyzeOptions = {}): Promise<Answer> => {
      refuseWhenClosed();
      signal?.throwIfAborted();
      return judge({ text, ...(target === undefined ? {} : { target }) }, dataset, { signal });
    };
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await dataset.close();
  };
  const door: SentimentDoor<string> = {
    dataset,
    analyze: judging(judgeText),
    analyzeCompanies: judging(judgeCompanies),
    ingest: async (name, input, ingestOptions = {}) => {
      refuseWhenClosed();
      const namespace = namespaceNamed(name, served);
      const { textModel } = dataset;
      const { assetsDirectory, modelWorkers } = parts;
      const run = {
        ...ingestOptions,
        namespace,
        dataDirectory: directory,
        now,
        historyDays,
        ...(textModel === null ? {} : { textModel }),
        ...(assetsDirectory === undefined ? {} : { assetsDirectory }),
        ...(modelWorkers === undefined ? {} : { modelWorkers }),
      };
      const files = filesIn(input);
      return files === null
        ? ingestRecords({ ...run, records: input as GivenRecords, source: "records" })
        : ingestFiles({ ...run, files });
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  const apis = served.map((namespace) => [namespace.shortName, apiOf(namespace, callOf)] as const);
  return { ...Object.fromEntries(apis), ...door } as unknown as Sentiment<Served>;
}

function apiOf(namespace: NamespaceDefinition, callOf: (operation: Operation) => unknown): object {
  const named: Readonly<Record<string, Operation | null>> = namedOperations(namespace);
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, operation]) => (operation === null ? [] : [[name, callOf(operation)]])),
  );
}

/** Instant and UTC day of a call: the clock's, or the last millisecond of another requested day. */
function callDay(wanted: string | Date | undefined, clock: Date): { readonly now: Date; readonly today: UtcDay } {
  const current = { now: clock, today: dayOf(clock) };
  if (wanted === undefined) return current;
  const isDate = wanted instanceof Date;
  const today = isDate ? (Number.isNaN(wanted.getTime()) ? null : dayOf(wanted)) : parseUtcDay(wanted);
  if (today === null) {
    const msg = `today: ${isDate ? "the Date" : `'${wanted}'`} is not a day; write YYYY-MM-DD.`;
    throw invalidParameters([{ loc: ["query", "today"], msg, type: "date_from_datetime_parsing" }]);
  }
  return today === current.today ? current : { now: new Date(startOfDayMs(addDays(today, 1)) - 1), today };
}

function namespaceNamed(name: string, served: readonly NamespaceDefinition[]): NamespaceDefinition {
  const namespace = served.find(({ shortName, id }) => shortName === name || id === name);
  if (namespace !== undefined) return namespace;
  const msg = `There is no namespace '${name}'. The namespaces are: ${served.map(({ shortName }) => shortName).join(", ")}.`;
  throw invalidParameters([{ loc: ["path", "namespace"], msg, type: "unknown_namespace", input: name }]);
}

/** The files of an input; null if it consists of records. */
function filesIn(input: IngestInput): readonly (string | StreamInput)[] | null {
  if (typeof input === "string" || isStream(input)) return [input];
  if (!Array.isArray(input) || input.length === 0) return null;
  const list: readonly unknown[] = input;
  const isFile = (item: unknown): item is string | StreamInput => typeof item === "string" || isStream(item);
  const files = list.filter(isFile);
  if (files.length === 0) return null;
  if (files.length === list.length) return files;
  const msg = "Files and records cannot be mixed in one input.";
  throw invalidParameters([{ loc: ["body", "input"], msg, type: "mixed_input" }]);
}

function isStream(input: unknown): input is StreamInput {
  if (typeof input !== "object" || input === null || !("chunks" in input) || !("name" in input)) return false;
  const { chunks } = input;
  return typeof chunks === "object" && chunks !== null && Symbol.asyncIterator in chunks;
}

/** The folder that is read: the data directory, or the cache of an address, brought to its newest state. */
async function localDirectory(data: string, cache: Omit<ObjectCacheOptions, "address"> | undefined): Promise<string> {
  if (!isObjectAddress(data)) return data;
  if (cache === undefined) {
    const message = "Data in object storage need a folder for copies: openSentiment({ data, cache: { directory } }).";
    throw new MarketDataError("invalid_parameters", message, { address: data });
  }
  await openObjectCache({ ...cache, address: data });
  return cache.directory;
}
