import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Snapshot } from "../../storage/snapshot.js";
import type { TableRead } from "../../storage/table-store.js";
import { layout } from "./data-layout.js";
import { openInstance } from "./instance.js";
import { readSnapshot } from "./snapshot-files.js";
import { DuckDbChange } from "./table-change.js";

/** Memory limit of the engine, in megabytes; what exceeds it goes to a temporary folder. */
const engineMegabytes = 512;

/** The tables of one published state, as the rules of the days read them. */
export interface ReadTables {
  readonly snapshot: Snapshot;
  of(namespace: string): Promise<TableRead>;
  close(): Promise<void>;
}

/**
 * Opens the newest state of a data directory for reading by the rules of the days. Any number of processes may, also while one
 * writes, for as long as files of that state are kept: a quarter of an hour at least.
 *
 * @throws MarketDataError `store_damaged`, `engine_unavailable`.
 */
export async function openReadTables(directory: string): Promise<ReadTables> {
  const root = resolve(directory);
  const snapshot = await readSnapshot(root);
  const spillDirectory = await mkdtemp(join(tmpdir(), "market-sentiment-read-"));
  const instance = await openInstance([join(root, layout.files)], 1, { megabytes: engineMegabytes, spillDirectory });
  return {
    snapshot,
    of: async (namespace) =>
      new DuckDbChange({
        root,
        namespace,
        connection: await instance.connect(),
        // Filters are the writer's: every file may hold a document.
        ids: { among: (files) => Promise.resolve([...files]), add: () => Promise.resolve() },
        snapshot: () => snapshot,
        historyDays: null,
        publish: () => Promise.reject(new Error("These tables are only read.")),
      }),
    close: async () => {
      instance.closeSync();
      await rm(spillDirectory, { recursive: true, force: true });
    },
  };
}
