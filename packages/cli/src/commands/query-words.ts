import { allOperations, type Operation, type Parameter } from "@market-sentiment/core";

/** A query command: one operation in each namespace that has it. */
export interface QueryCommand {
  readonly word: string;
  /** What it does, for the list of commands. */
  readonly text: string;
  /** By namespace id, in the order of the registry; never empty. */
  readonly operations: ReadonlyMap<string, Operation>;
}

let known: readonly QueryCommand[] | null = null;

/** All query commands, in the order in which the specification lists their operations. */
export function queryCommands(): readonly QueryCommand[] {
  return (known ??= queryCommandsOf(allOperations()));
}

/** The commands that stand for operations; an operation without command words has none. */
export function queryCommandsOf(all: readonly Operation[]): QueryCommand[] {
  const commands = new Map<string, { text: string; operations: Map<string, Operation> }>();
  for (const operation of all) {
    const { command, namespace } = operation;
    if (command === null || namespace === null) continue;
    const { text, operations } = commands.get(command.word) ?? {
      text: command.text,
      operations: new Map<string, Operation>(),
    };
    commands.set(command.word, { text, operations: operations.set(namespace.id, operation) });
  }
  return [...commands].map(([word, command]) => ({ word, ...command }));
}

/** The parameter that is written without a flag (`stock AAPL`, `compare AAPL,MSFT`); null when there is none. */
export function operandOf(operation: Operation): Parameter | null {
  return parametersOf(operation).find(isOperand) ?? null;
}

/** The parameters that are flags. */
export function flagsOf(operation: Operation): Parameter[] {
  return parametersOf(operation).filter((parameter) => !isOperand(parameter));
}

/** How commander declares an operand, and its help text. */
export function operandWords(parameter: Parameter): [argument: string, text: string] {
  const { operand, example } = parameter;
  const examples = (example ?? "").replaceAll(",", " ");
  const dollar = operand === "text" ? "" : "; a leading $ does no harm, in quotes";
  return [`<${titleOf(parameter)}${operand === undefined ? "" : "..."}>`, `for example ${examples}${dollar}`];
}

/** Title of the operand with this wire name, in whatever command; null where the parameter has a flag. */
export function operandTitle(name: string): string | null {
  const operations = queryCommands().flatMap((command) => [...command.operations.values()]);
  const operand = operations.map(operandOf).find((parameter) => parameter?.name === name);
  return operand == null ? null : titleOf(operand);
}

/** The command that finds a namespace's assets by name; undefined where it has none. */
export function findingCommand(namespaceId: string): QueryCommand | undefined {
  return queryCommands().find(({ operations }) => operations.get(namespaceId)?.command?.findsAssets === true);
}

/** What help and messages call an operand. */
function titleOf({ name, operand }: Parameter): string {
  return operand === "text" ? "query" : name;
}

/** Help texts of flags whose HTTP descriptions do not fit the command line. */
export const flagTexts: Readonly<Record<string, string>> = {
  from: "First UTC day, included: YYYY-MM-DD, today or yesterday.",
  to: "Last UTC day, included.",
  days: "Number of UTC days, instead of --from or --to.",
  as_of: "From what was known then, as it was answered then: a UTC day (its end) or 2026-03-01T12:00:00Z.",
};

/** Default of a period flag, for an operation with a default length. */
export function periodDefault(parameterName: string, defaultDays: number): string | null {
  if (parameterName === "to") return "today";
  if (parameterName === "days") return String(defaultDays);
  if (parameterName !== "from") return null;
  return defaultDays === 1 ? "the day of --to" : `${defaultDays - 1} days before --to`;
}

function parametersOf(operation: Operation): Parameter[] {
  return Object.values(operation.parameters);
}

function isOperand(parameter: Parameter): boolean {
  return parameter.in === "path" || parameter.operand !== undefined;
}

/** `include_inherited` is `--include-inherited`. */
export function flagName(parameterName: string): string {
  return `--${parameterName.replaceAll("_", "-")}`;
}
