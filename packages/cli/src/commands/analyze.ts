import {
  allOperations,
  analyzeForCompanies,
  analyzeText as analyze,
  type CallContext,
  type CompaniesResponse,
  type Dataset,
  type Operation,
  type TextAnalysis,
  textAnalysisSchema,
} from "@market-sentiment/core";
import type { Command } from "commander";
import path from "node:path";
import { callContext, callTime } from "../call-time.js";
import { dataOptionText, resolveDataDirectory } from "../data-directory.js";
import type { Effects } from "../effects.js";
import { WrongUse } from "../failure.js";
import { render } from "../output/render.js";
import type { Outcome } from "../program.js";
import { analyzeLines } from "./analyze-lines.js";
import { type ParsedOptions, textOption } from "./query-options.js";
import { withDataset } from "./with-dataset.js";

/** Adds `analyze`: one text, or a file with one request a line. */
export function addAnalyzeCommand(program: Command, effects: Effects, outcome: Outcome): void {
  program
    .command("analyze")
    .description("which way a text points, as a whole or for one company in it")
    .argument("[text]", "the text, read as if it were a news headline")
    .option(
      "--target <name>",
      "company or ticker in the text from whose point of view it is judged (default: no one's)",
    )
    .option("--companies", "find the companies in the text, and judge it for each of them")
    .option("--json", "print the JSON body that the service answers with, and target_found")
    .option(
      "--input <file>",
      'JSON lines {"text", "target", "id"}; one JSON answer a line, in order, with its id and target; - is stdin',
    )
    .option("--data <dir>", dataOptionText)
    .action(async (text: string | undefined, options: ParsedOptions) => {
      const input = textOption(options, "input");
      if ((text === undefined) === (input === undefined)) throw new WrongUse("analyze takes either a text or --input");
      if (input === undefined) await analyzeText(text ?? "", options, effects);
      else outcome.exitCode = await analyzeFile(input, options, effects);
    });
}

async function analyzeText(text: string, options: ParsedOptions, effects: Effects): Promise<void> {
  const target = textOption(options, "target");
  const body = { text, ...(target === undefined ? {} : { target }) };
  const [operation, answer] = askedAnalysis(body, options, callContext(callTime(undefined, effects)));
  const result = await withModel(options, effects, answer);
  if (result.target_found === false) await effects.stderr.write(`warning: '${target ?? ""}' ${absence}\n`);
  await effects.stdout.write(render(operation, result, options.json === true ? "json" : "table", effects));
}

/** What is printed of a text: the operation that describes the answer, and the answer. */
function askedAnalysis(
  body: { readonly text: string; readonly target?: string },
  options: ParsedOptions,
  context: CallContext,
): [Operation, (dataset: Dataset) => Promise<TextAnalysis | CompaniesResponse>] {
  if (options.companies === true)
    return [operationNamed("analyze-companies"), (dataset) => analyzeForCompanies(body, dataset, context)];
  const schema = body.target === undefined ? {} : { result: textAnalysisSchema };
  return [{ ...operationNamed("analyze"), ...schema }, (dataset) => analyze(body, dataset, context)];
}

/** What the answer means where the target is not in the text. */
const absence =
  "is not in the text: the answer is neutral where the text names other companies, and about the target where it names none";

async function analyzeFile(input: string, options: ParsedOptions, effects: Effects): Promise<0 | 1> {
  if (options.target !== undefined)
    throw new WrongUse("--target goes with a text; with --input each line names its own");
  if (options.companies === true) throw new WrongUse("--companies goes with a text, not with --input");
  const pieces = await openInput(input, effects);
  const context = callContext(callTime(undefined, effects), effects.stopSignal());
  const { answered, failed, withoutTarget } = await withModel(options, effects, (dataset) =>
    analyzeLines(pieces, (body) => analyze(body, dataset, context), effects.stdout),
  );
  if (withoutTarget > 0)
    await effects.stderr.write(
      `warning: ${withoutTarget} answers with target_found false: the target is not in the text\n`,
    );
  const outcome = failed === 0 ? "none failed" : `${failed} failed`;
  await effects.stderr.write(`${answered + failed} lines: ${answered} answered, ${outcome}\n`);
  return failed === 0 ? 0 : 1;
}

async function openInput(input: string, effects: Effects): Promise<AsyncIterable<Uint8Array>> {
  if (input === "-") return effects.stdin();
  const file = path.resolve(effects.workingDirectory, input);
  const kind = await effects.files.kindOf(file);
  if (kind === null) throw new WrongUse(`the file ${file} does not exist`);
  if (kind === "directory") throw new WrongUse(`${file} is a directory`);
  return effects.files.readPieces(file);
}

async function withModel<Result>(
  options: ParsedOptions,
  effects: Effects,
  use: (dataset: Dataset) => Promise<Result>,
): Promise<Result> {
  const dataDirectory = await resolveDataDirectory(textOption(options, "data"), effects);
  return withDataset(effects, { dataDirectory, textModel: "open" }, use);
}

function operationNamed(wanted: Operation["name"]): Operation {
  const operation = allOperations().find(({ name }) => name === wanted);
  if (operation === undefined) throw new Error(`There is no operation ${wanted}.`);
  return operation;
}
