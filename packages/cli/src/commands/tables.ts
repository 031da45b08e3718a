import {
  defaultOpenTables,
  type OpenTableSettings,
  type RecipeEngine,
  recipeEngines,
  readingRecipe,
  type StoredTable,
  type StoredTables,
  tableColumns,
} from "@market-sentiment/core/node";
import type { Command } from "commander";
import { dataOptionText, readableDataDirectory, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { CommandFailed, WrongUse } from "../failure.js";
import { listText } from "../output/list-text.js";
import { terminalText } from "../output/terminal-text.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Adds `tables`: the stored tables, and how other engines read them. */
export function addTablesCommand(program: Command, effects: Effects): void {
  program
    .command("tables")
    .description("list the stored tables, and say how Trino, Spark, DuckDB and pandas read them")
    .option("--ns <name>", `namespace: ${namespaceNames()} (default: all)`)
    .option("--table <name>", "one table, with its columns")
    .option("--with <program>", `how to read them: ${recipeEngines.join(", ")}`)
    .option("--delta <switch>", "on: keep a Delta log beside each table; off: delete the logs")
    .option(
      "--every <seconds>",
      `with --delta on: least time between two versions, 0 for each snapshot (default: ${defaultOpenTables.everySeconds})`,
    )
    .option(
      "--keep <hours>",
      `with --delta on: how long older versions stay readable (default: ${defaultOpenTables.keepHours})`,
    )
    .option("--data <dir>", dataOptionText)
    .addHelpText("after", explanation)
    .action(async (options: ParsedOptions) => {
      const delta = textOption(options, "delta");
      await (delta === undefined ? show(options, effects) : switchLogs(delta, options, effects));
    });
}

const explanation = `
A folder of Parquet files is not a table: it also holds files that no longer count. With --delta on, each table has a Delta
log that names the files that do, so that other programs see exactly the rows of a snapshot. Every writer keeps the logs from
then on. They cost some disk: the rows of running days are written once more for them, at most every --every seconds, and
files of older versions stay for --keep hours.`;

async function switchLogs(delta: string, options: ParsedOptions, effects: Effects): Promise<void> {
  if (delta !== "on" && delta !== "off") throw new WrongUse(`--delta is on or off, not '${delta}'`);
  for (const name of ["ns", "table", "with"])
    if (options[name] !== undefined) throw new WrongUse(`--${name} does not go with --delta, which is for all tables`);
  const asked = { everySeconds: wholeNumber(options, "every"), keepHours: wholeNumber(options, "keep") };
  if (delta === "off" && (asked.everySeconds ?? asked.keepHours) !== undefined)
    throw new WrongUse("--every and --keep go with --delta on");
  const directory = await resolveDataDirectory(textOption(options, "data"), effects);
  const settings: OpenTableSettings | null =
    delta === "off"
      ? null
      : {
          everySeconds: asked.everySeconds ?? defaultOpenTables.everySeconds,
          keepHours: asked.keepHours ?? defaultOpenTables.keepHours,
        };
  await effects.backends.switchOpenTables(directory, settings);
  const said =
    settings === null
      ? "no table has a Delta log any more"
      : `each table has a Delta log: at most one version every ${settings.everySeconds} s, older ones readable for ${settings.keepHours} h`;
  await effects.stdout.write(`${said}\n`);
  await effects.stderr.write(`data in ${terminalText(directory)}\n`);
}

async function show(options: ParsedOptions, effects: Effects): Promise<void> {
  for (const name of ["every", "keep"])
    if (options[name] !== undefined) throw new WrongUse(`--${name} goes with --delta on`);
  const engine = engineOption(options);
  const name = textOption(options, "table");
  if (name !== undefined && !Object.hasOwn(tableColumns, name))
    throw new WrongUse(`there is no table '${name}'; there are ${Object.keys(tableColumns).join(", ")}`);
  const ns = textOption(options, "ns");
  const namespace = ns === undefined ? undefined : namespaceNamed(ns).id;
  const directory = await readableDataDirectory(textOption(options, "data"), effects);
  const stored = await effects.backends.storedTables(directory);
  const chosen = stored.tables.filter(
    (table) =>
      (namespace === undefined || table.namespace === namespace) && (name === undefined || table.table === name),
  );
  if (chosen.length === 0) throw new CommandFailed("nothing is stored in such a table yet");
  if (engine === null) await effects.stdout.write(listing(stored, chosen, name, effects));
  else {
    if (chosen.some(({ delta }) => delta === null))
      throw new CommandFailed("the tables have no Delta logs yet; switch them on: sentiment tables --delta on");
    await effects.stdout.write(`${readingRecipe(engine, stored.place, chosen)}\n`);
  }
  await effects.stderr.write(`data in ${terminalText(directory)}\n`);
}

function listing(
  stored: StoredTables,
  chosen: readonly StoredTable[],
  named: string | undefined,
  effects: Effects,
): string {
  const list = listText(
    chosen,
    [
      { title: "ns", textOf: ({ shortName }) => shortName },
      { title: "table", textOf: ({ table }) => table },
      { title: "rows", textOf: ({ rows }) => rows.toLocaleString("en-US") },
      { title: "files", textOf: ({ files }) => String(files) },
      { title: "delta", textOf: (table) => deltaText(table, stored) },
      { title: "a row is", textOf: ({ row }) => row, shrinks: true },
    ],
    effects,
  );
  if (named === undefined) return list;
  const columns = Object.entries(tableColumns[named as keyof typeof tableColumns]);
  const described = listText(
    columns,
    [
      { title: "column", textOf: ([name]) => name },
      { title: "type", textOf: ([, { type }]) => type },
      { title: "holds", textOf: ([, { holds }]) => holds, shrinks: true },
    ],
    effects,
  );
  return `${list}\n${described}`;
}

/** The newest version of a log. */
function deltaText({ delta }: StoredTable, { settings }: StoredTables): string {
  if (settings === null) return "off";
  return delta === null ? "none yet" : `version ${delta.version}`;
}

/** @throws WrongUse when there is no such program. */
function engineOption(options: ParsedOptions): RecipeEngine | null {
  const text = textOption(options, "with");
  if (text === undefined) return null;
  const engine = recipeEngines.find((name) => name === text);
  if (engine === undefined) throw new WrongUse(`--with takes ${recipeEngines.join(", ")}, not '${text}'`);
  return engine;
}

/** @throws WrongUse when it is not a whole number. */
function wholeNumber(options: ParsedOptions, name: string): number | undefined {
  const text = textOption(options, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new WrongUse(`--${name}: '${text}' is not a whole number`);
  return Number(text);
}
