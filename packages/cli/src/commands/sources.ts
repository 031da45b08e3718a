import { type ConfiguredSource, loadCollecting, type PollReport } from "@market-sentiment/core/node";
import type { Command } from "commander";
import { todayOptionText } from "../call-time.js";
import { dataOptionText, isNamedDirectory, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { CommandFailed, WrongUse } from "../failure.js";
import { terminalText } from "../output/terminal-text.js";
import { refuseMixing } from "../sample-apart.js";
import { namespaceNames } from "./namespace-choice.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import {
  readSources,
  sourceFilePath,
  sourcesOptionText,
  sourceText,
  textOrNull,
  withFaults,
  writeExampleSources,
} from "./source-file.js";
import { showSourceStatus } from "./source-status.js";

/** Adds `sources`: configuration and state of live sources. */
export function addSourcesCommand(program: Command, effects: Effects): void {
  const sources = program
    .command("sources")
    .description("live sources: what they are, how they are, and polls by hand");
  const command = (name: string, description: string) =>
    sources
      .command(name)
      .description(description)
      .option("--sources <file>", sourcesOptionText)
      .option("--data <dir>", dataOptionText);
  command("init", "write a sources.yaml with a source of every kind, all switched off").action(
    (options: ParsedOptions) => init(options, effects),
  );
  command("list", "the configured sources, and the kinds that there are").action((options: ParsedOptions) =>
    list(options, effects),
  );
  command("check", "check the configuration, with the line of every fault").action((options: ParsedOptions) =>
    check(options, effects),
  );
  command("add", "add a source to the configuration")
    .argument("<name>", "its name")
    .requiredOption("--type <kind>", "kind of source (required)")
    .requiredOption("--ns <name>", "namespace that its items go to (required)")
    .option("--every <time>", "time between two polls, such as 5m (default: that of its kind)")
    .option(
      "--set <option=value>",
      "an option of its kind, such as url=https://… or subreddits=stocks,investing; repeat for more (default: none)",
      collectValues,
    )
    .action((name: string, options: ParsedOptions) => add(name, options, effects));
  command("pause", "switch a source off")
    .argument("<name>", "its name")
    .action((name: string, options: ParsedOptions) => enable(name, false, options, effects));
  command("resume", "switch it on again")
    .argument("<name>", "its name")
    .action((name: string, options: ParsedOptions) => enable(name, true, options, effects));
  command("run", "poll a source once, now")
    .argument("<name>", "its name")
    .action((name: string, options: ParsedOptions) => poll(name, null, options, effects));
  command("backfill", "read an interval of a source's past, which closes its gaps")
    .argument("<name>", "its name")
    .requiredOption("--from <time>", "start, such as 2026-03-01 or 2026-03-01T12:00:00Z (required)")
    .requiredOption("--to <time>", "end, excluded (required)")
    .action((name: string, options: ParsedOptions) => poll(name, intervalOf(options), options, effects));
  command("status", "how each source is: last poll, lag, and what of the last 24 hours and 30 days it covered")
    .option("--ns <name>", `one namespace: ${namespaceNames()} (default: all)`)
    .option("--json", "print the JSON body that the service answers with; of all namespaces, one a line")
    .option("--today <day>", todayOptionText)
    .action((options: ParsedOptions) => showSourceStatus(options, effects));
}

const collectValues = (value: string, before: string[] | undefined) => [...(before ?? []), value];

async function init(options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  if (!(await writeExampleSources(file, effects))) throw new WrongUse(`${file} already exists`);
  await effects.stdout.write(
    `wrote ${terminalText(file)}, every source in it switched off\nswitch one on with: sentiment sources resume NAME\n`,
  );
}

async function list(options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  const { sourceConnectors } = await loadCollecting();
  const isThere = textOption(options, "sources") !== undefined || (await textOrNull(file, effects)) !== null;
  const { sources } = isThere ? await readSources(file, effects) : { sources: [] };
  if (sources.length === 0) await effects.stdout.write(`no source is configured in ${terminalText(file)}\n`);
  for (const { name, connector, namespace, enabled } of sources)
    await effects.stdout.write(`${name}  ${connector.kind}  ${namespace.shortName}${enabled ? "" : "  paused"}\n`);
  await effects.stdout.write("\nkinds of sources:\n");
  for (const { kind, title, terms } of sourceConnectors)
    await effects.stdout.write(`  ${kind}: ${title}. You need: ${terms.holds} You may: ${terms.may}\n`);
}

async function check(options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  const { sources } = await readSources(file, effects);
  const on = sources.filter(({ enabled }) => enabled).length;
  await effects.stdout.write(`${terminalText(file)} is valid: ${sources.length} sources, ${on} of them switched on\n`);
}

async function add(name: string, options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  const { withSource } = await loadCollecting();
  const entry = await entryOf(name, options);
  const before = await textOrNull(file, effects);
  const text = await withFaults(file, () => withSource(before, entry));
  await readSources(file, effects, text);
  await effects.files.writePrivate(file, text);
  await effects.stdout.write(`added ${name} to ${terminalText(file)}; try it with: sentiment sources run ${name}\n`);
}

/** Fields of an entry that are given by an option or argument of their own. */
const ownOptions: Readonly<Record<string, string>> = {
  name: "NAME",
  type: "--type",
  namespace: "--ns",
  every: "--every",
};

async function entryOf(name: string, options: ParsedOptions): Promise<Readonly<Record<string, unknown>>> {
  const { optionValue } = await loadCollecting();
  const type = textOption(options, "type") ?? "";
  const own = new Map<string, unknown>();
  for (const pair of Array.isArray(options.set) ? options.set.map(String) : []) {
    const at = pair.indexOf("=");
    if (at <= 0) throw new WrongUse(`--set: '${pair}' does not have the form option=value`);
    const field = pair.slice(0, at);
    if (Object.hasOwn(ownOptions, field)) throw new WrongUse(`--set ${field}: use ${ownOptions[field]} instead`);
    if (own.has(field)) throw new WrongUse(`--set ${field} is given twice; a list is one value: ${field}=a,b`);
    own.set(field, optionValue(type, field, pair.slice(at + 1)));
  }
  const every = textOption(options, "every");
  const named = { name, type, namespace: textOption(options, "ns"), ...(every === undefined ? {} : { every }) };
  return { ...named, ...Object.fromEntries(own) };
}

async function enable(name: string, enabled: boolean, options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  const { withEnabled } = await loadCollecting();
  const text = await sourceText(file, effects);
  const changed = await withFaults(file, () => withEnabled(text, name, enabled));
  if (changed === null) throw new WrongUse(`there is no source '${name}' in ${file}`);
  if (enabled) await readSources(file, effects, changed);
  else await notePaused(file, effects, { before: text, after: changed });
  await effects.files.writePrivate(file, changed);
  await effects.stdout.write(`${name} is ${enabled ? "switched on" : "paused"}\n`);
}

/** A source can be paused even when the file has other faults; they are only reported. */
async function notePaused(
  file: string,
  effects: Effects,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const { readSourceConfig, SourceConfigError } = await loadCollecting();
  const faultsOf = (text: string): readonly string[] => {
    try {
      readSourceConfig(text, effects.env);
      return [];
    } catch (error) {
      if (error instanceof SourceConfigError) return error.faults.map(({ path, message }) => `${path}: ${message}`);
      throw error;
    }
  };
  const known = new Set(faultsOf(before));
  const left = faultsOf(after);
  if (left.some((fault) => !known.has(fault))) await readSources(file, effects, after);
  if (left.length > 0) await effects.stderr.write(`note: ${file} still has faults; see: sentiment sources check\n`);
}

async function poll(
  name: string,
  backfill: { readonly fromMs: number; readonly toMs: number } | null,
  options: ParsedOptions,
  effects: Effects,
): Promise<void> {
  const { file, dataDirectory } = await whereOf(options, effects);
  const source = await sourceNamed(name, file, effects);
  if (!source.enabled) throw new WrongUse(`${name} is paused`, [`switch it on with: sentiment sources resume ${name}`]);
  if (backfill !== null && !source.connector.canBackfill)
    throw new WrongUse(`${source.connector.title} cannot be read back in time`);
  if (backfill !== null && backfill.toMs > effects.now().getTime()) throw new WrongUse("--to lies in the future");
  await refuseMixing(dataDirectory, isNamedDirectory(textOption(options, "data"), effects), effects);
  const readConfig = () => readSources(file, effects);
  const signal = effects.stopSignal();
  const report = await effects.backends.pollSource(
    { dataDirectory, now: effects.now, readConfig, signal },
    source,
    backfill,
  );
  await effects.stdout.write(`${pollText(name, report)}\n`);
  if (backfill !== null && report.status === null && report.outcome === "unchanged")
    throw new CommandFailed(`${name} cannot be backfilled: it gives present values only`);
  if (report.outcome === "error" || report.outcome === "blocked") throw new CommandFailed(`${name} returned nothing`);
}

function pollText(name: string, { outcome, reason, status, items, itemsNew }: PollReport): string {
  const facts = [reason, status === null ? null : `status ${status}`, `${items} items, ${itemsNew} new`];
  return `${name}: ${outcome} (${facts.filter((fact) => fact !== null).join(", ")})`;
}

async function sourceNamed(name: string, file: string, effects: Effects): Promise<ConfiguredSource> {
  const { sources } = await readSources(file, effects);
  const source = sources.find((one) => one.name === name);
  if (source !== undefined) return source;
  const names = sources.map((one) => one.name).join(", ");
  throw new WrongUse(`there is no source '${name}' in ${file}`, [
    names === "" ? "there is none yet" : `there are: ${names}`,
  ]);
}

function intervalOf(options: ParsedOptions): { readonly fromMs: number; readonly toMs: number } {
  const instant = (option: string) => {
    const text = textOption(options, option) ?? "";
    const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
    // Some engines read February 30 as a day of March.
    if (Number.isNaN(time) || new Date(time).getUTCDate() !== Number(text.slice(8, 10)))
      throw new WrongUse(`--${option} takes a UTC time such as 2026-03-01 or 2026-03-01T12:00:00Z`);
    return time;
  };
  const interval = { fromMs: instant("from"), toMs: instant("to") };
  if (interval.fromMs >= interval.toMs) throw new WrongUse("--from is not before --to");
  return interval;
}

async function whereOf(options: ParsedOptions, effects: Effects) {
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects);
  const kind = await effects.files.kindOf(dataDirectory);
  if (kind !== null && kind !== "directory") throw new WrongUse(`${dataDirectory} is not a directory`);
  return { dataDirectory, file: sourceFilePath(textOption(options, "sources"), dataDirectory, effects) };
}
