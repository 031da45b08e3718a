import { setTimeout as pause } from "node:timers/promises";
import { HttpSender } from "../adapters/collect/http-sender.js";
import { writerIsOver } from "../adapters/duckdb/writer-is-over.js";
import type { PollReport } from "../collect/poll-source.js";
import type { ConfiguredSource } from "../collect/source-config.js";
import type { PollContext } from "../collect/source-connector.js";
import { MarketDataError } from "../errors.js";
import { Collector } from "./collector.js";
import type { CollectorOptions } from "./collector-options.js";
import { withIngestSession } from "./ingest-session.js";

/** How often to try for the lock while another process holds it, or for a store that went away. */
const PLACE_EVERY_MS = 2_000;

/**
 * Takes the write lock and collects until the signal fires. While another process has the lock, waits for it. When the writer
 * is over (another took its place, or nobody knows whether its last publication was taken), opens it again, for as long as it takes,
 * and reads again what was not stored. Stores everything read by then and abandons open requests.
 *
 * @throws SourceConfigError, MarketDataError as `openWriter`, except `store_locked`.
 */
export async function collect(options: CollectorOptions & { readonly signal: AbortSignal }): Promise<void> {
  // Report a faulty configuration at once, instead of after waiting for another collector to end.
  await options.readConfig();
  let wasTold = false;
  let wasOver = false;
  while (!options.signal.aborted) {
    try {
      await withCollector(options, (collector) => collector.run(options.signal));
      return;
    } catch (cause) {
      const isLocked = cause instanceof MarketDataError && cause.code === "store_locked";
      if (isLocked && !wasTold) options.onEvent?.({ kind: "waiting_for_place" });
      wasTold ||= isLocked;
      wasOver ||= writerIsOver(cause);
      if (!isLocked && !writerIsOver(cause) && !(wasOver && isAway(cause))) throw cause;
      await pause(PLACE_EVERY_MS, undefined, { signal: options.signal }).catch(() => undefined);
    }
  }
}

/** Whether a store that was there may come back. */
function isAway(cause: unknown): boolean {
  return cause instanceof MarketDataError && (cause.code === "engine_unavailable" || cause.code === "store_unwritable");
}

/**
 * Polls one source once, now, or reads a past interval again. Stored when the promise resolves.
 *
 * @throws MarketDataError `store_locked` while another process collects.
 */
export async function pollOnce(
  options: CollectorOptions & { readonly signal?: AbortSignal },
  source: ConfiguredSource,
  backfill: PollContext<unknown, unknown>["backfill"] = null,
): Promise<PollReport> {
  return withCollector(options, (collector) => collector.once(source, backfill, options.signal));
}

/** @throws MarketDataError as `openWriter`. */
async function withCollector<Result>(
  options: CollectorOptions,
  work: (collector: Collector) => Promise<Result>,
): Promise<Result> {
  // Publish only at the end of the run, so that rows and cursors go out together.
  return withIngestSession({ ...options, publishEveryMs: Number.MAX_SAFE_INTEGER }, async (run, stored) => {
    const config = await options.readConfig();
    const sender = new HttpSender({ contact: config.contact, now: options.now, limits: options.limits ?? {} });
    const collector = new Collector(options, config, run, (namespace) => stored.sources(namespace), sender);
    try {
      return await work(collector);
    } finally {
      await collector.close();
      await sender.close();
    }
  });
}
