import path from "node:path";
import type { Accounts } from "../backends.js";
import type { Effects } from "../effects.js";
import { addDays, allOperations, type OperationName, type UtcDay } from "@market-sentiment/core";

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

/** Three requests that work as pasted into a shell: a list and one asset over the week that ends at `lastDay`, one text. */
export function curlExamples(address: string, key: string, lastDay: UtcDay): string[] {
  const days = `from=${addDays(lastDay, -6)}&to=${lastDay}`;
  const curl = `curl -s -H 'X-API-Key: ${key}'`;
  const body = JSON.stringify({ text: "Goldman cuts Tesla price target, upgrades Ford", target: "Tesla" });
  return [
    `${curl} '${address}${pathOf("trending")}?${days}&limit=5'`,
    `${curl} '${address}${pathOf("detail")}?${days}'`,
    `${curl} -H 'Content-Type: application/json' -d '${body}' '${address}${pathOf("analyze")}'`,
  ];
}

/** Path of the first operation of that name, its placeholders filled with their examples. */
function pathOf(name: OperationName): string {
  const operation = allOperations().find((candidate) => candidate.name === name);
  const parameters = Object.values(operation?.parameters ?? {});
  return (operation?.path ?? "/").replaceAll(/\{(\w+)\}/g, (placeholder, parameter: string) => {
    return parameters.find((candidate) => candidate.name === parameter)?.example ?? placeholder;
  });
}
