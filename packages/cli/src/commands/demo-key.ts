import path from "node:path";
import type { Accounts } from "../backends.js";
import type { Effects } from "../effects.js";

const DEMO_NAME = "demo";
const DEMO_PLAN = "professional";

/**
 * The plain text of a Professional key for trying things out. It is kept in `<data>/demo-key`, readable by its owner
 * only, so that every start shows the same one; a key that was revoked or lost is replaced.
 */
export async function demoKey(dataDirectory: string, accounts: Accounts, effects: Effects): Promise<string> {
  const file = path.join(dataDirectory, "demo-key");
  const kept = (await effects.files.readText(file))?.trim() ?? "";
  if (kept !== "" && (await accounts.isValid(kept))) return kept;
  const { key } = await accounts.create({ plan: DEMO_PLAN, name: DEMO_NAME });
  await effects.files.writePrivate(file, `${key}\n`);
  return key;
}
