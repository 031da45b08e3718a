import path from "node:path";
import type { TextNamespace } from "@market-sentiment/core";
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
    .option(
      "--from <dir>",
      "folder with the annotated files, read in the order of their names (this or --rolled is required)",
    )
    .option("--mentions-only", "with --from: let the days wait until they are rolled up, by rollup or by the next run")
    .option("--rolled <dir>", "folder with what rollup wrote of the days that wait (this or --from is required)")
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
  const [lines, rolled] = [textOption(options, "from"), textOption(options, "rolled")];
  if ((lines === undefined) === (rolled === undefined)) throw new WrongUse("publish takes either --from or --rolled");
  const mentionsOnly = options.mentionsOnly === true;
  if (rolled !== undefined && mentionsOnly) throw new WrongUse("--mentions-only has a meaning with --from only");
  const from = await existingFolder(lines ?? rolled ?? "", effects);
  const data = textOption(options, "data");
  const dataDirectory = await resolveDataDirectory(data, effects);
  await refuseMixing(dataDirectory, isNamedDirectory(data, effects), effects);
  if (rolled !== undefined) return storeRolled({ dataDirectory, namespace, rolled: from, options }, effects);
  const progress = await progressReport(`publish ${namespace.shortName}`, effects);
  const stop = effects.stopSignal();
  let report: PublishReport;
  try {
    report = await effects.backends.publish({
      dataDirectory,
      namespace,
      from,
      mentionsOnly,
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

/** @throws WrongUse */
async function existingFolder(name: string, effects: Effects): Promise<string> {
  const folder = path.resolve(effects.workingDirectory, name);
  const kind = await effects.files.kindOf(folder);
  if (kind === null) throw new WrongUse(`the folder ${folder} does not exist`);
  if (kind !== "directory") throw new WrongUse(`${folder} is not a folder`);
  return folder;
}

/** Takes rows that were computed elsewhere into the days that wait. */
async function storeRolled(
  given: {
    readonly dataDirectory: string;
    readonly namespace: TextNamespace;
    readonly rolled: string;
    readonly options: ParsedOptions;
  },
  effects: Effects,
): Promise<ExitCode> {
  const { options, ...of } = given;
  const history = options.history === true;
  const { days, rolledUpHere } = await effects.backends.publishRolled({ ...of, history, now: effects.now });
  await effects.stdout.write(`${days.length} days waited and are stored\n`);
  if (rolledUpHere.length > 0)
    await effects.stderr.write(
      `${rolledUpHere.length} of them were rolled up here: parts were missing, or their mentions have changed since\n`,
    );
  return 0;
}
