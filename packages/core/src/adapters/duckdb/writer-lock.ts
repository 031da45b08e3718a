import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "../../errors.js";
import { loadClient } from "./instance.js";
import { layout } from "./snapshot-files.js";

/** Directories that this process writes: the operating system's lock does not keep a process from itself. */
const held = new Set<string>();

/**
 * Takes the one writer's place of a data directory. The lock is the operating system's own on a DuckDB file, so it
 * goes with the process that holds it, however that ends.
 *
 * @returns Gives the place back.
 * @throws MarketDataError `store_locked` while another writer has it.
 */
export async function lockForWriting(directory: string): Promise<() => void> {
  const { DuckDBInstance } = await loadClient();
  const message = "Another process is writing to this data directory. Wait until it has finished, then try again.";
  if (held.has(directory)) throw new MarketDataError("store_locked", message, { directory });
  held.add(directory);
  try {
    await mkdir(directory, { recursive: true });
    const instance = await DuckDBInstance.create(join(directory, layout.lock));
    return () => {
      instance.closeSync();
      held.delete(directory);
    };
  } catch (cause) {
    held.delete(directory);
    if (cause instanceof Error && /lock/i.test(cause.message)) {
      throw new MarketDataError("store_locked", message, { directory }, { cause });
    }
    const details = { directory, reason: cause instanceof Error ? cause.message : String(cause) };
    throw new MarketDataError("store_damaged", "The data directory cannot be written.", details, { cause });
  }
}
