import { rm } from "node:fs/promises";
import { join } from "node:path";
import { writeDurably } from "../duckdb/durable-files.js";
import { changeBesideTables } from "../object-storage/open-cache.js";
import { openTables } from "../duckdb/writer.js";
import { takeWriterPlace } from "../duckdb/writer-lock.js";
import { removeOpenTables } from "./open-tables.js";
import { checkedOpenTableSettings, type OpenTableSettings, SETTINGS_FILE } from "./settings.js";

/**
 * Switches the Delta logs of a data directory on, with settings, or off. Every writer from then on keeps them. On: the logs show
 * the newest snapshot when this returns. Off: logs and the files that only they name are deleted.
 *
 * @throws MarketDataError `invalid_parameters` for settings out of range, `store_locked` while another process writes,
 * `store_foreign`, `store_damaged`, `store_unwritable`.
 */
export async function switchOpenTables(directory: string, settings: OpenTableSettings | null): Promise<void> {
  const checked = settings === null ? null : checkedOpenTableSettings(settings);
  const { root, leave } = await takeWriterPlace(directory);
  try {
    await changeBesideTables(root, async () => {
      const path = join(root, SETTINGS_FILE);
      if (checked === null) {
        await rm(path, { force: true });
        await removeOpenTables(root);
      } else await writeDurably(root, path, `${JSON.stringify(checked)}\n`);
    });
  } finally {
    leave();
  }
  if (checked !== null) await (await openTables(directory)).close();
}
