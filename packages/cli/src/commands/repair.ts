import type { RepairReport } from "@market-sentiment/core/node";
import type { Command } from "commander";
import { dataOptionText, readableDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { factsText } from "../output/facts.js";
import { terminalText } from "../output/terminal-text.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Adds `repair`: brings back a data directory that has lost its CURRENT file, its newest snapshot or files of that. */
export function addRepairCommand(program: Command, effects: Effects): void {
  program
    .command("repair")
    .description("bring back a damaged data directory: take its newest whole snapshot, delete nothing")
    .option("--data <dir>", dataOptionText)
    .addHelpText("after", explanation)
    .action(async (options: ParsedOptions) => repair(options, effects));
}

const explanation = `
For a data directory that has lost its CURRENT file, its newest snapshot, or files that the snapshot names. The newest
snapshot whose every Parquet file is there and readable becomes the newest state again; files that it does not name are
moved to set-aside/ in the data directory. A whole directory is left as it is. No other process may be writing. It may be
killed at any moment: run it again. What was ingested after the chosen snapshot is completed by ingesting it again.`;

async function repair(options: ParsedOptions, effects: Effects): Promise<void> {
  const directory = await readableDataDirectory(textOption(options, "data"), effects);
  const report = await effects.backends.repair(directory);
  await effects.stdout.write(reportText(report, effects));
  await effects.stderr.write(`data in ${terminalText(directory)}\n`);
}

/** What was wrong, what was chosen and why, and what was done. */
function reportText(report: RepairReport, effects: Effects): string {
  const { fault, chosen, publishedAt, files, rows, version, refused, lockReplaced, setAside } = report;
  const lock = lockReplaced ? "the lock file was torn: it was moved to set-aside, and a new one made\n" : "";
  if (publishedAt === null)
    return `${lock}nothing${lockReplaced ? " else" : ""} to repair: no data was ever published here\n`;
  const state = `snapshot ${chosen} of ${publishedAt}: ${files} files, ${rows} rows`;
  if (fault === null)
    return `${lock}nothing${lockReplaced ? " else" : ""} to repair: ${state}, all there and readable\n`;
  const facts = factsText(
    [
      ["fault", fault],
      ...refused.map(({ version: number, reason }): [string, string] => [`refused snapshot ${number}`, reason]),
      ["chosen", `${state}, the newest whole one`],
      ["newest state now", version],
      ["files set aside", setAside],
    ],
    effects,
  );
  return `${lock}${facts}`;
}
