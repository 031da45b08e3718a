import type { Accounts } from "../backends.js";
import { resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Uses the accounts of the data directory that the options name, and closes them afterwards. */
export async function withAccounts<Result>(
  options: ParsedOptions,
  effects: Effects,
  use: (accounts: Accounts) => Result | Promise<Result>,
): Promise<Result> {
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects);
  const accounts = await effects.backends.openAccounts(dataDirectory, effects.now);
  try {
    return await use(accounts);
  } finally {
    await accounts.close();
  }
}
