import type { ImportReport } from "@market-sentiment/core";
import type { Command } from "commander";
import path from "node:path";
import { dataOptionText, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { factsText } from "../output/facts.js";
import { terminalText } from "../output/terminal-text.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Remarks of one kind that are shown. */
const SHOWN_REMARKS = 20;

/** Adds `reference import`: more assets for the data directory. */
export function addReferenceCommand(program: Command, effects: Effects): void {
  program
    .command("reference")
    .description("the reference graph: which assets there are and what they are called")
    .command("import")
    .description("add the assets of a file to those that come with the tool")
    .argument("<file>", "file with one asset a row")
    .option("--data <dir>", dataOptionText)
    .action(async (file: string, options: ParsedOptions) => importReference(file, options, effects));
}

async function importReference(file: string, options: ParsedOptions, effects: Effects): Promise<void> {
  const absolute = path.resolve(effects.workingDirectory, file);
  if ((await effects.files.kindOf(absolute)) !== "file") throw new WrongUse(`the file ${absolute} does not exist`);
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects);
  const report = await effects.backends.importReference({ dataDirectory, file: absolute });
  const facts: [string, number][] = [
    ["rows", report.rows + report.malformed],
    ["added", report.added],
    ["merged", report.merged],
    ["unchanged", report.unchanged],
    ["refused", report.refused.length],
    ["malformed", report.malformed],
    ["aliases left out", report.aliasesDropped],
    ["facts kept", report.conflicts.length],
  ];
  await effects.stdout.write(factsText(facts, effects));
  await effects.stderr.write(
    remarks(report)
      .map((line) => `${line}\n`)
      .join(""),
  );
}

/** What was not taken over, row by row. */
function remarks({ refused, conflicts }: ImportReport): string[] {
  const rows = refused.map(({ row, key, reason }) => `row ${row} ${key}: ${reason}`);
  const facts = conflicts.map(({ key, field, kept, imported }) => `${key} ${field}: kept '${kept}', not '${imported}'`);
  return [...shortened(rows), ...shortened(facts)].map((line) => terminalText(line));
}

function shortened(lines: readonly string[]): string[] {
  const hidden = lines.length - SHOWN_REMARKS;
  return hidden <= 0 ? [...lines] : [...lines.slice(0, SHOWN_REMARKS), `and ${hidden} more`];
}
