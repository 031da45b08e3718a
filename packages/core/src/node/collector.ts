import type { HttpSender } from "../adapters/collect/http-sender.js";
import { RejectFile, rejectPath } from "../adapters/record-files/reject-file.js";
import { HandedPages } from "../collect/handed-pages.js";
import { type CollectedPage, newSourceState, type PollReport, pollSource } from "../collect/poll-source.js";
import { PublicationQueue } from "../collect/publication-queue.js";
import { dueAfter, firstRhythm, nextPollMs, type Rhythm, rhythmAfter } from "../collect/schedule.js";
import { key, keyOf } from "../collect/source-key.js";
import { NotStored, SourcePositions } from "../collect/source-positions.js";
import type { ConfiguredSource, SourceConfig } from "../collect/source-config.js";
import type { PollContext } from "../collect/source-connector.js";
import { hintUses } from "../ingest/hint-use.js";
import { namespaces } from "../namespaces/index.js";
import type { NamespaceDefinition } from "../namespaces/define.js";
import type { SourceStateRow } from "../storage/source-tables.js";
import { writerIsOver } from "../adapters/duckdb/writer-is-over.js";
import { hintUseOf, recordsOf } from "./collected-pages.js";
import type { CollectEvent, CollectorOptions } from "./collector-options.js";
import { isAborted, restUnlessAborted } from "./rest-unless-aborted.js";
import { fingerprint, fingerprintOf } from "./source-fingerprint.js";
import type { SessionRun } from "./ingest-session.js";

/** How often the configuration is checked. */
const CONFIG_EVERY_MS = 2_000;

/** Polls the sources of a configuration while it holds the writer's place. */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #run: (run: SessionRun) => Promise<unknown>;
  readonly #sourcesOf: (namespace: NamespaceDefinition) => Promise<SourceStateRow[]>;
  readonly #sender: HttpSender;
  readonly #queues = new Map<NamespaceDefinition, PublicationQueue>();
  readonly #positions = new SourcePositions();
  readonly #handed = new HandedPages();
  readonly #loops = new Map<
    string,
    { readonly stop: AbortController; readonly ended: Promise<void>; readonly of: string }
  >();
  /** Fires, with the error, when the writer publishes nothing more. */
  readonly #over = new AbortController();
  #config: SourceConfig;

  constructor(
    options: CollectorOptions,
    config: SourceConfig,
    run: (run: SessionRun) => Promise<unknown>,
    sourcesOf: (namespace: NamespaceDefinition) => Promise<SourceStateRow[]>,
    sender: HttpSender,
  ) {
    this.#options = options;
    this.#config = config;
    this.#run = run;
    this.#sourcesOf = sourcesOf;
    this.#sender = sender;
  }

  /** Collects until the signal fires. @throws What ended the writer, once all polls have stopped. */
  async run(stop: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stop, this.#over.signal]);
    await this.#loadStates();
    await this.#follow(this.#config);
    this.#tell({ kind: "started", sources: this.#loops.size });
    let fault = "";
    while (!signal.aborted) {
      await restUnlessAborted(CONFIG_EVERY_MS, signal);
      if (isAborted(signal)) break;
      try {
        const next = await this.#options.readConfig();
        fault = "";
        if (fingerprint(next) !== fingerprint(this.#config)) {
          await this.#follow(next);
          this.#tell({ kind: "reconfigured", sources: this.#loops.size });
        }
      } catch (cause) {
        // Keep the current sources until the file is readable again.
        const message = cause instanceof Error ? cause.message : String(cause);
        if (message !== fault) this.#tell({ kind: "config_fault", message });
        fault = message;
      }
    }
    for (const { stop } of this.#loops.values()) stop.abort();
    await Promise.all([this.close(), ...[...this.#loops.values()].map(({ ended }) => ended)]);
    await this.close();
    this.#over.signal.throwIfAborted();
  }

  async once(
    source: ConfiguredSource,
    backfill: PollContext<unknown, unknown>["backfill"],
    signal: AbortSignal | undefined,
  ): Promise<PollReport> {
    await this.#loadStates();
    const polled = this.#poll(source, { memory: undefined, backfill, rhythm: firstRhythm, signal });
    void this.#queueOf(source.namespace).close();
    try {
      const report = await polled;
      await this.close();
      const failure = this.#positions.failure(keyOf(source));
      if (failure !== null) throw failure;
      return report;
    } catch (cause) {
      throw cause instanceof NotStored ? (cause.cause ?? cause) : cause;
    }
  }

  /** Publishes everything handed over. */
  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()));
    await this.#handed.allSettled();
  }

  async #loadStates(): Promise<void> {
    for (const namespace of namespaces)
      for (const state of await this.#sourcesOf(namespace)) this.#positions.load(key(namespace, state.source), state);
  }

  /** Starts new and changed sources, stops removed ones, and records which are switched off. */
  async #follow(config: SourceConfig): Promise<void> {
    this.#config = config;
    const wanted = new Map(config.sources.map((source) => [keyOf(source), source]));
    for (const [name, loop] of this.#loops) {
      const source = wanted.get(name);
      if (source?.enabled === true && fingerprintOf(source) === loop.of) continue;
      loop.stop.abort();
      await loop.ended;
      this.#loops.delete(name);
    }
    for (const [name, source] of wanted) {
      if (!source.enabled) this.#switchOff(source, "paused", newSourceState(source, this.#nowMs()));
      else if (!this.#loops.has(name)) {
        const stop = new AbortController();
        this.#loops.set(name, { stop, ended: this.#loop(source, stop.signal), of: fingerprintOf(source) });
      }
    }
    for (const [name, state] of this.#positions.all()) {
      const namespace = namespaces.find(({ id }) => name === key({ id }, state.source));
      if (namespace !== undefined && !wanted.has(name))
        this.#switchOff({ name: state.source, namespace }, "removed", state);
    }
  }

  /** Records that a source is no longer polled, so that its silence is not a fault. */
  #switchOff(source: CollectedPage["source"], reason: string, unknown: SourceStateRow): void {
    const name = keyOf(source);
    const from = this.#positions.get(name);
    const before = from ?? unknown;
    if (!before.enabled && before.reason === reason) return;
    const state = { ...before, enabled: false, reason, due_at: null };
    // If this is not stored, the next start records it.
    this.#handOver(from, { source, records: [], progress: { state, poll: null, coverage: [] } });
  }

  /** Hands a page over for publication. @throws NotStored where the page before it was not stored. */
  #handOver(from: SourceStateRow | null, page: CollectedPage): void {
    const name = keyOf(page.source);
    this.#positions.advance(name, from, page.progress.state);
    const settled = this.#queueOf(page.source.namespace)
      .add(page)
      .catch(() => undefined);
    this.#handed.add(name, page.records.length > 0, settled);
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }

  /** Polls a source repeatedly, never twice at once. */
  async #loop(source: ConfiguredSource, signal: AbortSignal): Promise<void> {
    const { now, random = Math.random } = this.#options;
    const name = keyOf(source);
    let rhythm: Rhythm = firstRhythm;
    let memory: unknown;
    const last = this.#positions.get(name)?.polled_at ?? null;
    // A restarted collector must not repeat a poll that just happened.
    const due = last === null ? now().getTime() : nextPollMs(source, firstRhythm, last, null, 0);
    let nextMs = Math.max(due, now().getTime() + Math.min(5_000, source.everyMs ?? 0) * random());
    while (!signal.aborted) {
      await restUnlessAborted(nextMs - now().getTime(), signal);
      if (isAborted(signal)) return;
      if (this.#positions.forget(name)) {
        rhythm = { ...rhythm, failures: rhythm.failures + 1 };
        memory = undefined;
        nextMs = nextPollMs(source, rhythm, now().getTime(), null, random());
        continue;
      }
      try {
        const report = await this.#poll(source, { memory, backfill: null, rhythm, signal });
        memory = report.memory;
        rhythm = rhythmAfter(rhythm, report, now().getTime());
        const again = report.reason === "more_pages";
        nextMs = again ? now().getTime() : nextPollMs(source, rhythm, now().getTime(), report.waitMs, random());
        this.#tell({ kind: "polled", source: source.name, report });
      } catch (cause) {
        if (isAborted(signal)) return;
        // Already reported; the source is checked again before its next poll.
        if (cause instanceof NotStored) continue;
        rhythm = { ...rhythm, failures: rhythm.failures + 1 };
        nextMs = nextPollMs(source, rhythm, now().getTime(), null, random());
        const message = cause instanceof Error ? cause.message : String(cause);
        this.#tell({ kind: "not_stored", source: source.name, message });
      }
    }
  }

  async #poll(
    source: ConfiguredSource,
    of: {
      readonly memory: unknown;
      readonly backfill: PollContext<unknown, unknown>["backfill"];
      readonly rhythm: Rhythm;
      readonly signal: AbortSignal | undefined;
    },
  ): Promise<PollReport> {
    const name = keyOf(source);
    const { connector, allowPrivateNetworks } = source;
    let known = this.#positions.get(name);
    return pollSource(
      source,
      known,
      {
        now: this.#options.now,
        signal: of.signal,
        send: (request) =>
          this.#sender.send(request, {
            hostPauseMs: connector.hostPauseMs,
            allowPrivateNetworks,
            obeysRobots: connector.obeysRobots === true,
            signal: of.signal,
          }),
        commit: async (page) => {
          await this.#handed.room(name);
          this.#handOver(known, page);
          known = page.progress.state;
        },
        dueMs: ({ outcome, endedMs, waitMs }) =>
          dueAfter(source, rhythmAfter(of.rhythm, { outcome }, endedMs), endedMs, waitMs),
      },
      { memory: of.memory, backfill: of.backfill },
    );
  }

  #queueOf(namespace: NamespaceDefinition): PublicationQueue {
    const known = this.#queues.get(namespace);
    if (known !== undefined) return known;
    const publish = async (pages: readonly CollectedPage[]) => {
      try {
        await this.#publish(namespace, pages);
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        for (const { source } of pages)
          if (this.#positions.takeBack(keyOf(source), new NotStored(message, { cause })))
            this.#tell({ kind: "not_stored", source: source.name, message });
        if (writerIsOver(cause)) this.#over.abort(cause);
        throw cause;
      }
      for (const { source, progress } of pages) this.#positions.settle(keyOf(source), progress.state);
    };
    const queue = new PublicationQueue(publish, () => this.#nowMs(), this.#options.quietMs);
    this.#queues.set(namespace, queue);
    return queue;
  }

  /** One publication: the rows of the pages, and with the last of them the progress of their sources. */
  async #publish(namespace: NamespaceDefinition, pages: readonly CollectedPage[]): Promise<void> {
    const { now, dataDirectory } = this.#options;
    const startedMs = this.#nowMs();
    const at = now()
      .toISOString()
      .replaceAll(/[^0-9TZ]/g, "");
    const name = `${pages[0]?.source.name ?? "live"}-${at}`;
    const rejects = new RejectFile(rejectPath(dataDirectory, namespace.id, [name]));
    try {
      // How hints are used depends on the source, so pages with different settings are ingested one after the other.
      for (const use of hintUses) {
        const group = pages.filter((page) => hintUseOf(page) === use);
        if (group.length === 0) continue;
        await this.#run({
          namespace,
          records: recordsOf(group),
          source: "live sources",
          runId: `${namespace.id} live`,
          sources: group.map(({ progress }) => progress),
          hintUse: use,
          readAtMs: now().getTime(),
          now,
          reject: (record) => rejects.add(record),
        });
      }
    } finally {
      await rejects.finish();
    }
    const records = pages.reduce((sum, page) => sum + page.records.length, 0);
    const of = { polls: pages.length, records, tookMs: this.#nowMs() - startedMs };
    this.#tell({ kind: "published", namespace: namespace.id, ...of });
  }

  #tell(event: CollectEvent): void {
    this.#options.onEvent?.(event);
  }
}
