import path from "node:path";
import {
  addDays,
  type Dataset,
  namespaces,
  type Operation,
  operationsOf,
  type Panel,
  type PanelManifest,
  type RowFormat,
  rowFormats,
  utcDay,
  type UtcDay,
} from "@market-sentiment/core";
import type { Command } from "commander";
import { callContext, type CallTime, callTime, todayOptionText } from "../call-time.js";
import { dataOptionText, readableDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import { type RawInput, rawInput } from "./query-input.js";
import { parameterOption, type ParsedOptions, textOption } from "./query-options.js";
import { flagsOf } from "./query-words.js";
import { withDataset } from "./with-dataset.js";

/** Endings of files that mean a format. */
const endings: Readonly<Record<string, RowFormat>> = {
  ".csv": "csv",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson",
  ".parquet": "parquet",
  ".arrow": "arrow",
  ".arrows": "arrow",
};

/** Binary formats, which a terminal cannot show. */
const binary: ReadonlySet<RowFormat> = new Set<RowFormat>(["parquet", "arrow"]);

/** Adds `export`: daily values of many assets as a file, with a manifest beside it. */
export function addExportCommand(program: Command, effects: Effects): void {
  const command = program
    .command("export")
    .description("daily values of many assets as CSV, JSON lines, Parquet or Arrow, with what they were made from")
    .option("--ns <name>", `namespace: ${namespaceNames()} (default: ${namespaces[0]?.shortName ?? ""})`)
    .option("--output <file>", "file to write; its ending names the format (default: standard output)")
    .option("--monthly", "--output is a folder: a file a month, and months that are there already stay as they are");
  const flags = flagsOf(panelOperation(undefined));
  for (const parameter of flags) command.addOption(parameterOption(parameter, 30));
  command
    .option("--today <day>", todayOptionText)
    .option("--data <dir>", dataOptionText)
    .action(async (options: ParsedOptions) => exportPanel(options, effects));
}

async function exportPanel(options: ParsedOptions, effects: Effects): Promise<void> {
  const operation = panelOperation(textOption(options, "ns"));
  const time = callTime(textOption(options, "today"), effects);
  const names = flagsOf(operation).map(({ name }) => name);
  const parameters = rawInput(operation, names, [], options, time.today);
  const output = textOption(options, "output");
  const isMonthly = options.monthly === true;
  if (isMonthly && output === undefined) throw new WrongUse("--monthly needs --output with a folder");
  const format = formatOf(parameters, isMonthly ? undefined : output);
  if (output === undefined && effects.stdout.isTerminal && binary.has(format))
    throw new WrongUse(`a terminal cannot show ${format}; name a file with --output`);
  const dataDirectory = await readableDataDirectory(textOption(options, "data"), effects);
  const exporting = { operation, parameters: { ...parameters, format }, time, effects };
  await withDataset(effects, { dataDirectory, textModel: "none" }, async (dataset) => {
    if (output === undefined) return toStandardOutput(await panelOf(exporting, dataset), effects);
    const target = path.resolve(effects.workingDirectory, output);
    if (!isMonthly) return toFile(await panelOf(exporting, dataset), target, effects);
    for (const [from, to] of await monthsOf(exporting, dataset)) {
      const panel = await panelOf({ ...exporting, parameters: { ...exporting.parameters, from, to } }, dataset);
      const { shortName } = operation.namespace ?? { shortName: operation.name };
      await toFile(panel, path.join(target, `${shortName}-${from.slice(0, 7)}.${format}`), effects, "keep");
    }
  });
}

interface Exporting {
  readonly operation: Operation<Panel>;
  readonly parameters: RawInput;
  readonly time: CallTime;
  readonly effects: Effects;
}

async function panelOf({ operation, parameters, time, effects }: Exporting, dataset: Dataset): Promise<Panel> {
  const call = callContext(time, effects.stopSignal());
  return (await operation.prepare({ parameters }, dataset, call)).run();
}

/** First and last day of each month of the window. */
async function monthsOf(
  { operation, parameters, time, effects }: Exporting,
  dataset: Dataset,
): Promise<(readonly [UtcDay, UtcDay])[]> {
  const call = callContext(time, effects.stopSignal());
  const { window } = await operation.prepare({ parameters }, dataset, call);
  const months: (readonly [UtcDay, UtcDay])[] = [];
  if (window === null) return months;
  for (let from = window.from; from <= window.to;) {
    const next = utcDay(`${addDays(utcDay(`${from.slice(0, 7)}-01`), 31).slice(0, 7)}-01`);
    const last = addDays(next, -1);
    months.push([from, last < window.to ? last : window.to]);
    from = next;
  }
  return months;
}

async function toStandardOutput(panel: Panel, effects: Effects): Promise<void> {
  for await (const piece of panel.bytes()) await effects.stdout.writeBytes(piece);
  await effects.stderr.write(factsLine("standard output", await panel.manifest()));
}

/** Writes the file, then its manifest: a file with a manifest is complete. */
async function toFile(
  panel: Panel,
  file: string,
  effects: Effects,
  there: "replace" | "keep" = "replace",
): Promise<void> {
  const manifestFile = `${file}.manifest.json`;
  if (there === "keep" && (await effects.files.kindOf(file)) === "file") {
    const known = await effects.files.readText(manifestFile);
    if (known !== null && tagIn(known) === panel.tag) {
      await effects.stderr.write(`${file}: already exists\n`);
      return;
    }
  }
  await effects.files.writePieces(file, panel.bytes());
  const manifest = await panel.manifest();
  await effects.files.writePieces(manifestFile, textPieces(`${JSON.stringify(manifest, null, 2)}\n`));
  await effects.stderr.write(factsLine(file, manifest));
}

function tagIn(manifest: string): string | null {
  try {
    const { tag } = JSON.parse(manifest) as { readonly tag?: unknown };
    return typeof tag === "string" ? tag : null;
  } catch {
    // A file of something else, or a torn one: export again.
    return null;
  }
}

function factsLine(name: string, { rows, bytes, sha256 }: PanelManifest): string {
  return `${name}: ${rows} rows, ${bytes} bytes, sha256 ${sha256}\n`;
}

async function* textPieces(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

/** The requested format, else that of the file extension, else CSV. The operation refuses unknown formats. */
function formatOf({ format }: RawInput, file: string | undefined): RowFormat {
  if (format !== undefined) return format as RowFormat;
  const ending = file === undefined ? "" : path.extname(file).toLowerCase();
  const meant = endings[ending];
  if (file !== undefined && meant === undefined)
    throw new WrongUse(`the ending of ${file} names no format; --format takes ${rowFormats.join(", ")}`);
  return meant ?? "csv";
}

function panelOperation(name: string | undefined): Operation<Panel> {
  const [first] = namespaces;
  const namespace = name === undefined ? first : namespaceNamed(name);
  const operation = namespace === undefined ? undefined : operationsOf(namespace).find(({ isStreamed }) => isStreamed);
  if (operation === undefined) throw new WrongUse("there is nothing to export");
  return operation as Operation<Panel>;
}
