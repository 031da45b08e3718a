import { parseUtcDay } from "@market-sentiment/core";
import { z } from "zod";
import { CONNECTIONS } from "./connections/limits.js";
import { explainerSettings } from "./explainer-config.js";
import { trinoSettings } from "./trino-config.js";

/** Most processes that answer requests on one port. */
const MOST_WORKERS = 64;

/** One setting as the help shows it. */
export interface SettingDescription {
  readonly name: string;
  readonly description: string;
  /** The default as a user would write it; null if there is none. */
  readonly fallback: string | null;
}

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`);

const list = (isItem: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform((text) => text.split(",").map((item) => item.trim()))
    .refine((items) => items.every(isItem), message);

const address = (protocols: readonly string[], message: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), message);

const described = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  schema.meta({ description });

/** Every setting of a server: its name in the environment, its rule and what it means. */
export const settings = z.object({
  HOST: described(z.string().default("127.0.0.1"), "address to listen on"),
  PORT: described(wholeNumber(0, 65_535).default(8_080), "port to listen on; 0 takes a free one"),
  SENTIMENT_DATA: described(z.string({ error: "must name the folder of the data" }), "folder of the data"),
  SENTIMENT_ACCOUNTS: described(
    z.string().optional(),
    "file of accounts and keys; usage.db is kept beside it (default: accounts.db in the data folder)",
  ),
  SENTIMENT_TODAY: described(
    z
      .string()
      .transform((text) => parseUtcDay(text))
      .refine((day) => day !== null, "must be a day such as 2026-01-31")
      .optional(),
    "answer as on this day (default: the current UTC day)",
  ),
  SENTIMENT_LOG: described(
    z
      .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"], {
        error: "must be one of silent, fatal, error, warn, info, debug, trace",
      })
      .default("silent"),
    "from which level on to log, as JSON lines on standard output",
  ),
  SENTIMENT_UPGRADE_URL: described(z.string().default("/docs"), "where a refusal for the plan sends its reader"),
  SENTIMENT_DRAIN_SECONDS: described(wholeNumber(0, 600).default(25), "how long a stop waits for requests under way"),
  REDIS_URL: described(
    address(["redis:", "rediss:"], "must be an address such as redis://127.0.0.1:6379").optional(),
    "count limits in this Redis, for several machines (default: in usage.db, for this one)",
  ),
  SENTIMENT_CACHE_MB: described(wholeNumber(0, 100_000).default(64), "memory for answers, in megabytes; 0 keeps none"),
  SENTIMENT_HOT_MB: described(
    wholeNumber(0, 1_000_000).optional(),
    "memory for copies of daily tables and mentions, newest months first, mentions last, in megabytes; 0 reads files alone (default: a tenth of the machine's, or its container's)",
  ),
  ...trinoSettings,
  SENTIMENT_WORKERS: described(
    wholeNumber(1, MOST_WORKERS).default(1),
    "processes that answer requests on the same port; memory, work and connections are shared out among them",
  ),
  SENTIMENT_CONCURRENT: described(
    wholeNumber(1, 1_000).default(8),
    "operations that run at the same time; one account takes at most three quarters of them",
  ),
  SENTIMENT_QUEUED: described(
    wholeNumber(0, 100_000).default(128),
    "operations waiting for their turn; further ones are answered 503",
  ),
  SENTIMENT_CONNECTIONS: described(
    wholeNumber(1, 1_000_000).default(CONNECTIONS),
    "connections at the same time; one more replaces the oldest idle one",
  ),
  SENTIMENT_STATEMENT_SECONDS: described(
    wholeNumber(1, 90).default(60),
    "how long an operation may run before it is answered 503",
  ),
  SENTIMENT_FAILED_KEYS: described(
    wholeNumber(1, 1_000_000).default(60),
    "refused keys per minute and address before further ones are answered 429",
  ),
  SENTIMENT_TRUST_PROXY: described(
    list(
      (item) => /^[0-9a-fA-F.:]+(\/\d{1,3})?$/.test(item),
      "must list addresses, such as 10.0.0.1,10.1.0.0/16",
    ).optional(),
    "proxies whose X-Forwarded-For is believed, by address or network (default: none)",
  ),
  SENTIMENT_CORS_ORIGINS: described(
    list(
      (item) => item === "*" || (URL.canParse(item) && new URL(item).origin === item),
      "must list origins, such as https://example.org, or be *",
    ).optional(),
    "origins whose pages may ask this service (default: none)",
  ),
  SENTIMENT_METRICS_PORT: described(wholeNumber(0, 65_535).optional(), "port of its own for /metrics (default: none)"),
  SENTIMENT_METRICS_HOST: described(z.string().default("127.0.0.1"), "address that the metrics port listens on"),
  SENTIMENT_METRICS_TOKEN: described(
    z.string().min(16, "must have at least 16 characters").optional(),
    "serve /metrics on the service's own port to whoever sends this bearer token (default: not there)",
  ),
  SENTIMENT_INFERENCE_URL: described(
    address(["http:", "https:"], "must be an http or https address").optional(),
    "an inference service (serve --inference-only) that judges texts (default: this process does)",
  ),
  SENTIMENT_INFERENCE_TOKEN: described(
    z.string().min(16, "must have at least 16 characters").optional(),
    "bearer token that the inference service asks for, and is asked with (default: none)",
  ),
  SENTIMENT_MODEL_WORKERS: described(
    wholeNumber(1, 64).optional(),
    "threads that judge texts, about 120 MB each (default: 2, or 1 on one core)",
  ),
  ...explainerSettings,
});

/** All settings in the order of the table. */
export function describeSettings(): SettingDescription[] {
  return Object.entries(settings.shape).map(([name, schema]) => {
    const fallback = schema.safeParse(undefined);
    const known = fallback.success && fallback.data !== undefined ? String(fallback.data) : null;
    return { name, description: schema.meta()?.description ?? "", fallback: known };
  });
}
