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
  /** Where `/metrics` is when it has a port of its own; else null. */
  readonly metricsAddress: string | null;
  /** The accounts that it asks: add keys here. */
  readonly accounts: AccountStore;
  /**
   * Stops: takes no more connections, lets the requests under way finish (after the configured time their connections
   * are cut), then closes the accounts and the data set. Calling it again gives the same promise.
   */
  stop(): Promise<void>;
}

/** What may be given besides the settings. */
export interface ServeOptions extends Pick<
  ServerParts,
  "operations" | "quota" | "now" | "deadlineMs" | "limits" | "startup"
> {
  /** Opened from the settings when left out. Closed by `stop` either way. */
  readonly accounts?: AccountStore;
  readonly logStream?: LogOptions["stream"];
  /** Key that pages of this machine log in with by themselves; not given out where others reach the server too. */
  readonly demoKey?: string | undefined;
}

/** File of the accounts under these settings. */
export function accountsFileOf({
  accountsFile,
  dataDirectory,
}: Pick<ServerConfig, "accountsFile" | "dataDirectory">): string {
  return accountsFile ?? join(dataDirectory, "accounts.db");
}

/** File of the counters under these settings: beside the accounts. */
export function usageFileOf(config: Pick<ServerConfig, "accountsFile" | "dataDirectory">): string {
  return join(dirname(accountsFileOf(config)), "usage.db");
}

/**
 * Listens. Prints nothing. From here on the data set and the accounts are the server's to close; when it cannot start,
 * they are closed before the error is thrown.
 *
 * @throws AccountError when the accounts cannot be opened; the system's error when the address cannot be listened on.
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
    // Counted elsewhere, requests need nothing of this disk.
    const countsHere = options.quota === undefined && config.redisUrl === null;
    app = createServer({
      ...parts,
      ...(countsHere ? { diskFault: () => diskFaultOf(dirname(usageFileOf(config))) } : {}),
      ...(config.metrics.port === null ? {} : { onMetrics: (made) => (metrics = made) }),
    });
    const served = app;
    closing.unshift(() => closeWithin(served, config.drainMs));
    const metricsAddress = await metricsAddressOf(config, metrics, closing);
    const address = await served.listen({ host: config.host, port: config.port });
    let stopping: Promise<void> | null = null;
    return { address, metricsAddress, accounts, stop: () => (stopping ??= inOrder(closing)) };
  } catch (error) {
    await inOrder(closing);
    throw error;
  }
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
