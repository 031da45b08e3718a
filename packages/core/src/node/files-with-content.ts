import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { MarketDataError } from "../errors.js";

/**
 * The files of a folder that an engine wrote, by name: without names that begin with `_` or `.`, and without the empty files of its
 * empty partitions.
 *
 * @param what What the files hold, for the error.
 * @throws MarketDataError `invalid_file` when there are none.
 */
export async function filesWithContent(folder: string, what: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isFile() && !/^[_.]/.test(entry.name) && (await stat(path)).size > 0) files.push(path);
  }
  if (files.length > 0) return files.sort();
  throw new MarketDataError("invalid_file", `There are no ${what} files in ${folder}.`);
}
