import type { Effects } from "./effects.js";
import { WrongUse } from "./failure.js";

/**
 * Keeps the user's data and the invented sample apart: own files go into the sample's folder only if the user named
 * that folder, and then with a warning.
 *
 * @param named Whether `--data` or `SENTIMENT_DATA` named the folder.
 * @throws WrongUse when the default folder contains the sample.
 */
export async function refuseMixing(dataDirectory: string, named: boolean, effects: Effects): Promise<void> {
  if ((await effects.backends.folderContent(dataDirectory)) !== "sample") return;
  if (named) {
    await effects.stderr.write(`warning: ${dataDirectory} also holds the invented sample: answers will mix both\n`);
    return;
  }
  throw new WrongUse(`${dataDirectory} holds the invented sample; own data belongs in a folder of its own`, [
    "name it with --data DIR, or for all commands with: export SENTIMENT_DATA=DIR",
  ]);
}

/** Whether the sample may be loaded into the folder; where own data is in it, says that it stays as it is. */
export async function takesSample(dataDirectory: string, effects: Effects): Promise<boolean> {
  if ((await effects.backends.folderContent(dataDirectory)) !== "own") return true;
  await effects.stderr.write(`note: ${dataDirectory} holds own data: the sample is not loaded into it\n`);
  return false;
}
