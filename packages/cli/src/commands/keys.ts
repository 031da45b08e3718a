import type { Command } from "commander";
import type { KeyEntry } from "../backends.js";
import { dataOptionText } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { CommandFailed, WrongUse } from "../failure.js";
import { listText } from "../output/list-text.js";
import { terminalText } from "../output/terminal-text.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { withAccounts } from "./with-accounts.js";

/** Adds `keys create`, `keys list`, `keys revoke`. */
export function addKeysCommand(program: Command, effects: Effects): void {
  const keys = program.command("keys").description("API keys of the service");
  keys
    .command("create")
    .description("make a key, and its account where there is none; the key is shown only now")
    .requiredOption("--plan <plan>", "free, hobby or professional (required)")
    .requiredOption("--name <name>", "name of the account (required)")
    .option("--data <dir>", dataOptionText)
    .action(async (options: ParsedOptions) => create(options, effects));
  keys
    .command("list")
    .description("all keys, without their secret part")
    .option("--json", "print a JSON array")
    .option("--data <dir>", dataOptionText)
    .action(async (options: ParsedOptions) => list(options, effects));
  keys
    .command("revoke")
    .description("let a key in no more")
    .argument("<id>", "id of the key, as list shows it")
    .option("--data <dir>", dataOptionText)
    .action(async (id: string, options: ParsedOptions) => revoke(id, options, effects));
}

async function create(options: ParsedOptions, effects: Effects): Promise<void> {
  const name = (textOption(options, "name") ?? "").trim();
  if (name === "") throw new WrongUse("--name needs a name");
  const plan = textOption(options, "plan") ?? "";
  const { id, key } = await withAccounts(options, effects, (accounts) => {
    if (!accounts.plans.includes(plan))
      throw new WrongUse(`--plan: there is no plan '${plan}'; it is one of ${accounts.plans.join(", ")}`);
    return accounts.create({ plan, name });
  });
  await effects.stdout.write(`${key}\n`);
  await effects.stderr.write(`key ${id} of '${terminalText(name)}' (${plan}); it is not shown again\n`);
}

async function list(options: ParsedOptions, effects: Effects): Promise<void> {
  const entries = await withAccounts(options, effects, (accounts) => accounts.list());
  const text = options.json === true ? `${JSON.stringify(entries)}\n` : tableText(entries, effects);
  await effects.stdout.write(text);
}

function tableText(entries: readonly KeyEntry[], effects: Effects): string {
  if (entries.length === 0) return "no keys\n";
  return listText(
    entries,
    [
      { title: "id", textOf: ({ id }) => id },
      { title: "key", textOf: ({ display }) => display },
      { title: "name", textOf: ({ name }) => name, shrinks: true },
      { title: "plan", textOf: ({ plan }) => plan },
      { title: "created", textOf: ({ createdAt }) => createdAt.toISOString() },
      {
        title: "state",
        textOf: ({ revokedAt }) => (revokedAt === null ? "valid" : `revoked ${revokedAt.toISOString()}`),
      },
    ],
    effects,
  );
}

async function revoke(id: string, options: ParsedOptions, effects: Effects): Promise<void> {
  const known = await withAccounts(options, effects, (accounts) => accounts.revoke(id));
  if (!known) throw new CommandFailed(`there is no key ${id}`);
  await effects.stdout.write(`revoked ${id}\n`);
}
