import { parseUtcDay, type UtcDay } from "@market-sentiment/core";
import type { LanguageModelOptions } from "@market-sentiment/core/node";
import { z } from "zod";
import { explainerSettings, languageModelOf, missingExplainerSetting } from "./explainer-config.js";

/** Settings of a server that runs by itself. */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of the data, also of the accounts unless `accountsFile` says otherwise. */
  readonly dataDirectory: string;
  /** Null: `accounts.db` in the data folder. */
  readonly accountsFile: string | null;
  /** Answer as on this day; null for the current one. */
  readonly today: UtcDay | null;
  /** Null: silent. */
  readonly logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | null;
  readonly upgradeAddress: string;
  /** How long a stop waits for requests under way, in milliseconds. */
  readonly drainMs: number;
  /** Writes explanations; null for the built-in writer. */
  readonly languageModel: LanguageModelOptions | null;
}

/** What the environment says, as text. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** One setting that cannot be used. */
export interface ConfigFault {
  readonly name: string;
  readonly message: string;
}

/** Names every faulty setting at once. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(["Faulty settings:", ...faults.map(({ name, message }) => `  ${name}: ${message}`)].join("\n"));
    this.faults = faults;
  }
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const settings = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(0, 65_535).default(8_080),
  SENTIMENT_DATA: z.string({ error: "must name the folder of the data" }),
  SENTIMENT_ACCOUNTS: z.string().optional(),
  SENTIMENT_TODAY: z
    .string()
    .transform((text) => parseUtcDay(text))
    .refine((day) => day !== null, "must be a day such as 2026-01-31")
    .optional(),
  SENTIMENT_LOG: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"], {
      error: "must be one of silent, fatal, error, warn, info, debug, trace",
    })
    .default("silent"),
  SENTIMENT_UPGRADE_URL: z.string().default("/docs"),
  SENTIMENT_DRAIN_SECONDS: wholeNumber(0, 600).default(25),
  ...explainerSettings,
});

/**
 * Reads the settings. An empty value counts as left out. A command line puts its own options over the environment's
 * before it asks, so both are read by the same rules.
 *
 * @throws ConfigError that names every faulty setting.
 */
export function readConfig(environment: Environment): ServerConfig {
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
  };
}
