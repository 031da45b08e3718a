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
import { readSources, sourceFilePath, sourcesOptionText, writeExampleSources } from "./source-file.js";
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
      "an option of its kind, such as url=https://…; repeat for more (default: none)",
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
  if (!(await writeExampleSources(file, effects))) throw new WrongUse(`${file} is there already`);
  await effects.stdout.write(
    `wrote ${terminalText(file)}, every source in it switched off\nswitch one on with: sentiment sources resume NAME\n`,
  );
}

async function list(options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  const { sourceConnectors } = await loadCollecting();
  const isThere = (await effects.files.kindOf(file)) !== null;
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
  await effects.stdout.write(`${terminalText(file)} is good: ${sources.length} sources, ${on} of them switched on\n`);
}

async function add(name: string, options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  const { withSource } = await loadCollecting();
  const own = (Array.isArray(options.set) ? options.set.map(String) : []).map((pair): [string, unknown] => {
    const at = pair.indexOf("=");
    if (at <= 0) throw new WrongUse(`--set: '${pair}' does not have the form option=value`);
    return [pair.slice(0, at), valueOf(pair.slice(at + 1))];
  });
  const every = textOption(options, "every");
  const entry = {
    name,
    type: textOption(options, "type"),
    namespace: textOption(options, "ns"),
    ...(every === undefined ? {} : { every }),
    ...Object.fromEntries(own),
  };
  const text = withSource(await effects.files.readText(file), entry);
  await readSources(file, effects, text);
  await effects.files.writePrivate(file, text);
  await effects.stdout.write(`added ${name} to ${terminalText(file)}; try it with: sentiment sources run ${name}\n`);
}

/** Lists and numbers are written as in JSON; anything else is text. */
function valueOf(text: string): unknown {
  if (!/^(\[.*\]|\d+|true|false)$/s.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function enable(name: string, enabled: boolean, options: ParsedOptions, effects: Effects): Promise<void> {
  const { file } = await whereOf(options, effects);
  const { withEnabled } = await loadCollecting();
  const changed = withEnabled((await effects.files.readText(file)) ?? "", name, enabled);
  if (changed === null) throw new WrongUse(`there is no source '${name}' in ${file}`);
  await readSources(file, effects, changed);
  await effects.files.writePrivate(file, changed);
  await effects.stdout.write(`${name} is ${enabled ? "switched on" : "paused"}\n`);
}

async function poll(
  name: string,
  backfill: { readonly fromMs: number; readonly toMs: number } | null,
  options: ParsedOptions,
  effects: Effects,
): Promise<void> {
  const { file, dataDirectory } = await whereOf(options, effects);
  const source = await sourceNamed(name, file, effects);
  if (backfill !== null && !source.connector.canBackfill)
    throw new WrongUse(`${source.connector.title} cannot be read back in time`);
  await refuseMixing(dataDirectory, isNamedDirectory(textOption(options, "data"), effects), effects);
  const readConfig = () => readSources(file, effects);
  const signal = effects.stopSignal();
  const report = await effects.backends.pollSource(
    { dataDirectory, now: effects.now, readConfig, signal },
    source,
    backfill,
  );
  await effects.stdout.write(`${pollText(name, report)}\n`);
  if (report.outcome === "error" || report.outcome === "blocked") throw new CommandFailed(`${name} brought nothing`);
}

function pollText(name: string, { outcome, reason, status, items, itemsNew }: PollReport): string {
  const facts = [reason, status === null ? null : `status ${status}`, `${items} items, ${itemsNew} new`];
  return `${name}: ${outcome} (${facts.filter((fact) => fact !== null).join(", ")})`;
}

async function sourceNamed(name: string, file: string, effects: Effects): Promise<ConfiguredSource> {
  const { sources } = await readSources(file, effects);
  const source = sources.find((one) => one.name === name);
  if (source !== undefined) return source;
  throw new WrongUse(`there is no source '${name}'`, [`there are: ${sources.map((one) => one.name).join(", ")}`]);
}

function intervalOf(options: ParsedOptions): { readonly fromMs: number; readonly toMs: number } {
  const instant = (option: string) => {
    const text = textOption(options, option) ?? "";
    const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(time))
      throw new WrongUse(`--${option} takes a UTC time such as 2026-03-01 or 2026-03-01T12:00:00Z`);
    return time;
  };
  const interval = { fromMs: instant("from"), toMs: instant("to") };
  if (interval.fromMs >= interval.toMs) throw new WrongUse("--from is not before --to");
  return interval;
}

async function whereOf(options: ParsedOptions, effects: Effects) {
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects);
  return { dataDirectory, file: sourceFilePath(textOption(options, "sources"), dataDirectory, effects) };
}
