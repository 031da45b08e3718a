import {
  type Asset,
  type CallContext,
  type Dataset,
  MarketDataError,
  type NamespaceDefinition,
  type Operation,
  similarAssets,
  type SimilarAssets,
} from "@market-sentiment/core";
import { Advised, issuesOf } from "../failure.js";
import { terminalText } from "../output/terminal-text.js";
import { findingCommand, queryCommands } from "./query-words.js";

/**
 * The same failure; where it says that a namespace does not have an asset, with what may have been meant: similar
 * assets, and the command for a namespace that has it.
 */
export async function withAssetAdvice(
  error: unknown,
  operation: Operation,
  spelling: string,
  dataset: Dataset,
  call: CallContext,
): Promise<unknown> {
  const { namespace } = operation;
  if (!(error instanceof MarketDataError) || namespace === null) return error;
  const unknown = unknownAssets(error, namespace, spelling);
  const advice = await Promise.all(unknown.map((asset) => adviceFor(asset, operation, namespace, dataset, call)));
  const lines = advice.flat();
  return lines.length === 0 ? error : new Advised(error, lines);
}

function unknownAssets(error: MarketDataError, { subject }: NamespaceDefinition, spelling: string): string[] {
  if (error.code === "unsupported_asset") return [spelling];
  const issues = error.code === "invalid_parameters" ? issuesOf(error) : [];
  return issues.flatMap(({ type, input }) => (type === subject.notFoundCode ? [String(input)] : []));
}

async function adviceFor(
  spelling: string,
  operation: Operation,
  namespace: NamespaceDefinition,
  dataset: Dataset,
  call: CallContext,
): Promise<string[]> {
  const { here, elsewhere } = await similarAssets(spelling, namespace, dataset, call);
  if (elsewhere !== null) return [elsewhereText(elsewhere, operation)];
  if (here.length > 0) return [`did you mean ${inWords(here.map(named))}?`];
  const command = findingCommand(namespace.id);
  if (command === undefined) return [];
  return [`find assets by name with: sentiment ${command.word} TEXT --ns ${namespace.shortName}`];
}

/** The namespace that has an asset of exactly that spelling, and the command that asks there; null where none has. */
export async function matchElsewhere(
  spelling: string,
  operation: Operation,
  dataset: Dataset,
  call: CallContext,
): Promise<string | null> {
  const { namespace } = operation;
  const found = namespace === null ? null : (await similarAssets(spelling, namespace, dataset, call)).elsewhere;
  return found === null ? null : elsewhereText(found, operation);
}

function elsewhereText({ namespace, asset }: NonNullable<SimilarAssets["elsewhere"]>, { name }: Operation): string {
  const command = queryCommands().find(({ operations }) => operations.get(namespace.id)?.name === name);
  const { word } = command ?? findingCommand(namespace.id) ?? {};
  const where = `${named(asset)} is in ${namespace.shortName}`;
  return word === undefined ? where : `${where}: sentiment ${word} ${asset.key} --ns ${namespace.shortName}`;
}

function named({ key, name }: Asset): string {
  return name === null ? key : `${key} (${terminalText(name)})`;
}

function inWords(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`;
}
