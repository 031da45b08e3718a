import path from "node:path";
import { loadCollecting, type SourceConfig } from "@market-sentiment/core/node";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";

/** Help text of `--sources`: the rule of {@link sourceFilePath} in words. */
export const sourcesOptionText = "configuration of the sources (default: sources.yaml in the data directory)";

/** Where the configuration is: `--sources`, else `sources.yaml` in the data directory. Absolute. */
export function sourceFilePath(option: string | undefined, dataDirectory: string, effects: Effects): string {
  return option === undefined
    ? path.join(dataDirectory, "sources.yaml")
    : path.resolve(effects.workingDirectory, option);
}

/**
 * Writes a configuration with a source of every kind, all switched off, and the schema for editors beside it. False where
 * there is one already, which stays as it is.
 */
export async function writeExampleSources(file: string, effects: Effects): Promise<boolean> {
  if ((await effects.files.kindOf(file)) !== null) return false;
  const { exampleSources, SOURCE_SCHEMA_FILE, sourceConfigSchema } = await loadCollecting();
  const schema = `${JSON.stringify(sourceConfigSchema(), null, 2)}\n`;
  await effects.files.writePrivate(path.join(path.dirname(file), SOURCE_SCHEMA_FILE), schema);
  await effects.files.writePrivate(file, exampleSources());
  return true;
}

/**
 * Reads the configuration as it is now.
 *
 * @param given Text to check instead of the file's.
 * @throws WrongUse naming every fault with its line, or the missing file.
 */
export async function readSources(file: string, effects: Effects, given?: string): Promise<SourceConfig> {
  const text = given ?? (await effects.files.readText(file));
  if (text === null)
    throw new WrongUse(`there is no ${file}`, [
      "make one with: sentiment sources init",
      "or with: sentiment sources add NAME --type feed --ns news --set url=URL",
    ]);
  const { readSourceConfig, SourceConfigError } = await loadCollecting();
  try {
    return readSourceConfig(text, effects.env);
  } catch (error) {
    if (!(error instanceof SourceConfigError)) throw error;
    const lines = error.faults.map(
      ({ line, path: where, message }) => `line ${line}${where === "" ? "" : `, ${where}`}: ${message}`,
    );
    throw new WrongUse(`${file} cannot be used`, lines);
  }
}
