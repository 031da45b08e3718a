import { dirname, join } from "node:path";
import type { Dataset } from "@market-sentiment/core";
import type { FastifyInstance } from "fastify";
import { openAccountStore } from "./accounts/libsql-store.js";
import type { AccountStore } from "./accounts/store.js";
import type { ServerConfig } from "./config.js";
import { createServer } from "./create-server.js";
import { closeWithin } from "./connections/limited-server.js";
import { logOptions } from "./logging.js";
import type { LogOptions, ServerParts } from "./parts.js";
import { diskFaultOf } from "./operating/disk-probe.js";
import { listenForMetrics, type Metrics } from "./operating/metrics.js";
import { isLoopbackHost } from "./web/demo-login.js";
import { openQuota, type QuotaGate, type QuotaOptions } from "./quota/index.js";

/** A server that listens. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly address: string;
  /** Address of `/metrics` if it has its own port; else null. */
  readonly metricsAddress: string | null;
  /** Figures of this process; null where the settings ask for no metrics. */
  readonly metrics: Metrics | null;
  /** Its accounts: add keys here. */
  readonly accounts: AccountStore;
  /**
   * Stops: accepts no more connections, lets running requests finish (and cuts their connections after the configured
   * time), then closes the accounts and the data set. Calling it again gives the same promise.
   */
  stop(): Promise<void>;
}

/** Optional parts besides the settings. */
export interface ServeOptions extends Pick<
  ServerParts,
  "operations" | "quota" | "now" | "deadlineMs" | "limits" | "startup" | "figuresOfAll"
> {
  /** Default: opened from the settings. `stop` closes it either way. */
  readonly accounts?: AccountStore;
  readonly logStream?: LogOptions["stream"];
  /**
   * Key with which the page logs in by itself on this machine. Not given out when other machines can reach the server.
   */
  readonly demoKey?: string | undefined;
}

/** Path of the accounts file under these settings. */
export function accountsFileOf({
  accountsFile,
  dataDirectory,
}: Pick<ServerConfig, "accountsFile" | "dataDirectory">): string {
  return accountsFile ?? join(dataDirectory, "accounts.db");
}

/** Path of the counters' file under these settings: beside the accounts. */
export function usageFileOf(config: Pick<ServerConfig, "accountsFile" | "dataDirectory">): string {
  return join(dirname(accountsFileOf(config)), "usage.db");
}

/**
 * Starts listening. Prints nothing. Takes over the data set and the accounts: `stop` closes them, and so does a failed
 * start before it throws.
 *
 * @throws AccountError when the accounts cannot be opened; the system's error when it cannot listen on the address.
 */
export async function serve(
  config: ServerConfig,
  dataset: Dataset,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const closing: (() => Promise<void> | void)[] = [() => dataset.close()];
  try {
    const accounts = options.accounts ?? openAccountStore({ path: accountsFileOf(config) });
    closing.unshift(() => accounts.close());
    let [metrics, app]: [Metrics | null, FastifyInstance | null] = [null, null];
    const onChange = (state: "lost" | "healed", cause?: unknown) => {
      metrics?.sharedLimits(state);
      if (state === "lost") app?.log.error({ err: cause }, "shared limits are lost: counting on this machine alone");
      else app?.log.info("shared limits are back");
    };
    const quota = options.quota ?? (await openedQuota(config, options, onChange, closing));
    const parts = partsOf(config, dataset, accounts, { ...options, quota });
    // Requests counted in Redis need nothing of this disk.
    const countsHere = options.quota === undefined && config.redisUrl === null;
    app = createServer({
      ...parts,
      ...(countsHere ? { diskFault: () => diskFaultOf(dirname(usageFileOf(config))) } : {}),
      ...(isMeasured(config) ? { onMetrics: (made) => (metrics = made) } : {}),
    });
    const served = app;
    closing.unshift(() => closeWithin(served, config.drainMs));
    const metricsAddress = await metricsAddressOf(config, metrics, closing);
    const address = await served.listen({ host: config.host, port: config.port });
    let stopping: Promise<void> | null = null;
    return { address, metricsAddress, metrics, accounts, stop: () => (stopping ??= inOrder(closing)) };
  } catch (error) {
    await inOrder(closing);
    throw error;
  }
}

function isMeasured({ metrics: { port, token } }: ServerConfig): boolean {
  return port !== null || token !== null;
}

async function openedQuota(
  config: ServerConfig,
  { now }: ServeOptions,
  onChange: QuotaOptions["onChange"],
  closing: (() => Promise<void> | void)[],
): Promise<QuotaGate> {
  const { redisUrl } = config;
  const opened = await openQuota({ path: usageFileOf(config), redisUrl, onChange, ...(now ? { now } : {}) });
  closing.unshift(() => opened.close());
  return opened.quota;
}

async function metricsAddressOf(
  { metrics: { host, port } }: ServerConfig,
  metrics: Metrics | null,
  closing: (() => Promise<void> | void)[],
): Promise<string | null> {
  if (port === null || metrics === null) return null;
  const listening = await listenForMetrics(metrics, { host, port });
  closing.push(() => listening.close());
  return listening.address;
}

function partsOf(config: ServerConfig, dataset: Dataset, accounts: AccountStore, options: ServeOptions): ServerParts {
  const { logLevel, upgradeAddress, today, cacheBytes, concurrent, queued, statementMs } = config;
  const { failedKeysPerMinute, trustedProxies, corsOrigins, metrics, connections } = config;
  const { logStream } = options;
  const demoKey = isLoopbackHost(config.host) ? options.demoKey : undefined;
  const log = logOptions(logLevel, logStream);
  const limits = { cacheBytes, work: { concurrent, queued }, statementMs };
  const hardening = {
    connectionLimits: { connections },
    failedKeysPerMinute,
    trustedProxies,
    corsOrigins,
    metricsToken: metrics.token,
  };
  return {
    limits,
    ...hardening,
    ...options,
    demoKey,
    dataset,
    accounts,
    upgradeAddress,
    today: today ?? undefined,
    log,
  };
}

/** Runs all steps in order, even if one fails. */
async function inOrder(steps: readonly (() => Promise<void> | void)[]): Promise<void> {
  const [first, ...rest] = steps;
  if (first === undefined) return;
  try {
    await first();
  } finally {
    await inOrder(rest);
  }
}
