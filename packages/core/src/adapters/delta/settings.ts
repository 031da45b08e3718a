import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { MarketDataError } from "../../errors.js";
import { isMissing } from "../duckdb/snapshot-files.js";

/** Name of the file with the settings in a data directory; without it there are no logs. */
export const SETTINGS_FILE = "open-tables.json";

const form = z.strictObject({
  everySeconds: z.int().min(0).max(86_400),
  keepHours: z
    .int()
    .min(1)
    .max(24 * 365),
});

/** How a data directory keeps Delta logs of its tables. */
export interface OpenTableSettings {
  /**
   * Least time between two versions while a writer runs; 0 gives each snapshot versions. The end of a writer always gives
   * them.
   */
  readonly everySeconds: number;
  /** How long files of older versions stay readable. */
  readonly keepHours: number;
}

/** The settings that apply when none are given. */
export const defaultOpenTables: OpenTableSettings = { everySeconds: 60, keepHours: 24 };

/**
 * The settings of a data directory; null where no logs are kept.
 *
 * @throws MarketDataError `store_damaged` when the file cannot be understood.
 */
export async function readOpenTableSettings(root: string): Promise<OpenTableSettings | null> {
  const path = join(root, SETTINGS_FILE);
  try {
    return form.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (cause) {
    if (isMissing(cause)) return null;
    const message = `${path} cannot be used. Write it again: sentiment tables --delta on`;
    throw new MarketDataError("store_damaged", message, {}, { cause });
  }
}

/**
 * Checks settings.
 *
 * @throws MarketDataError `invalid_parameters` naming the one that is wrong.
 */
export function checkedOpenTableSettings(settings: OpenTableSettings): OpenTableSettings {
  const checked = form.safeParse(settings);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const name = String(issue?.path[0] ?? "settings");
  throw new MarketDataError("invalid_parameters", `${name}: ${issue?.message ?? "invalid"}`, { name });
}
