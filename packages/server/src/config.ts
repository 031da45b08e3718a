import { totalmem } from "node:os";
import type { UtcDay } from "@market-sentiment/core";
import type { LanguageModelOptions } from "@market-sentiment/core/node";
import { languageModelOf, missingExplainerSetting } from "./explainer-config.js";
import { settings } from "./settings.js";
import { missingTrinoSetting, type TrinoConfig, trinoOf } from "./trino-config.js";

/** Settings of a stand-alone server. */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of the data, and of the accounts unless `accountsFile` is set. */
  readonly dataDirectory: string;
  /** Null: `accounts.db` in the data folder. */
  readonly accountsFile: string | null;
  /** Answer as of this day; null for the current day. */
  readonly today: UtcDay | null;
  /** Null: silent. */
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | null;
  readonly upgradeAddress: string;
  /** How long a stop waits for requests under way, in milliseconds. */
  readonly drainMs: number;
  /** Writes explanations; null for the built-in writer. */
  readonly languageModel: LanguageModelOptions | null;
  /** Null: limits are counted on this machine alone. */
  readonly redisUrl: string | null;
  /** Memory for cached answers, in bytes. */
  readonly cacheBytes: number;
  /** Memory for copies of daily tables and mentions, in bytes; 0: all reads are of files. */
  readonly hotBytes: number;
  /** Reads the tables; null: DuckDB does. */
  readonly trino: TrinoConfig | null;
  /** Processes that answer requests on the same port. */
  readonly workers: number;
  /** Operations that may run at the same time, and that may wait. */
  readonly concurrent: number;
  readonly queued: number;
  /** Connections at the same time. */
  readonly connections: number;
  /** How long an operation may run, in milliseconds. */
  readonly statementMs: number;
  /** Refused keys per minute and address. */
  readonly failedKeysPerMinute: number;
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may send requests; `*` means every origin. */
  readonly corsOrigins: readonly string[];
  readonly metrics: MetricsConfig;
  readonly inference: InferenceConfig;
}

/** Where sentiment is judged. */
export interface InferenceConfig {
  /** An inference service; null: in this process. */
  readonly url: string | null;
  /** Null: no token is sent. */
  readonly token: string | null;
  /** Threads of a model in this process; null: as many as suit the machine. */
  readonly workers: number | null;
}

/** Where `/metrics` is. */
export interface MetricsConfig {
  /** Null: no port of its own. */
  readonly port: number | null;
  readonly host: string;
  /** Null: not on the service's port. */
  readonly token: string | null;
}

/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A faulty setting. */
export interface ConfigFault {
  readonly name: string;
  readonly message: string;
}

/** Lists every faulty setting. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(["Faulty settings:", ...faults.map(({ name, message }) => `  ${name}: ${message}`)].join("\n"));
    this.faults = faults;
  }
}

/**
 * Reads the settings. An empty value counts as left out. The command line puts its options over the environment's
 * before calling this, so both follow the same rules.
 *
 * @param memoryBytes Memory that this process may use: what the settings leave open follows from it.
 * @throws ConfigError with every faulty setting.
 */
export function readConfig(environment: Environment, memoryBytes: number = memoryOfMachine()): ServerConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim() !== ""));
  const parsed = settings.safeParse(present);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => ({ name: path.join("."), message })));
  }
  const { data } = parsed;
  const missing = missingExplainerSetting(data);
  if (missing !== null) {
    throw new ConfigError([{ name: missing, message: "must be set too: explanations need both address and model" }]);
  }
  const unnamed = missingTrinoSetting(data);
  if (unnamed !== null) throw new ConfigError([{ name: unnamed, message: "must be set: SENTIMENT_ENGINE is trino" }]);
  return {
    host: data.HOST,
    port: data.PORT,
    dataDirectory: data.SENTIMENT_DATA,
    accountsFile: data.SENTIMENT_ACCOUNTS ?? null,
    today: data.SENTIMENT_TODAY ?? null,
    logLevel: data.SENTIMENT_LOG === "silent" ? null : data.SENTIMENT_LOG,
    upgradeAddress: data.SENTIMENT_UPGRADE_URL,
    drainMs: data.SENTIMENT_DRAIN_SECONDS * 1_000,
    languageModel: languageModelOf(data),
    redisUrl: data.REDIS_URL ?? null,
    cacheBytes: data.SENTIMENT_CACHE_MB * 1_000_000,
    hotBytes: data.SENTIMENT_HOT_MB === undefined ? hotBytesFor(memoryBytes) : data.SENTIMENT_HOT_MB * 1_000_000,
    trino: trinoOf(data),
    workers: data.SENTIMENT_WORKERS,
    concurrent: data.SENTIMENT_CONCURRENT,
    queued: data.SENTIMENT_QUEUED,
    connections: data.SENTIMENT_CONNECTIONS,
    statementMs: data.SENTIMENT_STATEMENT_SECONDS * 1_000,
    failedKeysPerMinute: data.SENTIMENT_FAILED_KEYS,
    trustedProxies: data.SENTIMENT_TRUST_PROXY ?? [],
    corsOrigins: data.SENTIMENT_CORS_ORIGINS ?? [],
    metrics: {
      port: data.SENTIMENT_METRICS_PORT ?? null,
      host: data.SENTIMENT_METRICS_HOST,
      token: data.SENTIMENT_METRICS_TOKEN ?? null,
    },
    inference: {
      url: data.SENTIMENT_INFERENCE_URL ?? null,
      token: data.SENTIMENT_INFERENCE_TOKEN ?? null,
      workers: data.SENTIMENT_MODEL_WORKERS ?? null,
    },
  };
}

/** Share of the memory that copies take where the settings do not say: the system's cache of files wants the rest. */
const hotShare = 0.1;

/** Whole megabytes, as the setting has them. */
function hotBytesFor(memoryBytes: number): number {
  return Math.floor((memoryBytes * hotShare) / 1_000_000) * 1_000_000;
}

/** Memory of the machine, or of the container where that is less. */
function memoryOfMachine(): number {
  // 0, or more than the machine has, where nothing limits it.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}
