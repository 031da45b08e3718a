import path from "node:path";
import type { PublishReport } from "@market-sentiment/core/node";
import type { Command } from "commander";
import { dataOptionText, isNamedDirectory, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { type ExitCode, stopExitCode, WrongUse } from "../failure.js";
import type { Outcome } from "../program.js";
import { refuseMixing } from "../sample-apart.js";
import { ingestSummary } from "./ingest-summary.js";
import { textNamespaceNamed, textNamespaceNames } from "./namespace-choice.js";
import { progressReport } from "./progress-report.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { hintUseOf } from "./record-input.js";

/** Adds `publish`: annotated files into the data directory. */
export function addPublishCommand(program: Command, effects: Effects, outcome: Outcome): void {
  program
    .command("publish")
    .description("store what annotate wrote, as ingest would have stored the raw records, in one publication")
    .requiredOption(
      "--from <dir>",
      "folder with the annotated files; they are read in the order of their names (required)",
    )
    .option("--ns <name>", `namespace: ${textNamespaceNames()} (default: news)`)
    .option("--hints <use>", "as annotate had it: supported, all, none (default: supported)")
    .option("--no-hints", "as --hints none")
    .option("--history", "past days are being filled in: close none of them (days first seen late are taken so anyway)")
    .option("--data <dir>", dataOptionText)
    .action(async (options: ParsedOptions) => {
      outcome.exitCode = await publish(options, effects);
    });
}

async function publish(options: ParsedOptions, effects: Effects): Promise<ExitCode> {
  const namespace = textNamespaceNamed(textOption(options, "ns") ?? "news");
  const hints = hintUseOf(options);
  const from = path.resolve(effects.workingDirectory, textOption(options, "from") ?? "");
  const kind = await effects.files.kindOf(from);
  if (kind === null) throw new WrongUse(`the folder ${from} does not exist`);
  if (kind !== "directory") throw new WrongUse(`${from} is not a folder`);
  const data = textOption(options, "data");
  const dataDirectory = await resolveDataDirectory(data, effects);
  await refuseMixing(dataDirectory, isNamedDirectory(data, effects), effects);
  const progress = await progressReport(`publish ${namespace.shortName}`, effects);
  const stop = effects.stopSignal();
  let report: PublishReport;
  try {
    report = await effects.backends.publish({
      dataDirectory,
      namespace,
      from,
      hints,
      history: options.history === true,
      now: effects.now,
      onProgress: progress.onProgress,
      signal: stop,
    });
  } finally {
    await progress.finish();
  }
  await effects.stdout.write(ingestSummary(report, effects));
  if (report.asked > 0)
    await effects.stderr.write(`${report.asked} questions were not answered by the lines; the model was asked\n`);
  if (report.outcome === "stopped") {
    await effects.stderr.write(
      "sentiment: stopped. What is counted above is stored; run the same command again to continue\n",
    );
    return stopExitCode(stop.reason);
  }
  return report.counts.read > 0 && report.counts.rejected === report.counts.read ? 1 : 0;
}
