import path from "node:path";
import type { Effects } from "./effects.js";
import { WrongUse } from "./failure.js";
import { objectCacheOf } from "./object-cache.js";

/** Help text of `--data`: the rule of {@link resolveDataDirectory} in words. */
export const dataOptionText =
  "data directory, or s3://bucket/prefix (default: $SENTIMENT_DATA, else ./.sentiment where it exists, else the user's data directory)";

/**
 * Where the data is: `--data`, else `SENTIMENT_DATA`, else `./.sentiment` where that exists, else `market-sentiment`
 * in the per-user data directory of the platform. Always absolute; it need not exist. Of an address in object storage it is
 * the folder that holds copies of its newest state.
 *
 * @param option What `--data` says.
 * @param of.mayBeAway For a service: it starts without data where the object storage is away, and has them when it is back.
 */
export async function resolveDataDirectory(
  option: string | undefined,
  effects: Effects,
  { mayBeAway = false } = {},
): Promise<string> {
  const chosen = chosenDirectory(option, effects);
  if (chosen !== undefined && /^s3:/i.test(chosen))
    return effects.backends.openObjectCache({ ...objectCacheOf(chosen, effects), ...(mayBeAway ? { mayBeAway } : {}) });
  if (chosen !== undefined) return path.resolve(effects.workingDirectory, chosen);
  const local = path.join(effects.workingDirectory, ".sentiment");
  return (await effects.files.kindOf(local)) === "directory"
    ? local
    : path.join(userDataDirectory(effects), "market-sentiment");
}

/**
 * Like {@link resolveDataDirectory}, for commands that only read: a directory that was named has to exist.
 *
 * @throws WrongUse when a named directory is missing, or when the path is not a directory.
 */
export async function readableDataDirectory(option: string | undefined, effects: Effects): Promise<string> {
  const directory = await resolveDataDirectory(option, effects);
  const kind = await effects.files.kindOf(directory);
  if (kind === null && chosenDirectory(option, effects) !== undefined) {
    throw new WrongUse(`the data directory ${directory} does not exist`);
  }
  if (kind !== null && kind !== "directory") throw new WrongUse(`${directory} is not a directory`);
  return directory;
}

/** Whether the user named the data directory, by `--data` or `SENTIMENT_DATA`. */
export function isNamedDirectory(option: string | undefined, effects: Effects): boolean {
  return chosenDirectory(option, effects) !== undefined;
}

function chosenDirectory(option: string | undefined, { env }: Effects): string | undefined {
  if (option === "") throw new WrongUse("--data needs a directory");
  return option ?? (env.SENTIMENT_DATA === "" ? undefined : env.SENTIMENT_DATA);
}

/** Per-user data folder of the platform. */
function userDataDirectory({ platform, env, homeDirectory }: Effects): string {
  if (platform === "darwin") return path.join(homeDirectory, "Library", "Application Support");
  const [configured, fallback] =
    platform === "win32" ? [env.LOCALAPPDATA, ["AppData", "Local"]] : [env.XDG_DATA_HOME, [".local", "share"]];
  // A relative path would put the data into whatever folder the command was run in.
  return configured !== undefined && path.isAbsolute(configured) ? configured : path.join(homeDirectory, ...fallback);
}
