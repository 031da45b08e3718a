import { resolve } from "node:path";
import type { DuckDBInstance } from "@duckdb/node-api";
import { MarketDataError } from "../../errors.js";
import { DailyStore, type PublicationOptions } from "../../rollup/daily-store.js";
import { type Snapshot, withFiles, withRun } from "../../storage/snapshot.js";
import type { Publication, TableChange, TableStore } from "../../storage/table-store.js";
import { type FileSet, removeOrphans, removeRetired } from "./file-set.js";
import { IdIndex } from "./id-index.js";
import { openInstance } from "./instance.js";
import { publishSnapshot, readSnapshot } from "./snapshot-files.js";
import { DuckDbChange } from "./table-change.js";
import { lockForWriting } from "./writer-lock.js";

/**
 * Opens a data directory for writing; creates it where it is missing and removes what a killed writer left behind.
 *
 * @throws MarketDataError `store_locked` while another process writes, `store_damaged` when it cannot be read or written.
 */
export async function openWriter(directory: string, options?: PublicationOptions): Promise<DailyStore> {
  return new DailyStore(await openTables(directory), options);
}

/** The tables of a data directory, for {@link openWriter}. */
export async function openTables(directory: string): Promise<TableStore> {
  const root = resolve(directory);
  const unlock = await lockForWriting(root);
  try {
    const snapshot = await readSnapshot(root);
    await removeOrphans(root, snapshot);
    const instance = await openInstance([root], 2);
    return new DuckDbTables(root, instance, snapshot, unlock);
  } catch (cause) {
    unlock();
    throw cause;
  }
}

class DuckDbTables implements TableStore {
  #snapshot: Snapshot;
  readonly #root: string;
  readonly #instance: DuckDBInstance;
  readonly #ids: IdIndex;
  readonly #unlock: () => void;
  readonly #changes = new Map<string, TableChange>();
  /** Publications follow one another: each names the files of the one before. */
  #publishing: Promise<unknown> = Promise.resolve();

  constructor(root: string, instance: DuckDBInstance, snapshot: Snapshot, unlock: () => void) {
    this.#root = root;
    this.#instance = instance;
    this.#snapshot = snapshot;
    this.#ids = new IdIndex(root);
    this.#unlock = unlock;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  async change(namespace: string): Promise<TableChange> {
    const known = this.#changes.get(namespace);
    if (known !== undefined) return known;
    const change = new DuckDbChange({
      root: this.#root,
      namespace,
      connection: await this.#instance.connect(),
      ids: this.#ids,
      snapshot: () => this.#snapshot,
      publish: (files, publication, of) => {
        const published = this.#publishing.then(() => this.#publish(files, publication, of));
        this.#publishing = published.catch(() => undefined);
        return published;
      },
    });
    this.#changes.set(namespace, change);
    return change;
  }

  close(): Promise<void> {
    this.#instance.closeSync();
    this.#unlock();
    return Promise.resolve();
  }

  async #publish(files: FileSet, { at, run, firstDay }: Publication, namespace: string): Promise<Snapshot> {
    const unchanged = files.added.length === 0 && files.dropped.length === 0;
    if (unchanged && (run === undefined || run.outcome === "running")) return this.#snapshot;
    try {
      let next = withFiles(this.#snapshot, { add: files.added, drop: files.dropped, at: at.toISOString() });
      if (run !== undefined) next = withRun(next, run);
      const firstDays = firstDay === null ? next.firstDays : { ...next.firstDays, [namespace]: firstDay };
      next = await removeRetired(this.#root, { ...next, firstDays }, at);
      next = { ...next, version: this.#snapshot.version + 1, publishedAt: at.toISOString() };
      await publishSnapshot(this.#root, next);
      this.#snapshot = next;
      // It is published: what is left over by a failure here is noticed by the next publication.
      await this.#ids.keepOnly(next.files.filter(({ table }) => table === "mentions")).catch(() => undefined);
      return next;
    } catch (cause) {
      if (cause instanceof MarketDataError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new MarketDataError("engine_unavailable", `Nothing was published: ${reason}`, {}, { cause });
    }
  }
}
