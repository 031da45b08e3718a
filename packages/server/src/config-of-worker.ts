import type { ServerConfig } from "./config.js";

/** Threads that judge texts where the settings name no number: what one process takes on several cores. */
const MODEL_THREADS = 2;

/**
 * The settings of one of the processes that answer on the same port. What the settings allow the whole is shared out: memory,
 * operations, connections, refused keys and threads of the model add up to it. Each process needs at least one operation,
 * connection, refused key and thread, so with more processes than that the whole has as many as there are processes. Limits of
 * accounts stay as they are: all processes count together.
 *
 * @param index From 0 to `of` - 1; the first ones take what does not divide evenly.
 */
export function configOfWorker(config: ServerConfig, index: number, of: number): ServerConfig {
  const share = (whole: number) => Math.floor(whole / of) + (index < whole % of ? 1 : 0);
  const atLeastOne = (whole: number) => Math.max(1, share(whole));
  return {
    ...config,
    cacheBytes: share(config.cacheBytes),
    hotBytes: share(config.hotBytes),
    concurrent: atLeastOne(config.concurrent),
    queued: share(config.queued),
    connections: atLeastOne(config.connections),
    failedKeysPerMinute: atLeastOne(config.failedKeysPerMinute),
    inference: { ...config.inference, workers: atLeastOne(config.inference.workers ?? MODEL_THREADS) },
  };
}
