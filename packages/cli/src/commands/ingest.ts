import type { Command } from "commander";
import path from "node:path";
import { type HintUse, hintUses, type IngestProgress, MarketDataError } from "@market-sentiment/core";
import type { FileIngestReport, StreamInput } from "@market-sentiment/core/node";
import { dataOptionText, isNamedDirectory, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { type ExitCode, stopExitCode, WrongUse } from "../failure.js";
import { untilStopped } from "../input/until-stopped.js";
import type { Outcome } from "../program.js";
import { refuseMixing } from "../sample-apart.js";
import { ingestSummary } from "./ingest-summary.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import { progressReport } from "./progress-report.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Adds `ingest`: files into the data directory. */
export function addIngestCommand(program: Command, effects: Effects, outcome: Outcome): void {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value];
  program
    .command("ingest")
    .description("read files of mentions into the data directory; reading a file again changes nothing")
    .argument("<files...>", "files to read, in this order; - is standard input")
    .option("--ns <name>", `namespace: ${namespaceNames()} (default: news)`)
    .option(
      "--map <field=column>",
      "take a field from this column of the files; repeat for more (default: the usual names)",
      collect,
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

function hintUseOf({ hints = "supported" }: ParsedOptions): HintUse {
  // `--no-hints` makes it false.
  const use = hintUses.find((each) => each === (hints === false ? "none" : hints));
  if (use === undefined) throw new WrongUse(`--hints takes ${hintUses.join(", ")}, not '${String(hints)}'`);
  return use;
}

async function ingest(files: readonly string[], options: ParsedOptions, effects: Effects): Promise<ExitCode> {
  const namespace = namespaceNamed(textOption(options, "ns") ?? "news");
  const columnMap = columnMapOf(Array.isArray(options.map) ? options.map.map(String) : []);
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

/** The files by their absolute paths, and standard input for `-`. @throws WrongUse naming each file that is not there. */
async function existingInputs(files: readonly string[], effects: Effects): Promise<(string | StreamInput)[]> {
  if (files.filter((file) => file === "-").length > 1) throw new WrongUse("standard input (-) can be read only once");
  const wrong: string[] = [];
  const inputs = files.map((file) =>
    file === "-" ? standardInput(effects) : path.resolve(effects.workingDirectory, file),
  );
  for (const file of inputs.filter((input) => typeof input === "string")) {
    const kind = await effects.files.kindOf(file);
    if (kind === null) wrong.push(`the file ${file} does not exist`);
    else if (kind === "directory") wrong.push(`${file} is a directory`);
  }
  const [first, ...rest] = wrong;
  if (first !== undefined) throw new WrongUse(first, rest);
  return inputs;
}

/** Named after the time, so that the next reading does not overwrite its rejects. */
function standardInput({ stdin, now, stopSignal }: Effects): StreamInput {
  return {
    name: `stdin-${now().toISOString().replaceAll(/[-:]/g, "").replace(/\.\d+/, "")}`,
    chunks: untilStopped(stdin(), stopSignal()),
  };
}

/** `["title=headline"]` as `{ title: "headline" }`. @throws WrongUse for another form or a field given twice. */
function columnMapOf(pairs: readonly string[]): Record<string, string> {
  const map = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf("=");
    const [field, column] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
    if (field === "" || column === "") throw new WrongUse(`--map: '${pair}' does not have the form field=column`);
    if (map.has(field)) throw new WrongUse(`--map: ${field} is mapped twice`);
    map.set(field, column);
  }
  return Object.fromEntries(map);
}
