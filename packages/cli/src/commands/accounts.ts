import { parseUtcDay, startOfDayMs } from "@market-sentiment/core";
import type { Command } from "commander";
import type { AccountEntry, Accounts } from "../backends.js";
import { dataOptionText } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { listText } from "../output/list-text.js";
import { terminalText } from "../output/terminal-text.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { withAccounts } from "./with-accounts.js";

const billingStartText = "day on which its months begin, YYYY-MM-DD (default: the moment it is made)";

/** Adds `accounts create`, `accounts list`, `accounts plan`. */
export function addAccountsCommand(program: Command, effects: Effects): void {
  const accounts = program.command("accounts").description("accounts of the service, also while it runs");
  accounts
    .command("create")
    .description("make an account; its keys are made with: keys create")
    .argument("<name>", "its name")
    .requiredOption("--plan <plan>", "free, hobby or professional (required)")
    .option("--billing-start <day>", billingStartText)
    .option("--data <dir>", dataOptionText)
    .action(async (name: string, options: ParsedOptions) => create(name, options, effects));
  accounts
    .command("list")
    .description("all accounts, with what they have used in their running month")
    .option("--json", "print a JSON array")
    .option("--data <dir>", dataOptionText)
    .action(async (options: ParsedOptions) => list(options, effects));
  accounts
    .command("plan")
    .description("change the plan, at any time: what was used stays, the new limits count at once")
    .argument("<name>", "name of the account")
    .argument("<plan>", "free, hobby or professional")
    .option(
      "--billing-start <day>",
      "let its months begin on this day from now on, YYYY-MM-DD, with a count of their own (default: as they are)",
    )
    .option("--data <dir>", dataOptionText)
    .action(async (name: string, plan: string, options: ParsedOptions) => changePlan(name, plan, options, effects));
}

async function create(name: string, options: ParsedOptions, effects: Effects): Promise<void> {
  if (name.trim() === "") throw new WrongUse("an account needs a name");
  const [plan, billingStart] = [textOption(options, "plan") ?? "", billingStartOf(options)];
  await withAccounts(options, effects, (accounts) => {
    checkPlan(plan, accounts);
    return accounts.createAccount({ name, plan, billingStart });
  });
  await effects.stdout.write(`created the account '${terminalText(name.trim())}' (${plan})\n`);
}

async function list(options: ParsedOptions, effects: Effects): Promise<void> {
  const entries = await withAccounts(options, effects, (accounts) => accounts.listAccounts());
  const text = options.json === true ? `${JSON.stringify(entries)}\n` : tableText(entries, effects);
  await effects.stdout.write(text);
}

function tableText(entries: readonly AccountEntry[], effects: Effects): string {
  if (entries.length === 0) return "no accounts\n";
  return listText(
    entries,
    [
      { title: "name", textOf: ({ name }) => name, shrinks: true },
      { title: "plan", textOf: ({ plan }) => plan },
      { title: "keys", textOf: ({ validKeys }) => String(validKeys) },
      { title: "used", textOf: ({ used, limit }) => `${used} of ${limit}` },
      { title: "until", textOf: ({ resetAt }) => resetAt.toISOString() },
      { title: "created", textOf: ({ createdAt }) => createdAt.toISOString() },
    ],
    effects,
  );
}

async function changePlan(name: string, plan: string, options: ParsedOptions, effects: Effects): Promise<void> {
  const billingStart = billingStartOf(options);
  await withAccounts(options, effects, (accounts) => {
    checkPlan(plan, accounts);
    return accounts.changePlan({ name, plan, billingStart });
  });
  await effects.stdout.write(`the account '${terminalText(name.trim())}' has the plan ${plan}\n`);
}

/** @throws WrongUse when there is no such plan. */
export function checkPlan(plan: string, { plans }: Accounts): void {
  if (!plans.includes(plan)) throw new WrongUse(`there is no plan '${plan}'; it is one of ${plans.join(", ")}`);
}

function billingStartOf(options: ParsedOptions): Date | undefined {
  const text = textOption(options, "billingStart");
  if (text === undefined) return undefined;
  const day = parseUtcDay(text);
  if (day === null) throw new WrongUse(`--billing-start: ${text} is not a day in the form YYYY-MM-DD`);
  return new Date(startOfDayMs(day));
}
