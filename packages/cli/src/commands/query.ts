import {
  type CallContext,
  type Dataset,
  type Evidence,
  type Explainer,
  isRow,
  MarketDataError,
  type Operation,
  type OperationWindow,
} from "@market-sentiment/core";
import type { Command } from "commander";
import { callContext, type CallTime, callTime } from "../call-time.js";
import { readableDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { evidenceText } from "../output/evidence-text.js";
import { type OutputFormat, render, type ResultPeriod } from "../output/render.js";
import { matchElsewhere, withAssetAdvice } from "./asset-advice.js";
import { dataOverview } from "./empty-answer.js";
import { namespaceNamed } from "./namespace-choice.js";
import { operationFor, type RawInput, rawInput } from "./query-input.js";
import { type AskedWhere, clampNote, emptyNote, noMatchNote } from "./query-notes.js";
import { addCommonOptions, formatOf, parameterOption, type ParsedOptions, textOption } from "./query-options.js";
import { flagsOf, operandOf, operandWords, type QueryCommand } from "./query-words.js";
import { withDataset } from "./with-dataset.js";

/** Adds the command of a query. */
export function addQueryCommand(program: Command, query: QueryCommand, effects: Effects): void {
  const operations = [...query.operations.values()];
  const command = program.command(query.word).description(query.text);
  const [operand] = operations.map(operandOf).filter((parameter) => parameter !== null);
  if (operand !== undefined) command.argument(...operandWords(operand));
  const names = [...query.operations.keys()].map((id) => namespaceNamed(id).shortName);
  command.option("--ns <name>", `namespace: ${names.join(", ")} (default: ${names[0] ?? ""})`);
  const flags = new Map(operations.flatMap(flagsOf).map((parameter) => [parameter.name, parameter]));
  const defaultDays = operations[0]?.defaultDays ?? null;
  for (const parameter of flags.values()) command.addOption(parameterOption(parameter, defaultDays));
  addCommonOptions(command).action(async (...given: unknown[]) => {
    const [words, options] = operand === undefined ? [[], given[0]] : [[given[0]].flat().map(String), given[1]];
    await runQuery(query, [...flags.keys()], words, options as ParsedOptions, effects);
  });
}

async function runQuery(
  query: QueryCommand,
  flags: readonly string[],
  operands: readonly string[],
  options: ParsedOptions,
  effects: Effects,
): Promise<void> {
  const operation = operationFor(query, textOption(options, "ns"));
  const time = callTime(textOption(options, "today"), effects);
  const parameters = rawInput(operation, flags, operands, options, time.today);
  const format = formatOf(options);
  const dataDirectory = await readableDataDirectory(textOption(options, "data"), effects);
  const explains = operation.command?.needsExplainer === true;
  const answer = await withDataset(effects, { dataDirectory, textModel: "none", explains }, (dataset) =>
    answerOf(operation, parameters, dataset, callContext(time)),
  );
  await effects.stdout.write(answerText(operation, answer, { ...time, asOf: asOfIn(parameters) }, format, effects));
  const { namespace } = operation;
  if (namespace === null) return;
  const exists = (await effects.files.kindOf(dataDirectory)) !== null;
  const asked = { namespace, window: answer.window, today: time.today, dataDirectory, exists, options };
  const notes = [...clampNote(asked), ...answer.whyEmpty(asked)];
  if (notes.length > 0) await effects.stderr.write(notes.map((line) => `${line}\n`).join(""));
}

/** An answer and what is said beside it. */
interface Answer {
  readonly result: unknown;
  readonly evidence: Evidence | null;
  readonly window: OperationWindow | null;
  /** Notes about an empty answer; none for any other. */
  readonly whyEmpty: (asked: AskedWhere) => string[];
}

async function answerOf(
  operation: Operation,
  parameters: RawInput,
  opened: Dataset,
  context: CallContext,
): Promise<Answer> {
  const { dataset, evidence } = withEvidence(opened);
  try {
    const prepared = await operation.prepare({ parameters }, dataset, context);
    const result = await emptyAsList(prepared.run());
    const isEmpty = operation.isEmpty(result) && !(Number(parameters.offset) > 0);
    const whyEmpty = isEmpty ? await reasonFor(operation, parameters, result, dataset, context) : () => [];
    return { result, evidence: evidence(), window: prepared.window, whyEmpty };
  } catch (error) {
    const operand = operandOf(operation);
    const spelling = operand === null ? "" : String(parameters[operand.name]);
    throw await withAssetAdvice(error, operation, spelling, dataset, context);
  }
}

/** Why an answer is empty. Collects the facts while the data is open; the wording comes later. */
async function reasonFor(
  operation: Operation,
  parameters: RawInput,
  result: unknown,
  dataset: Dataset,
  context: CallContext,
): Promise<Answer["whyEmpty"]> {
  const findsAssets = operation.command?.findsAssets === true;
  const wanted = findsAssets ? parameters[operandOf(operation)?.name ?? ""] : undefined;
  if (typeof wanted === "string" && isRow(result) && result.count === 0) {
    const elsewhere = await matchElsewhere(wanted, operation, dataset, context);
    return (asked) => noMatchNote(asked, wanted, elsewhere);
  }
  const overview = await dataOverview(operation, dataset, context);
  // Assets may be found that nobody talked about lately; that needs a note only where there is no data at all.
  if (findsAssets && overview.span !== null) return () => [];
  return (asked) => emptyNote(asked, overview);
}

/** In the terminal an empty list is an answer in every namespace, whatever its HTTP status. */
async function emptyAsList(running: Promise<unknown>): Promise<unknown> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof MarketDataError && error.code === "empty_result") return [];
    throw error;
  }
}

function asOfIn({ as_of: asOf }: RawInput): string | null {
  return typeof asOf === "string" ? asOf : null;
}

/** The result; an explanation is followed by what it rests on, except in CSV. */
function answerText(
  operation: Operation,
  { result, evidence, window }: Answer,
  { today, asOf }: CallTime & Pick<ResultPeriod, "asOf">,
  format: OutputFormat,
  effects: Effects,
): string {
  const period: ResultPeriod | null = window === null ? null : { window, today, asOf };
  if (evidence === null || format === "csv") return render(operation, result, format, effects, period);
  if (format === "json") return render(operation, { ...(result as object), evidence }, format, effects);
  return render(operation, result, format, effects, period) + evidenceText(evidence, effects);
}

/** The dataset with an explainer whose evidence is captured, because the service's answer does not contain it. */
function withEvidence(dataset: Dataset): {
  readonly dataset: Dataset;
  /** Evidence of the last explanation; null without one. */
  readonly evidence: () => Evidence | null;
} {
  const { explainer } = dataset;
  if (explainer === null) return { dataset, evidence: () => null };
  let last: Evidence | null = null;
  const listening: Explainer = {
    explain: async (question, options) => {
      const explanation = await explainer.explain(question, options);
      last = explanation.evidence ?? null;
      return explanation;
    },
    close: () => explainer.close(),
  };
  return { dataset: { ...dataset, explainer: listening }, evidence: () => last };
}
