import type { Dataset, ImportReport } from "@market-sentiment/core";
import type {
  AnnotatedLine,
  AnnotateFilesOptions,
  AnnotateReport,
  CollectorOptions,
  ConfiguredSource,
  PollReport,
  FileIngestReport,
  FolderContent,
  ImportReferenceOptions,
  IngestFilesOptions,
  ObjectCacheOptions,
  OpenTableSettings,
  PublishOptions,
  PublishReport,
  PublishRolledOptions,
  PublishRolledReport,
  RebuildDerivedOptions,
  RebuiltNamespace,
  RepairReport,
  RolledLine,
  StoredNamespace,
  StoredTables,
} from "@market-sentiment/core/node";
import type { SampleLoading, StartSampleOptions } from "@market-sentiment/sample";

/** How to open the data of a directory. */
export interface OpenDatasetOptions {
  readonly dataDirectory: string;
  /** Only text analysis opens the model. */
  readonly textModel: "open" | "none";
  /** Only explanations open a writer. */
  readonly explains?: boolean;
}

/** A stored API key; its plain text is not kept anywhere. */
export interface KeyEntry {
  readonly id: string;
  /** Prefix and last four characters: enough for the owner to recognise the key. */
  readonly display: string;
  /** Name of the account. */
  readonly name: string;
  readonly plan: string;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
}

/** An account, with what it has used. */
export interface AccountEntry {
  readonly name: string;
  readonly plan: string;
  readonly createdAt: Date;
  /** Keys that are not revoked. */
  readonly validKeys: number;
  /** Requests counted in its running month, the month's limit and end. */
  readonly used: number;
  readonly limit: number;
  readonly resetAt: Date;
}

/** Account, plan, and optionally the start of its months. */
export interface AccountPlan {
  readonly name: string;
  readonly plan: string;
  readonly billingStart: Date | undefined;
}

/** The accounts of a data directory. */
export interface Accounts {
  readonly plans: readonly string[];
  /**
   * Creates a key for the account of that name, and the account if it does not exist yet. The plain text of the key
   * is given only here.
   *
   * @throws CommandFailed when the account exists with another plan.
   */
  create(account: {
    readonly plan: string;
    readonly name: string;
  }): Promise<{ readonly id: string; readonly key: string }>;
  /** @throws AccountError when the name is taken or invalid. */
  createAccount(account: AccountPlan): Promise<void>;
  /** @throws CommandFailed when there is no such account. */
  changePlan(account: AccountPlan): Promise<void>;
  /** Oldest first. */
  listAccounts(): Promise<readonly AccountEntry[]>;
  /** Oldest first. */
  list(): Promise<readonly KeyEntry[]>;
  /** False when there is no such key; revoking twice is no error. */
  revoke(id: string): Promise<boolean>;
  /** Whether the plain-text key is valid. */
  isValid(key: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Options of a server; undefined ones come from the environment. */
export interface ServerOptions {
  readonly dataDirectory: string;
  readonly host: string | undefined;
  readonly port: string | undefined;
  /** How many processes answer. */
  readonly workers?: string | undefined;
  /** As if this were the current UTC day. */
  readonly today: string | undefined;
  /** Only judge texts, for other services. */
  readonly inferenceOnly?: boolean;
}

/** A server whose settings have been checked. */
export interface PreparedServer {
  /** Warnings about the settings, one sentence each. */
  readonly warnings: readonly string[];
  /**
   * @param sample Data that is being loaded meanwhile; null where none is.
   * @param demoKey Key that a page on this machine may log in with by itself; null where there is none.
   */
  listen(sample: SampleLoading | null, demoKey: string | null): Promise<RunningServer>;
}

/** A listening server. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Takes no more requests, lets the running ones end, closes accounts and data. */
  stop(): Promise<void>;
  /** Call it when less of the sample remains to be loaded. Left out where the server sees that by itself. */
  readonly sampleAdvanced?: () => void;
}

/** A process that collects. */
export interface RunningCollector {
  /** Gives it at most 25 seconds to store what it has read. */
  stop(): Promise<void>;
}

/** Parts of the system behind the commands, each opened only on use. */
export interface Backends {
  /**
   * Makes a folder the copy of the newest state of a place in object storage.
   *
   * @returns The folder, absolute.
   */
  openObjectCache(options: ObjectCacheOptions): Promise<string>;
  openDataset(options: OpenDatasetOptions): Promise<Dataset>;
  ingest(options: IngestFilesOptions): Promise<FileIngestReport>;
  annotate(options: AnnotateFilesOptions, write: (line: AnnotatedLine) => Promise<void>): Promise<AnnotateReport>;
  publish(options: PublishOptions): Promise<PublishReport>;
  /** The parts of the days that wait, as lines. */
  waitingParts(of: StoredNamespace, parts: number): Promise<string[]>;
  /** Rolls up parts of days; gives how many. */
  rollUpDays(
    of: StoredNamespace,
    parts: AsyncIterable<string>,
    write: (line: RolledLine) => Promise<void>,
  ): Promise<number>;
  publishRolled(options: PublishRolledOptions): Promise<PublishRolledReport>;
  /** Polls the sources of a configuration until the signal fires. */
  collect(options: CollectorOptions & { readonly signal: AbortSignal }): Promise<void>;
  /** Collects in a separate process, which is restarted when it ends. */
  startCollector(options: { readonly dataDirectory: string; readonly sourceFile: string }): RunningCollector;
  /** Polls one source once. */
  pollSource(
    options: CollectorOptions & { readonly signal: AbortSignal },
    source: ConfiguredSource,
    backfill: { readonly fromMs: number; readonly toMs: number } | null,
  ): Promise<PollReport>;
  rebuild(options: RebuildDerivedOptions): Promise<readonly RebuiltNamespace[]>;
  importReference(options: ImportReferenceOptions): Promise<ImportReport & { readonly malformed: number }>;
  repair(dataDirectory: string): Promise<RepairReport>;
  storedTables(dataDirectory: string): Promise<StoredTables>;
  /** Switches the Delta logs of the tables on, or off with null. */
  switchOpenTables(dataDirectory: string, settings: OpenTableSettings | null): Promise<void>;
  startSample(options: StartSampleOptions): Promise<SampleLoading>;
  /** Whether a directory holds nothing, the invented sample or own data. */
  folderContent(dataDirectory: string): Promise<FolderContent>;
  openAccounts(dataDirectory: string, now: () => Date): Promise<Accounts>;
  /** @throws WrongUse naming every setting that cannot be used. */
  prepareServer(options: ServerOptions): Promise<PreparedServer>;
}
