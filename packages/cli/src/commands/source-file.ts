import path from "node:path";
import { type ConfigFault, loadCollecting, type SourceConfig } from "@market-sentiment/core/node";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";

/** Help text of `--sources`: the rule of {@link sourceFilePath} in words. */
export const sourcesOptionText = "configuration of the sources (default: sources.yaml in the data directory)";

/** Where the configuration is: `--sources`, else `sources.yaml` in the data directory. Absolute. */
export function sourceFilePath(option: string | undefined, dataDirectory: string, effects: Effects): string {
  if (option === "") throw new WrongUse("--sources needs a file");
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
  const text = given ?? (await sourceText(file, effects));
  const { readSourceConfig } = await loadCollecting();
  return withFaults(file, () => readSourceConfig(text, effects.env));
}

/** The text of the configuration. @throws WrongUse where there is none. */
export async function sourceText(file: string, effects: Effects): Promise<string> {
  const text = await textOrNull(file, effects);
  if (text !== null) return text;
  throw new WrongUse(`there is no ${file}`, [
    "make one with: sentiment sources init",
    "or with: sentiment sources add NAME --type feed --ns news --set url=URL",
  ]);
}

/** The text of the configuration; null where there is none yet. @throws WrongUse for what is no file. */
export async function textOrNull(file: string, effects: Effects): Promise<string | null> {
  const kind = await effects.files.kindOf(file);
  if (kind === "directory") throw new WrongUse(`${file} is a directory, not a configuration of sources`);
  return kind === null ? null : effects.files.readText(file);
}

/** Runs something over the text of a configuration. @throws WrongUse with the line of every fault that it finds. */
export async function withFaults<Result>(file: string, work: () => Result): Promise<Result> {
  const { SourceConfigError } = await loadCollecting();
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SourceConfigError)) throw error;
    throw new WrongUse(`${file} cannot be used`, error.faults.map(faultLine));
  }
}

/** A fault in one line. */
function faultLine({ line, path: where, message }: ConfigFault): string {
  return `line ${line}${where === "" ? "" : `, ${where}`}: ${message}`;
}
