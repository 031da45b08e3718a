import {
  type Evidence,
  invoke,
  type NamespaceDefinition,
  namespaces,
  type Operation,
  type Parameter,
} from "@market-sentiment/core";
import type { Command } from "commander";
import { callContext, callTime } from "../call-time.js";
import { readableDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { evidenceText } from "../output/evidence-text.js";
import { type OutputFormat, render } from "../output/render.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import {
  addCommonOptions,
  formatOf,
  parameterOption,
  type ParsedOptions,
  textOption,
  valuesOf,
} from "./query-options.js";
import { commandTexts, flagName, flagsOf, operandOf, type QueryCommand, queryCommands } from "./query-words.js";
import { withDataset } from "./with-dataset.js";
import { withEvidence } from "./with-evidence.js";

/** Adds one command for each kind of query that some namespace has. */
export function addQueryCommands(program: Command, effects: Effects): void {
  for (const query of queryCommands()) addQueryCommand(program, query, effects);
}

function addQueryCommand(program: Command, query: QueryCommand, effects: Effects): void {
  const operations = [...query.operations.values()];
  const command = program.command(query.word).description(commandTexts[query.word] ?? "");
  const [operand, ...others] = operations.map(operandOf).filter((parameter) => parameter !== null);
  if (operand !== undefined) {
    const alike = others.every(({ description }) => description === operand.description);
    command.argument(`<${operandName(operand)}>`, alike ? operand.description : "as the namespace spells it");
  }
  const names = [...query.operations.keys()].map((id) => namespaceNamed(id).shortName);
  command.option("--ns <name>", `namespace: ${names.join(", ")} (default: ${names[0] ?? ""})`);
  const flags = new Map(operations.flatMap(flagsOf).map((parameter) => [parameter.name, parameter]));
  for (const parameter of flags.values()) command.addOption(parameterOption(parameter));
  addCommonOptions(command).action(async (...given: unknown[]) => {
    const [text, options] = operand === undefined ? [undefined, given[0]] : [String(given[0]), given[1]];
    await runQuery(query, [...flags.keys()], text, options as ParsedOptions, effects);
  });
}

function operandName({ name }: Parameter): string {
  return name === "q" ? "query" : name;
}

async function runQuery(
  query: QueryCommand,
  flags: readonly string[],
  operandText: string | undefined,
  options: ParsedOptions,
  effects: Effects,
): Promise<void> {
  const operation = operationFor(query, textOption(options, "ns"));
  const parameters = rawParameters(operation, flags, operandText, options);
  const format = formatOf(options);
  const context = callContext(callTime(textOption(options, "today"), effects));
  const dataDirectory = await readableDataDirectory(textOption(options, "data"), effects);
  const explains = operation.name === "explain";
  const { result, evidence } = await withDataset(
    effects,
    { dataDirectory, textModel: "none", explains },
    async (dataset) => {
      const seen = withEvidence(dataset);
      return { result: await invoke(operation, { parameters }, seen.dataset, context), evidence: seen.evidence() };
    },
  );
  await effects.stdout.write(answerText(operation, result, evidence, format, effects));
}

/** The result; an explanation is followed by what it rests on, except in CSV. */
function answerText(
  operation: Operation,
  result: unknown,
  evidence: Evidence | null,
  format: OutputFormat,
  effects: Effects,
): string {
  if (evidence === null || format === "csv") return render(operation, result, format, effects);
  if (format === "json") return render(operation, { ...(result as object), evidence }, format, effects);
  return render(operation, result, format, effects) + evidenceText(evidence, effects);
}

/** The operation behind the command: of the named namespace, else of the first one that has it. */
function operationFor(query: QueryCommand, name: string | undefined): Operation {
  const namespace = name === undefined ? firstWith(query) : namespaceNamed(name);
  const operation = namespace === undefined ? undefined : query.operations.get(namespace.id);
  if (operation !== undefined) return operation;
  const having = namespaces.filter(({ id }) => query.operations.has(id)).map(({ shortName }) => shortName);
  throw new WrongUse(`'${query.word}' is no command of ${name ?? namespaceNames()}; it is one of ${having.join(", ")}`);
}

function firstWith(query: QueryCommand): NamespaceDefinition | undefined {
  return namespaces.find(({ id }) => query.operations.has(id));
}

/**
 * Raw parameters as HTTP would have them: texts, lists where a flag was repeated. Flags that the operation refuses by
 * name are passed on, so that its own words are shown.
 */
function rawParameters(
  operation: Operation,
  flags: readonly string[],
  operandText: string | undefined,
  options: ParsedOptions,
): Record<string, string | readonly string[]> {
  const raw: Record<string, string | readonly string[]> = {};
  const operand = operandOf(operation);
  if (operand !== null && operandText !== undefined) raw[operand.name] = operandText;
  const taken = new Set([...flagsOf(operation), ...operation.refused].map(({ name }) => name));
  for (const name of flags) {
    const [first, ...more] = valuesOf(options, name);
    if (first === undefined) continue;
    if (!taken.has(name)) {
      throw new WrongUse(
        `${flagName(name)} is no option of this command in ${operation.namespace?.shortName ?? "this namespace"}`,
      );
    }
    raw[name] = more.length === 0 ? first : [first, ...more];
  }
  return raw;
}
