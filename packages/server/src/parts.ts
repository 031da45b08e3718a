import type { Dataset, Operation, UtcDay } from "@market-sentiment/core";
import type { AnswerLimits } from "./answers/operation-answers.js";
import type { ConnectionLimits } from "./connections/limits.js";
import type { KeyLookup } from "./accounts/store.js";
import type { MetricFigures, Metrics } from "./operating/metrics.js";
import type { Startup } from "./operating/startup.js";
import type { DiskFault } from "./operating/disk-probe.js";
import type { QuotaGate } from "./quota/index.js";

/** Where log lines go, and their lowest level. Lines never hold keys, query strings or texts. */
export interface LogOptions {
  readonly level: "fatal" | "error" | "warn" | "info" | "debug" | "trace";
  /** Default: standard output. */
  readonly stream?: { write(line: string): void };
}

/** The parts of a server. Everything with state or I/O is passed in; the caller closes it. */
export interface ServerParts {
  readonly dataset: Dataset;
  readonly accounts: KeyLookup;
  /** Operations to serve. Default: all of core's. */
  readonly operations?: readonly Operation[];
  /** Limits of accounts. Default: none. */
  readonly quota?: QuotaGate;
  /** The real time, read once per request. */
  readonly now?: () => Date;
  /** Answer as of this day, for replays. Default: the current UTC day. */
  readonly today?: UtcDay | undefined;
  /** Where to upgrade: the address in a 403 for professional routes. */
  readonly upgradeAddress?: string;
  readonly deadlineMs?: number;
  /** Limits on the work and memory for answers. Defaults: {@link CACHE_BYTES} and the like. */
  readonly limits?: Partial<AnswerLimits>;
  /** Limits of connections. Default: {@link CONNECTION_LIMITS}. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** Refused keys per minute and address before further ones are answered 429. */
  readonly failedKeysPerMinute?: number;
  /** Proxies whose `X-Forwarded-For` is trusted. Default: none. */
  readonly trustedProxies?: readonly string[];
  /** Origins whose pages may send requests, `*` for every one. Default: none. */
  readonly corsOrigins?: readonly string[];
  /** The token for `/metrics` on the service's own port. Without it, that port does not serve metrics. */
  readonly metricsToken?: string | null;
  /** Receives the server's metrics, to serve them on a separate port. */
  readonly onMetrics?: (metrics: Metrics) => void;
  /** Figures of all processes that answer on the same port. Left out where this one answers alone. */
  readonly figuresOfAll?: () => Promise<readonly MetricFigures[]>;
  /** Checks whether the counters' disk still takes requests. Default: no check. */
  readonly diskFault?: () => Promise<DiskFault | null>;
  /** Time limit for the health of one namespace. */
  readonly healthTimeoutMs?: number;
  /** Parts still missing while it already serves. Default: none. */
  readonly startup?: Startup;
  /** A demo key with which the page logs in by itself. Default: none. Only for servers that listen on loopback. */
  readonly demoKey?: string | undefined;
  /** Default: no logging. */
  readonly log?: LogOptions | undefined;
}
