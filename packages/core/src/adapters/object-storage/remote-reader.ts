import { setTimeout as sleep } from "node:timers/promises";
import { MarketDataError } from "../../errors.js";
import { readShown } from "../delta/shown-snapshot.js";
import { readPointer as readLocalPointer } from "../duckdb/snapshot-files.js";
import { lockForWriting } from "../duckdb/writer-lock.js";
import type { CacheMarker } from "./cache-marker.js";
import { fetchState } from "./fetch-state.js";
import type { ObjectStore } from "./object-store.js";
import { damaged, keys, readManifest, readPointer, readShownState } from "./published-objects.js";
import { fetchShownState } from "./shown-state.js";

/** Pause between looks at a lock that another process has. */
const LOCK_PAUSE_MS = 100;
/** Longest wait for the state that the Delta logs show, while another process has the lock. */
const SHOWN_WITHIN_MS = 5_000;

/** What a {@link RemoteReader} does beside its work. */
export interface RemoteReaderOptions extends Pick<CacheMarker, "maxBytes"> {
  /** Least time between two questions to the store, in milliseconds. */
  readonly everyMs?: number;
  /** Told when the store cannot be read, once until it can again. Reads go on with the state that is there. */
  readonly onFault?: (error: Error) => void;
  /**
   * Whether to have the state that the Delta logs show, too, for engines that read by them. A directory that has one
   * keeps it up to date in any case.
   */
  readonly followsShown?: boolean;
}

/** Keeps a data directory, the cache of a place in an object store, at its newest state. Any number of processes may. */
export class RemoteReader {
  readonly #store: ObjectStore;
  readonly #root: string;
  readonly #maxBytes: number | null;
  readonly #everyMs: number;
  readonly #onFault: (error: Error) => void;
  readonly #followsShown: boolean;
  #shownEtag: string | null | undefined;
  #etag: string | undefined;
  #askedAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | null = null;
  #fault: string | null = null;
  #isClosed = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(store: ObjectStore, root: string, of: RemoteReaderOptions) {
    this.#store = store;
    this.#root = root;
    this.#maxBytes = of.maxBytes;
    this.#everyMs = of.everyMs ?? 2_000;
    this.#onFault = of.onFault ?? (() => undefined);
    this.#followsShown = of.followsShown ?? false;
  }

  /** Why the newest state may not be here, as a sentence without the address, which is not for everybody; null when it is. */
  get fault(): string | null {
    return this.#fault;
  }

  /**
   * Looks for a newer state in the background from now on, asked or not: a service that nobody asked for an hour has the newest
   * state when somebody does. If there is no state here at all, waits for the first look.
   */
  async follow(): Promise<void> {
    this.#timer = setInterval(() => this.#lookUnlessJustDone(), this.#everyMs).unref();
    if (await this.#lacksState()) await this.#look();
    else this.#lookUnlessJustDone();
  }

  #lookUnlessJustDone(): void {
    if (performance.now() - this.#askedAt >= this.#everyMs / 2) void this.#look();
  }

  /** Looks now. Never fails: {@link fault} says what was wrong. */
  #look(): Promise<void> {
    this.#running ??= this.refresh()
      .then(() => void (this.#fault = null))
      .catch((cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        const isNew = this.#fault === null;
        const words = error.message.replaceAll(this.#store.name, "the object storage").replaceAll(this.#root, "here");
        this.#fault = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
        if (isNew) this.#onFault(error);
      })
      .finally(() => (this.#running = null));
    return this.#running;
  }

  /** Whether there is nothing to answer from, not even what is outdated. */
  async #lacksState(): Promise<boolean> {
    return (await this.#isEmpty()) || (await this.#lacksShown());
  }

  async #lacksShown(): Promise<boolean> {
    return this.#followsShown && !(await this.#hasShown());
  }

  async #wantsShown(): Promise<boolean> {
    return this.#followsShown || (await this.#hasShown());
  }

  /** A file that cannot be understood is fetched again. */
  async #hasShown(): Promise<boolean> {
    return (await readShown(this.#root).catch(() => null)) !== null;
  }

  async #isEmpty(): Promise<boolean> {
    return ((await readLocalPointer(this.#root)) ?? 0) === 0;
  }

  /**
   * Brings the directory to the newest state, unless another process of this machine does so.
   *
   * @throws MarketDataError `engine_unavailable`, `store_damaged`, `store_unwritable`.
   */
  async refresh(): Promise<void> {
    this.#askedAt = performance.now();
    // Before the newest state, so that it is never later than that one.
    const shown = (await this.#wantsShown())
      ? await readShownState(this.#store, this.#shownEtag ?? undefined)
      : "unchanged";
    const isShownKnown = shown === "unchanged" || (shown === null && this.#shownEtag === null);
    const pointer = await readPointer(this.#store, this.#etag);
    if (pointer === "unchanged" && isShownKnown) return;
    if (pointer === null) {
      if (await this.#isEmpty()) return;
      throw damaged(this.#store, `its object ${keys.current} is lost, while its cache ${this.#root} has data`);
    }
    const place = await this.#place();
    if (place === null) return;
    try {
      if (pointer !== "unchanged") {
        const manifest = await readManifest(this.#store, pointer);
        await fetchState(this.#store, this.#root, manifest, { maxBytes: this.#maxBytes, isKept: () => false });
        this.#etag = pointer.etag;
      }
      if (isShownKnown) return;
      await fetchShownState(this.#store, this.#root, shown?.state ?? null);
      this.#shownEtag = shown?.etag ?? null;
    } finally {
      place.leave();
    }
  }

  /**
   * The directory's lock; null where another process brings it to the newest state. If there is no state here yet, waits until
   * that process has brought one: an answer from nothing would be wrong. A writer, which keeps the lock, may keep no logs, so for
   * their state it waits a short time only.
   */
  async #place(): Promise<Awaited<ReturnType<typeof lockForWriting>> | null> {
    const untilMs = performance.now() + SHOWN_WITHIN_MS;
    for (;;) {
      try {
        return await lockForWriting(this.#root);
      } catch (cause) {
        if (!(cause instanceof MarketDataError) || cause.code !== "store_locked") throw cause;
        const mayWait = (await this.#isEmpty()) || (performance.now() < untilMs && (await this.#lacksShown()));
        if (this.#isClosed || !mayWait) return null;
        await sleep(LOCK_PAUSE_MS);
      }
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
    this.#store.close();
  }
}
