import { Redis } from "ioredis";
import { localQuota } from "./local-quota.js";
import type { QuotaGate } from "./quota-gate.js";
import { sharedQuota, type SharedQuotaParts } from "./shared-quota.js";
import { openUsageFile } from "./usage-file.js";

/** How long Redis may take before the machine's own counters answer instead, in milliseconds. */
const redisTimeoutMs = 250;

/** Pause before reconnecting to Redis, in milliseconds. */
const reconnectMs = 500;

/** How limits are counted. */
export interface QuotaOptions {
  /** File of this machine's counters. */
  readonly path: string;
  /** Null: the limits hold for this machine alone. */
  readonly redisUrl: string | null;
  readonly now?: () => Date;
  readonly onChange?: SharedQuotaParts["onChange"] | undefined;
}

/** Limits, and how to close their files and connections. */
export interface OpenedQuota {
  readonly quota: QuotaGate;
  close(): Promise<void>;
}

/**
 * Opens the limits: in a file of this machine, or shared in Redis with that file as its backup. If Redis cannot be
 * reached, the file answers until it can; that is not an error.
 *
 * @throws AccountError `unreadable_store` when the file cannot be opened.
 */
export async function openQuota(options: QuotaOptions): Promise<OpenedQuota> {
  const { path, redisUrl, now = () => new Date(), onChange } = options;
  const file = await openUsageFile(path);
  const local = localQuota(file);
  if (redisUrl === null) return { quota: local, close: () => file.close() };
  const redis = new Redis(redisUrl, {
    commandTimeout: redisTimeoutMs,
    connectTimeout: 2_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: () => reconnectMs,
  });
  const quota = sharedQuota({ redis, local, file, now, ...(onChange ? { onChange } : {}) });
  return {
    quota,
    close: async () => {
      await quota.close();
      await file.close();
    },
  };
}
