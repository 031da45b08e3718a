import type { TextNamespace } from "@market-sentiment/core";
import type { Command } from "commander";
import { dataOptionText, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { type InputLine, linesOf } from "../input/lines.js";
import { textNamespaceNamed, textNamespaceNames } from "./namespace-choice.js";
import { type ParsedOptions, textOption } from "./query-options.js";

/** Adds `rollup`: computes the daily rows of days that wait, in as many processes as wanted. */
export function addRollupCommand(program: Command, effects: Effects): void {
  program
    .command("rollup")
    .description(
      "a filter for many processes: parts of days that wait in, as lines, their daily rows out, as JSON lines",
    )
    .option("--ns <name>", `namespace: ${textNamespaceNames()} (default: news)`)
    .option("--list", "only print the parts of the days that wait, and compute nothing")
    .option("--parts <n>", "with --list: parts of each day, 1 to 1000, by its assets (default: 1)")
    .option("--data <dir>", dataOptionText)
    .action(async (options: ParsedOptions) => rollUp(options, effects));
}

async function rollUp(options: ParsedOptions, effects: Effects): Promise<void> {
  const namespace = textNamespaceNamed(textOption(options, "ns") ?? "news");
  const isList = options.list === true;
  if (!isList && textOption(options, "parts") !== undefined)
    throw new WrongUse("--parts has a meaning with --list only");
  const parts = partsOf(textOption(options, "parts") ?? "1");
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects);
  if (isList) return list({ dataDirectory, namespace }, parts, effects);
  const done = await effects.backends.rollUpDays(
    { dataDirectory, namespace },
    textsOf(linesOf(effects.stdin())),
    (line) => effects.stdout.write(`${JSON.stringify(line)}\n`),
  );
  await effects.stderr.write(`${done} parts of days rolled up\n`);
}

async function list(
  of: { readonly dataDirectory: string; readonly namespace: TextNamespace },
  parts: number,
  effects: Effects,
): Promise<void> {
  for (const line of await effects.backends.waitingParts(of, parts)) await effects.stdout.write(`${line}\n`);
}

async function* textsOf(lines: AsyncIterable<InputLine>): AsyncGenerator<string> {
  // One that is too long is no part of a day, and is refused as such.
  for await (const { text } of lines) yield text ?? "…";
}

/** @throws WrongUse */
function partsOf(text: string): number {
  const parts = Number(text);
  if (/^\d{1,4}$/.test(text) && parts >= 1 && parts <= 1_000) return parts;
  throw new WrongUse(`--parts: '${text}' is not a whole number from 1 to 1000`);
}
