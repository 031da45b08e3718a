import {
  type NamespaceDefinition,
  namespaces,
  type Operation,
  type Parameter,
  type UtcDay,
} from "@market-sentiment/core";
import { dayText } from "../call-time.js";
import { WrongUse } from "../failure.js";
import { namespaceNamed, namespaceNames } from "./namespace-choice.js";
import { type ParsedOptions, valuesOf } from "./query-options.js";
import { flagName, flagsOf, operandOf, type QueryCommand } from "./query-words.js";

/** Raw parameters as HTTP would have them: texts, lists where a flag was repeated. */
export type RawInput = Record<string, string | readonly string[]>;

/** The operation behind the command: of the named namespace, else of the first one that has it. */
export function operationFor(query: QueryCommand, name: string | undefined): Operation {
  const namespace = name === undefined ? firstWith(query) : namespaceNamed(name);
  const operation = namespace === undefined ? undefined : query.operations.get(namespace.id);
  if (operation !== undefined) return operation;
  const having = namespaces.filter(({ id }) => query.operations.has(id)).map(({ shortName }) => shortName);
  throw new WrongUse(
    `'${query.word}' is not a command of ${name ?? namespaceNames()}; it is one of ${having.join(", ")}`,
  );
}

function firstWith(query: QueryCommand): NamespaceDefinition | undefined {
  return namespaces.find(({ id }) => query.operations.has(id));
}

/**
 * The command line as raw parameters. Flags that the operation refuses by name are passed on, so that the user sees the
 * operation's own message.
 *
 * @param operands Words without a flag.
 * @param today Reference day of `yesterday`.
 * @throws WrongUse for an empty operand and for a flag that the operation does not have.
 */
export function rawInput(
  operation: Operation,
  flags: readonly string[],
  operands: readonly string[],
  options: ParsedOptions,
  today: UtcDay,
): RawInput {
  const raw: RawInput = {};
  const operand = operandOf(operation);
  if (operand !== null) raw[operand.name] = operandText(operation, operand, operands);
  const taken = new Set([...flagsOf(operation), ...operation.refused].map(({ name }) => name));
  for (const name of flags) {
    const isDay = operation.parameters[name]?.schema.format === "date";
    const [first, ...more] = valuesOf(options, name).map((text) => (isDay ? dayText(text, today) : text));
    if (first === undefined) continue;
    if (!taken.has(name)) {
      throw new WrongUse(
        `${flagName(name)} is not an option of this command in ${operation.namespace?.shortName ?? "this namespace"}`,
      );
    }
    raw[name] = more.length === 0 ? first : [first, ...more];
  }
  return raw;
}

/** The operand in the service's form: one asset without `$`, several separated by commas, or a search text as typed. */
function operandText({ namespace }: Operation, operand: Parameter, words: readonly string[]): string {
  const empty = words.every((word) => word.trim() === "");
  if (empty)
    throw new WrongUse(`the ${operand.name} is empty; a shell reads $AAPL as a variable: write AAPL or '$AAPL'`);
  if (operand.operand === "text") return words.join(" ");
  const assets = words.flatMap((word) => word.split(",")).map((word) => assetText(namespace, word.trim()));
  return assets.filter((asset) => asset !== "").join(",");
}

/**
 * Converts an asset as people write it (`$brk.b`) to the form of the namespace: some accept neither `$` nor share
 * classes.
 */
function assetText(namespace: NamespaceDefinition | null, word: string): string {
  const bare = word.replace(/^\$/, "");
  if (namespace === null || namespace.subject.parse(bare) !== null) return bare;
  const unmarked = bare.replace(/[.-](?=[a-z]$)/i, "");
  return namespace.subject.parse(unmarked) === null ? bare : unmarked;
}
