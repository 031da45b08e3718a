import {
  type CallContext,
  type Dataset,
  invoke,
  type NamespaceDefinition,
  namespaces,
  operationsOf,
} from "@market-sentiment/core";
import type { ConfiguredSource } from "@market-sentiment/core/node";
import { callContext, callTime } from "../call-time.js";
import { readableDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { paintFor } from "../output/colour.js";
import { tableLines } from "../output/table.js";
import { terminalWidth } from "../output/terminal-width.js";
import { namespaceNamed } from "./namespace-choice.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { readSources, sourceFilePath, textOrNull } from "./source-file.js";
import { sourceColumns, type SourcesAnswer, statusRows } from "./source-lines.js";
import { withDataset } from "./with-dataset.js";

/** `sources status`: polled sources, and configured ones that were not polled yet. */
export async function showSourceStatus(options: ParsedOptions, effects: Effects): Promise<void> {
  const dataDirectory = await readableDataDirectory(textOption(options, "data"), effects);
  const file = sourceFilePath(textOption(options, "sources"), dataDirectory, effects);
  const time = callTime(textOption(options, "today"), effects);
  const name = textOption(options, "ns");
  const asked = name === undefined ? namespaces : [namespaceNamed(name)];
  const answers = await withDataset(effects, { dataDirectory, textModel: "none" }, (dataset) =>
    sourcesOf(asked, dataset, callContext(time)),
  );
  if (options.json === true) {
    for (const { answer } of answers) await effects.stdout.write(`${JSON.stringify(answer)}\n`);
    return;
  }
  const isNamed = textOption(options, "sources") !== undefined;
  const configured = (await configuredSources(file, isNamed, effects)).filter(({ namespace }) =>
    asked.includes(namespace),
  );
  const rows = statusRows(answers, configured);
  if (rows.length === 0) {
    await effects.stdout.write("no source is configured, and none has been polled into this data directory\n");
    return;
  }
  const lines = tableLines(
    sourceColumns(rows, time.now),
    terminalWidth(effects),
    paintFor(effects.stdout, effects.env),
  );
  await effects.stdout.write(lines.map((line) => `${line}\n`).join(""));
}

/** The configured sources; none where the file is missing (unless it was named) or faulty. A fault is reported. */
async function configuredSources(
  file: string,
  isNamed: boolean,
  effects: Effects,
): Promise<readonly ConfiguredSource[]> {
  if ((await textOrNull(file, effects)) === null) {
    if (isNamed) throw new WrongUse(`there is no ${file}`);
    return [];
  }
  try {
    return (await readSources(file, effects)).sources;
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    await effects.stderr.write(`note: ${error.message}; see: sentiment sources check\n`);
    return [];
  }
}

async function sourcesOf(
  asked: readonly NamespaceDefinition[],
  dataset: Dataset,
  call: CallContext,
): Promise<SourcesAnswer[]> {
  const answers: SourcesAnswer[] = [];
  for (const namespace of asked) {
    const operation = operationsOf(namespace).find(({ name }) => name === "sources");
    if (operation === undefined) continue;
    const answer = (await invoke(operation, { parameters: {} }, dataset, call)) as SourcesAnswer["answer"];
    answers.push({ namespace, answer });
  }
  return answers;
}
