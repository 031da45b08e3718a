import { join } from "node:path";
import type { DuckDBInstance } from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";
import { DailyStore, type DailyStoreOptions } from "../../rollup/daily-store.js";
import { type Snapshot, withFiles, withRun, withWaiting } from "../../storage/snapshot.js";
import { OpenTables } from "../delta/open-tables.js";
import { readOpenTableSettings } from "../delta/settings.js";
import { withPublication } from "../../storage/value-history.js";
import type { Publication, TableChange, TableStore } from "../../storage/table-store.js";
import { refuseLostFiles } from "./check-directory.js";
import { remoteWriterOf } from "../object-storage/open-cache.js";
import type { RemoteWriter } from "../object-storage/remote-writer.js";
import { layout } from "./data-layout.js";
import { unwritable } from "./disk-fault.js";
import { makeDirectory } from "./durable-files.js";
import type { FileSet } from "./file-set.js";
import { IdIndex } from "./id-index.js";
import { openInstance } from "./instance.js";
import { removeLeftovers, tableFilesIn } from "./leftovers.js";
import { PublishedState } from "./publication.js";
import { readSnapshot } from "./snapshot-files.js";
import { DuckDbChange } from "./table-change.js";
import { takeWriterPlace } from "./writer-lock.js";

/** Memory limit of a writer's engine. Beyond it, large files are merged in sorted runs on disk. */
const engineMegabytes = 224;

/**
 * Opens a data directory for writing, creates it if missing, and removes what a killed writer left. Deletes only files
 * with names of our own form.
 *
 * @throws MarketDataError `store_locked` while another process writes; `store_foreign` for a folder of something else;
 * `store_damaged` when its pointer, snapshot or files are lost (see `repairDirectory`); `store_unwritable` when the
 * system does not let this process write there.
 */
export async function openWriter(
  directory: string,
  options: DailyStoreOptions & HistoryOptions = {},
): Promise<DailyStore> {
  return new DailyStore(await openTables(directory, options), options);
}

/** How much of earlier values a writer keeps. */
export interface HistoryOptions {
  /**
   * For how many days back `as_of` can be asked, at least; what only older questions need is given up once a month. 1 or more; everything
   * is kept when left out.
   */
  readonly historyDays?: number | undefined;
}

/**
 * The tables of a data directory, for {@link openWriter}.
 *
 * @throws RangeError when `historyDays` is no whole number from 1 on.
 */
export async function openTables(directory: string, { historyDays }: HistoryOptions = {}): Promise<TableStore> {
  if (historyDays !== undefined && !(Number.isSafeInteger(historyDays) && historyDays >= 1))
    throw new RangeError(`historyDays must be a whole number from 1 on, not ${historyDays}.`);
  const { root, leave } = await takeWriterPlace(directory);
  let remote: RemoteWriter | null = null;
  try {
    // The newest state may be in an object store: fetch it before it is read.
    remote = await remoteWriterOf(root);
    const snapshot = await readSnapshot(root);
    const tableFiles = await tableFilesIn(root);
    await refuseLostFiles(root, snapshot, tableFiles);
    const settings = await readOpenTableSettings(root);
    // The engine would delete a folder of its own making, so give it one of ours.
    const spillDirectory = join(root, layout.staging);
    await makeDirectory(spillDirectory);
    const instance = await openInstance([root], 1, { megabytes: engineMegabytes, spillDirectory });
    const open = settings === null ? null : await OpenTables.open(root, await instance.connect(), settings, snapshot);
    // In a cache, readers may still be at an earlier state: what is old was removed when the newest state came.
    const unneeded = remote === null ? tableFiles : [];
    await removeLeftovers(root, snapshot, unneeded, (path) => open?.keeps(path) ?? false);
    return new DuckDbTables(root, instance, snapshot, { open, remote, leave, historyDays: historyDays ?? null });
  } catch (cause) {
    await remote?.close();
    leave();
    throw cause instanceof MarketDataError ? cause : unwritable(root, cause);
  }
}

class DuckDbTables implements TableStore {
  readonly #state: PublishedState;
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #ids: IdIndex;
  /** Null where no other engine reads the tables. */
  readonly #open: OpenTables | null;
  /** Null where the directory is not the cache of an object store. */
  readonly #remote: RemoteWriter | null;
  readonly #unlock: () => void;
  readonly #historyDays: number | null;
  readonly #changes = new Map<string, TableChange>();
  /** Publications run one after another, because each builds on the files of the one before. */
  #publishing: Promise<unknown> = Promise.resolve();

  constructor(
    root: string,
    instance: DuckDBInstance,
    snapshot: Snapshot,
    of: {
      readonly open: OpenTables | null;
      readonly remote: RemoteWriter | null;
      readonly leave: () => void;
      readonly historyDays: number | null;
    },
  ) {
    const { open, remote, leave, historyDays } = of;
    this.#root = root;
    this.#instance = instance;
    this.#state = new PublishedState(root, snapshot, (path) => open?.keeps(path) ?? false, remote);
    this.#ids = new IdIndex(root);
    this.#open = open;
    this.#remote = remote;
    this.#unlock = leave;
    this.#historyDays = historyDays;
  }

  get snapshot(): Snapshot {
    return this.#state.snapshot;
  }

  async change(namespace: string): Promise<TableChange> {
    const known = this.#changes.get(namespace);
    if (known !== undefined) return known;
    const change = new DuckDbChange({
      root: this.#root,
      namespace,
      connection: await this.#instance.connect(),
      ids: this.#ids,
      snapshot: () => this.snapshot,
      historyDays: this.#historyDays,
      publish: (files, publication, of) => {
        const published = this.#publishing.then(() => this.#publish(files, publication, of));
        this.#publishing = published.catch(() => undefined);
        return published;
      },
    });
    this.#changes.set(namespace, change);
    return change;
  }

  async close(): Promise<void> {
    await this.#publishing;
    await this.#follow(true);
    this.#instance.closeSync();
    await this.#remote?.close();
    this.#unlock();
  }

  /** Other engines may see a state later, but their tables never decide whether it is published. */
  async #follow(isLast: boolean): Promise<void> {
    if (this.#open === null) return;
    await this.#open.follow(this.snapshot, isLast).catch(() => undefined);
    await this.#remote?.sendLogs().catch(() => undefined);
  }

  async #publish(files: FileSet, { at, run, firstDay, waiting }: Publication, namespace: string): Promise<Snapshot> {
    const told = withWaiting(this.snapshot, namespace, waiting);
    const unchanged = files.added.length === 0 && files.dropped.length === 0 && told === this.snapshot;
    if (unchanged && (run === undefined || run.outcome === "running")) return this.snapshot;
    let next = withFiles(told, { add: files.added, drop: files.dropped, at: at.toISOString() });
    if (run !== undefined) next = withRun(next, run);
    const { isRecorded, historySince: since } = files;
    next = withHistory(next, this.snapshot, { at, firstDay, isRecorded, since, namespace });
    if (firstDay !== null) next = { ...next, firstDays: { ...next.firstDays, [namespace]: firstDay } };
    const published = await this.#state.advance(next, files, at);
    // Already published: the next publication notices what a failure here leaves.
    await this.#ids.keepOnly(published.files.filter(({ table }) => table === "mentions")).catch(() => undefined);
    await this.#follow(false);
    return published;
  }
}

/** The next state with the updated history of its namespace. */
function withHistory(
  next: Snapshot,
  before: Snapshot,
  of: Pick<Publication, "at" | "firstDay"> & {
    readonly isRecorded: boolean;
    readonly since: string | null;
    readonly namespace: string;
  },
): Snapshot {
  const { at, firstDay, isRecorded, since, namespace } = of;
  const isFirst = !before.files.some((file) => file.namespace === namespace);
  const history = withPublication(
    before.history?.[namespace],
    { at: at.toISOString(), version: before.version + 1, firstDay, isRecorded, since },
    isFirst ? null : { ...before, firstDay: before.firstDays[namespace] ?? null },
  );
  return { ...next, history: { ...next.history, [namespace]: history } };
}
