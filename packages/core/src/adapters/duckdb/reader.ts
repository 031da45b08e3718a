import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { MarketDataError } from "../../errors.js";
import type { DataStore, DataView } from "../../engine.js";
import type { Snapshot } from "../../storage/snapshot.js";
import { followStore } from "../object-storage/open-cache.js";
import type { RemoteReader } from "../object-storage/remote-reader.js";
import { layout } from "./data-layout.js";
import { HotFiles } from "./hot-files.js";
import { openInstance } from "./instance.js";
import { readSnapshot, readVersion } from "./snapshot-files.js";
import { type ReaderParts, SnapshotView } from "./snapshot-view.js";

/** Open views of the past. A program that walks through time asks several questions of each instant. */
const keptPastViews = 16;

/** Options of a reader. */
export interface ReaderOptions {
  /** Idle connections kept per namespace and state. */
  readonly connections?: number;
  /** Threads per query. */
  readonly threads?: number;
  /** Folder for what long answers put aside while they are sent; the system's when left out. */
  readonly temporaryDirectory?: string;
  /**
   * Memory for copies of daily tables and mentions, in bytes, from which reads are answered faster. The newest months are copied
   * first, mentions last, in the background after the first query; what has no room is read from its files. 0 or left out: no
   * copies.
   */
  readonly hotBytes?: number;
  /** Called when a file could not be copied into memory. It is read from disk instead. */
  readonly onHotFault?: (error: Error) => void;
  /**
   * Called when the object store that the directory is the cache of cannot be read, once until it can again. Reads go on with the
   * state that is there.
   */
  readonly onStoreFault?: (error: Error) => void;
}

/** Where a reader learns which state is the newest one. */
export interface PublishedStates {
  /** Its number; asked for by every view. */
  readonly version: () => Promise<number>;
  readonly snapshot: () => Promise<Snapshot>;
}

/**
 * Opens a data directory for reading. Any number of processes may do so, even while one writes: a view binds the table
 * names to exactly the files of one published snapshot, and published files never change.
 *
 * @throws MarketDataError `engine_unavailable` when the client is not installed or cannot start.
 */
export async function openReader(directory: string, options: ReaderOptions = {}): Promise<DataStore> {
  const root = resolve(directory);
  return openReaderOf(root, options, { version: () => readVersion(root), snapshot: () => readSnapshot(root) });
}

/**
 * {@link openReader} for states of a directory that somebody else chooses.
 *
 * @param of `followsShown`: whether the cache of an object store needs the state that the Delta logs show.
 */
export async function openReaderOf(
  root: string,
  options: ReaderOptions,
  states: PublishedStates,
  { followsShown = false } = {},
): Promise<DataStore> {
  const instance = await openInstance([join(root, layout.files)], options.threads ?? 1);
  const { connections = 4, temporaryDirectory = tmpdir(), hotBytes = 0, onHotFault } = options;
  const hot = hotBytes > 0 ? new HotFiles(root, instance, hotBytes, onHotFault ?? (() => undefined)) : null;
  const store = await followStore(root, { followsShown, onFault: options.onStoreFault ?? (() => undefined) });
  return new DuckDbReader({ root, instance, idleLimit: connections, temporaryDirectory, hot }, states, store);
}

class DuckDbReader implements DataStore {
  readonly #parts: ReaderParts;
  readonly #states: PublishedStates;
  readonly #store: RemoteReader | null;
  #current: SnapshotView | null = null;
  #refresh: Promise<SnapshotView> | null = null;
  /** Views of the past by instant, least recently used first. */
  readonly #past = new Map<number, SnapshotView>();

  constructor(parts: ReaderParts, states: PublishedStates, store: RemoteReader | null) {
    this.#parts = parts;
    this.#states = states;
    this.#store = store;
  }

  get fault(): string | null {
    return this.#store?.fault ?? null;
  }

  async view(asOf?: Date): Promise<DataView> {
    const newest = await this.#newest();
    // If nothing has been published since, the current tables answer.
    const histories = Object.values(newest.snapshot.history ?? {});
    if (asOf === undefined || histories.every(({ publishedAt }) => asOf.getTime() >= Date.parse(publishedAt)))
      return newest;
    const known = this.#past.get(asOf.getTime());
    const view = known?.snapshot.version === newest.snapshot.version ? known : this.#viewOf(newest.snapshot, asOf);
    if (view !== known) known?.retire();
    this.#past.delete(asOf.getTime());
    this.#past.set(asOf.getTime(), view);
    const [oldest] = this.#past.keys();
    if (this.#past.size > keptPastViews && oldest !== undefined) {
      this.#past.get(oldest)?.retire();
      this.#past.delete(oldest);
    }
    return view;
  }

  async #newest(): Promise<SnapshotView> {
    const version = await this.#states.version();
    if (version === 0 && this.fault !== null) throw new MarketDataError("engine_unavailable", this.fault);
    if (this.#current?.snapshot.version === version) return this.#current;
    // Callers that arrive together share one refresh.
    this.#refresh ??= this.#openView().finally(() => (this.#refresh = null));
    return this.#refresh;
  }

  async #openView(): Promise<SnapshotView> {
    const snapshot = await this.#states.snapshot();
    const previous = this.#current;
    if (previous?.snapshot.version === snapshot.version) return previous;
    const view = this.#viewOf(snapshot, null);
    this.#current = view;
    previous?.retire();
    return view;
  }

  #viewOf(snapshot: Snapshot, asOf: Date | null): SnapshotView {
    return new SnapshotView(this.#parts, snapshot, asOf);
  }

  async close(): Promise<void> {
    await this.#store?.close();
    await this.#parts.hot?.close();
    this.#current?.retire();
    for (const view of this.#past.values()) view.retire();
    this.#past.clear();
    this.#parts.instance.closeSync();
  }
}
