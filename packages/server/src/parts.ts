import type { Dataset, Operation, UtcDay } from "@market-sentiment/core";
import type { AnswerLimits } from "./answers/operation-answers.js";
import type { ConnectionLimits } from "./connections/limits.js";
import type { KeyLookup } from "./accounts/store.js";
import type { Metrics } from "./operating/metrics.js";
import type { Startup } from "./operating/startup.js";
import type { DiskFault } from "./operating/disk-probe.js";
import type { QuotaGate } from "./quota/index.js";

/** Where log lines go, and their least level. Lines never hold keys, query strings or texts. */
export interface LogOptions {
  readonly level: "fatal" | "error" | "warn" | "info" | "debug" | "trace";
  /** Standard output when left out. */
  readonly stream?: { write(line: string): void };
}

/** What a server is put together from. Everything with state or I/O is passed in; the caller closes it. */
export interface ServerParts {
  readonly dataset: Dataset;
  readonly accounts: KeyLookup;
  /** What is served; every operation of core when left out. */
  readonly operations?: readonly Operation[];
  /** Limits; none when left out. */
  readonly quota?: QuotaGate;
  /** The real time; read once per request. */
  readonly now?: () => Date;
  /** Answer as on this day, for replays; the current UTC day when left out. */
  readonly today?: UtcDay | undefined;
  /** Address that a 403 for professional routes names. */
  readonly upgradeAddress?: string;
  readonly deadlineMs?: number;
  /** How much work and memory answers may take; {@link CACHE_BYTES} and the like where left out. */
  readonly limits?: Partial<AnswerLimits>;
  /** What one connection may hold; {@link CONNECTION_LIMITS} where left out. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Refused keys per minute and address before further ones are answered 429. */
  readonly failedKeysPerMinute?: number;
  /** Proxies whose `X-Forwarded-For` is believed; none when left out. */
  readonly trustedProxies?: readonly string[];
  /** Origins whose pages may ask, `*` for every one; none when left out. */
  readonly corsOrigins?: readonly string[];
  /** The token for `/metrics` on the service's own port; left out, the port does not serve metrics. */
  readonly metricsToken?: string | null;
  /** Given what the server measures, for a port of its own. */
  readonly onMetrics?: (metrics: Metrics) => void;
  /** What keeps requests from being counted, on the disk of the counters; never asked when left out. */
  readonly diskFault?: () => Promise<DiskFault | null>;
  /** How long one namespace may take to say how it is. */
  readonly healthTimeoutMs?: number;
  /** What is still to come while it serves already; nothing when left out. */
  readonly startup?: Startup;
  /** Key of a demo that the page may log in with by itself; none when left out. Only for servers that listen on loopback. */
  readonly demoKey?: string | undefined;
  /** Silent when left out. */
  readonly log?: LogOptions | undefined;
}
