import {
  type NamespaceDefinition,
  namespaces,
  type Operation,
  type OperationName,
  operationsOf,
  type Parameter,
} from "@market-sentiment/core";

/** The command that stands for an operation; null for operations that have a command of their own kind. */
const commandWords: Record<OperationName, ((namespace: NamespaceDefinition) => string) | null> = {
  trending: () => "trending",
  "trending-by-sector": () => "sectors",
  "trending-by-country": () => "countries",
  detail: ({ assetPath }) => assetPath,
  explain: () => "explain",
  search: () => "search",
  compare: () => "compare",
  "market-sentiment": () => "market",
  stats: () => "stats",
  health: () => "health",
  "raw-mentions": () => "mentions",
  // `sources status` shows all namespaces at once.
  sources: null,
  analyze: null,
};

/** What each command does, in the words of the command line. */
export const commandTexts: Readonly<Record<string, string>> = {
  trending: "what is hot, hottest first",
  sectors: "sectors by buzz",
  countries: "countries by buzz",
  stock: "one stock or fund: totals, daily trend, sources, mentions",
  token: "one crypto token: totals, daily trend, communities, mentions",
  explain: "why a stock is hot, from cited evidence",
  search: "find assets by ticker, name or alias, each with its last 7 days",
  compare: "up to ten assets side by side",
  market: "the whole market against its own normal",
  stats: "how much data there is",
  health: "whether the data can be relied on",
  mentions: "the single mentions of an asset, newest first",
};

/** A query command: one operation in each namespace that has it. */
export interface QueryCommand {
  readonly word: string;
  /** By namespace id, in the order of the registry; never empty. */
  readonly operations: ReadonlyMap<string, Operation>;
}

let known: readonly QueryCommand[] | null = null;

/** All query commands, in the order in which the specification lists their operations. */
export function queryCommands(): readonly QueryCommand[] {
  return (known ??= collectQueryCommands());
}

function collectQueryCommands(): QueryCommand[] {
  const commands = new Map<string, Map<string, Operation>>();
  for (const namespace of namespaces) {
    for (const operation of operationsOf(namespace)) {
      const word = commandWords[operation.name]?.(namespace);
      if (word === undefined) continue;
      const operations = commands.get(word) ?? new Map<string, Operation>();
      commands.set(word, operations.set(namespace.id, operation));
    }
  }
  return [...commands].map(([word, operations]) => ({ word, operations }));
}

/** Query parameters that are written without a flag. */
const plainParameters = new Set(["q", "tickers", "symbols"]);

/** The parameter that is written without a flag (`stock AAPL`, `compare AAPL,MSFT`); null when there is none. */
export function operandOf(operation: Operation): Parameter | null {
  return parametersOf(operation).find(isOperand) ?? null;
}

/** The parameters that are flags. */
export function flagsOf(operation: Operation): Parameter[] {
  return parametersOf(operation).filter((parameter) => !isOperand(parameter));
}

/** Operands of which several may be given, with blanks between them. */
const severalWords = new Set(["q", "tickers", "symbols"]);

/** How commander declares an operand, and its help text. */
export function operandWords({ name, example }: Parameter): [argument: string, text: string] {
  const shown = name === "q" ? "query" : name;
  const examples = (example ?? "").replaceAll(",", " ");
  const dollar = name === "q" ? "" : "; a leading $ does no harm, in quotes";
  return [`<${shown}${severalWords.has(name) ? "..." : ""}>`, `for example ${examples}${dollar}`];
}

/** What a flag is called in the command line's own words, where those of HTTP do not fit. */
export const flagTexts: Readonly<Record<string, string>> = {
  from: "First UTC day, included: YYYY-MM-DD, today or yesterday.",
  to: "Last UTC day, included.",
  days: "Number of UTC days, in the place of --from or of --to.",
};

/** What a flag of the period is when it is left out, where a period has so many days by itself. */
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
  return parameter.in === "path" || plainParameters.has(parameter.name);
}

/** `include_inherited` is `--include-inherited`. */
export function flagName(parameterName: string): string {
  return `--${parameterName.replaceAll("_", "-")}`;
}
