import type { Command } from "commander";
import { type IngestProgress, MarketDataError } from "@market-sentiment/core";
import type { FileIngestReport } from "@market-sentiment/core/node";
import { dataOptionText, isNamedDirectory, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { type ExitCode, stopExitCode } from "../failure.js";
import type { Outcome } from "../program.js";
import { refuseMixing } from "../sample-apart.js";
import { ingestSummary } from "./ingest-summary.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import { progressReport } from "./progress-report.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { columnMapOf, existingInputs, hintUseOf, repeated } from "./record-input.js";

/** Adds `ingest`: files into the data directory. */
export function addIngestCommand(program: Command, effects: Effects, outcome: Outcome): void {
  program
    .command("ingest")
    .description("read files of mentions into the data directory; reading a file again changes nothing")
    .argument("<files...>", "files to read, in this order; - is standard input")
    .option("--ns <name>", `namespace: ${namespaceNames()} (default: news)`)
    .option(
      "--map <field=column>",
      "take a field from this column of the files; repeat for more (default: the usual names)",
      repeated,
    )
    .option("--history", "past days are being filled in: close none of them (days first seen late are taken so anyway)")
    .option(
      "--hints <use>",
      "assets that the files attach to a text: supported by it, all of them, or none (default: supported)",
    )
    .option("--no-hints", "as --hints none")
    .option("--data <dir>", dataOptionText)
    .action(async (files: string[], options: ParsedOptions) => {
      outcome.exitCode = await ingest(files, options, effects);
    });
}

async function ingest(files: readonly string[], options: ParsedOptions, effects: Effects): Promise<ExitCode> {
  const namespace = namespaceNamed(textOption(options, "ns") ?? "news");
  const columnMap = columnMapOf(options);
  const inputs = await existingInputs(files, effects);
  const data = textOption(options, "data");
  const dataDirectory = await resolveDataDirectory(data, effects);
  await refuseMixing(dataDirectory, isNamedDirectory(data, effects), effects);
  const isSized = inputs.every((input) => typeof input === "string");
  const progress = await progressReport(`ingest ${namespace.shortName}`, effects, isSized);
  const stop = effects.stopSignal();
  let report: FileIngestReport;
  let last: IngestProgress | null = null;
  try {
    report = await effects.backends.ingest({
      dataDirectory,
      namespace,
      files: inputs,
      columnMap,
      hints: hintUseOf(options),
      history: options.history === true,
      now: effects.now,
      onProgress: (state) => {
        last = state;
        progress.onProgress(state);
      },
      signal: stop,
    });
  } catch (cause) {
    await progress.finish();
    await tellWhatIsStored(last, cause, effects);
    throw cause;
  }
  await progress.finish();
  await effects.stdout.write(ingestSummary(report, effects));
  const { counts, outcome } = report;
  if (outcome === "stopped") {
    const rest = counts.left === 0 ? "" : `, but for ${counts.left} records that were read and not judged`;
    await effects.stderr.write(
      `sentiment: stopped. What is counted above is stored${rest}; run the same command again to continue\n`,
    );
    return stopExitCode(stop.reason);
  }
  if (counts.read > 0 && counts.rejected === counts.read) {
    await effects.stderr.write("sentiment: every record was rejected; nothing was stored\n");
    return 1;
  }
  return 0;
}

/** When an input breaks off, the records before are stored, so print their summary above the error. */
async function tellWhatIsStored(last: IngestProgress | null, cause: unknown, effects: Effects): Promise<void> {
  const breaksOff =
    cause instanceof MarketDataError && (cause.code === "damaged_file" || cause.code === "invalid_file");
  if (!breaksOff || last === null || last.counts.read === 0) return;
  const { counts } = last;
  await effects.stdout.write(
    ingestSummary({ counts, rejectedFile: null, unreadColumns: [], rejectCauses: [], openHistory: [] }, effects),
  );
}
