import { namespaces, parseUtcDay, type UtcDay } from "@market-sentiment/core";
import type { RebuiltNamespace } from "@market-sentiment/core/node";
import type { Command } from "commander";
import { dataOptionText, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { factsText } from "../output/facts.js";
import type { Outcome } from "../program.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Adds `rebuild`: derives the daily tables again from stored mentions and trades. */
export function addRebuildCommand(program: Command, effects: Effects, outcome: Outcome): void {
  program
    .command("rebuild")
    .description("rebuild every derived row from the stored mentions and trades, and report differences")
    .option("--ns <name>", `namespace: ${namespaceNames()} (default: all)`)
    .option("--from <day>", "first UTC day, YYYY-MM-DD (default: the first stored)")
    .option("--to <day>", "last UTC day, YYYY-MM-DD (default: the last stored)")
    .option("--references", "history is complete: recompute the references of closed days, as a revision")
    .option("--check", "only compare: write nothing, and exit with 1 when a row differs")
    .option("--data <dir>", dataOptionText)
    .action(async (options: ParsedOptions) => {
      if (await rebuild(options, effects)) outcome.exitCode = 1;
    });
}

/** Gives whether a check found differences. */
async function rebuild(options: ParsedOptions, effects: Effects): Promise<boolean> {
  const name = textOption(options, "ns");
  const chosen = name === undefined ? namespaces : [namespaceNamed(name)];
  const [from, to] = [dayOption(options, "from"), dayOption(options, "to")];
  if (from !== undefined && to !== undefined && from > to) throw new WrongUse(`--from ${from} is after --to ${to}`);
  const check = options.check === true;
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects);
  const bar = effects.stderr.isTerminal ? await effects.progressBar("rebuild") : null;
  let reports: readonly RebuiltNamespace[];
  try {
    reports = await effects.backends.rebuild({
      dataDirectory,
      namespaces: chosen,
      from,
      to,
      check,
      references: options.references === true,
      now: effects.now,
      onProgress: ({ done, days }) => bar?.update(done, days, `${done} of ${days} days`),
      signal: effects.stopSignal(),
    });
  } finally {
    bar?.stop();
  }
  for (const report of reports) {
    const facts = factsOf(report, check);
    if (facts.length > 0) await effects.stdout.write(factsText(facts, effects));
  }
  return check && reports.some(({ differing }) => Object.keys(differing).length > 0);
}

function factsOf(report: RebuiltNamespace, check: boolean): [string, string | number][] {
  if (report.days === 0) return [];
  const tables = Object.entries(report.differing);
  const differing = tables.reduce((sum, [, count]) => sum + count, 0);
  return [
    ["namespace", report.namespace.shortName],
    ["days", report.days],
    ["rows", report.rows],
    [check ? "differ" : "differed", differing],
    ...tables.map(([table, count]): [string, number] => [`  ${table}`, count]),
    ...(report.completed === 0 ? [] : [["mentions completed", report.completed] as [string, number]]),
    ...(report.settledDays === 0 ? [] : [["days past retention", report.settledDays] as [string, number]]),
  ];
}

/** @throws WrongUse when it is not a day. */
function dayOption(options: ParsedOptions, name: string): UtcDay | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  const day = parseUtcDay(text);
  if (day === null) throw new WrongUse(`--${name}: '${text}' is not a day of the form YYYY-MM-DD`);
  return day;
}
