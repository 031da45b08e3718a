import type { Command } from "commander";
import path from "node:path";
import type { FileIngestReport } from "@market-sentiment/core/node";
import { dataOptionText, isNamedDirectory, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { factsText } from "../output/facts.js";
import { refuseMixing } from "../sample-apart.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import { progressReport } from "./progress-report.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Adds `ingest`: files into the data directory. */
export function addIngestCommand(program: Command, effects: Effects): void {
  const collect = (value: string, before: string[] | undefined) => [...(before ?? []), value];
  program
    .command("ingest")
    .description("read files of mentions into the data directory; reading a file again changes nothing")
    .argument("<files...>", "files to read, in this order")
    .option("--ns <name>", `namespace: ${namespaceNames()} (default: news)`)
    .option(
      "--map <field=column>",
      "take a field from this column of the files; repeat for more (default: the usual names)",
      collect,
    )
    .option("--no-hints", "do not believe the assets that the files name; link by text alone")
    .option("--data <dir>", dataOptionText)
    .action(async (files: string[], options: ParsedOptions) => ingest(files, options, effects));
}

async function ingest(files: readonly string[], options: ParsedOptions, effects: Effects): Promise<void> {
  const namespace = namespaceNamed(textOption(options, "ns") ?? "news");
  const columnMap = columnMapOf(Array.isArray(options.map) ? options.map.map(String) : []);
  const paths = await existingFiles(files, effects);
  const data = textOption(options, "data");
  const dataDirectory = await resolveDataDirectory(data, effects);
  await refuseMixing(dataDirectory, isNamedDirectory(data, effects), effects);
  const progress = await progressReport(`ingest ${namespace.shortName}`, effects);
  let report: FileIngestReport;
  try {
    report = await effects.backends.ingest({
      dataDirectory,
      namespace,
      files: paths,
      columnMap,
      useHints: options.hints !== false,
      now: effects.now,
      onProgress: progress.onProgress,
      signal: effects.stopSignal(),
    });
  } finally {
    await progress.finish();
  }
  await effects.stdout.write(reportText(report, effects));
}

/** Absolute paths of the files. @throws WrongUse naming each one that is not there. */
async function existingFiles(files: readonly string[], effects: Effects): Promise<string[]> {
  const paths = files.map((file) => path.resolve(effects.workingDirectory, file));
  const wrong: string[] = [];
  for (const file of paths) {
    const kind = await effects.files.kindOf(file);
    if (kind === null) wrong.push(`the file ${file} does not exist`);
    else if (kind === "directory") wrong.push(`${file} is a directory`);
  }
  const [first, ...rest] = wrong;
  if (first !== undefined) throw new WrongUse(first, rest);
  return paths;
}

/** `["title=headline"]` as `{ title: "headline" }`. @throws WrongUse for another form or a field given twice. */
export function columnMapOf(pairs: readonly string[]): Record<string, string> {
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

function reportText({ counts, rejectedByReason, rejectedFile }: FileIngestReport, effects: Effects): string {
  const reasons = Object.entries(rejectedByReason).filter(([, count]) => count > 0);
  return factsText(
    [
      ["read", counts.read],
      ["accepted", counts.accepted],
      ["new", counts.new],
      ["updated", counts.updated],
      ["unchanged", counts.unchanged],
      ["unlinked", counts.unlinked],
      ["mentions", counts.mentions],
      ["rejected", counts.rejected],
      ...reasons.map(([reason, count]): [string, number] => [`  ${reason}`, count]),
      ...(rejectedFile === null ? [] : [["rejects kept in", rejectedFile] as const]),
    ],
    effects,
  );
}
