import type { Command } from "commander";
import { createCommand } from "./commander.js";
import type { Effects, TextOutput } from "./effects.js";
import type { ExitCode } from "./failure.js";

/** Where a command leaves an exit code that is neither success nor an error of its own. */
export interface Outcome {
  exitCode: ExitCode;
}

/** Width of help where no terminal says otherwise. */
const helpColumns = 100;

/** Adds its commands to the program. */
type AddCommands = (program: Command, effects: Effects, outcome: Outcome) => void;

/** Commands other than queries, in the order of help. Each is imported only if it may run or is listed. */
const commands: Readonly<Record<string, () => Promise<AddCommands>>> = {
  analyze: async () => (await import("./commands/analyze.js")).addAnalyzeCommand,
  export: async () => (await import("./commands/export.js")).addExportCommand,
  ingest: async () => (await import("./commands/ingest.js")).addIngestCommand,
  annotate: async () => (await import("./commands/annotate.js")).addAnnotateCommand,
  publish: async () => (await import("./commands/publish.js")).addPublishCommand,
  rollup: async () => (await import("./commands/rollup.js")).addRollupCommand,
  rebuild: async () => (await import("./commands/rebuild.js")).addRebuildCommand,
  reference: async () => (await import("./commands/reference.js")).addReferenceCommand,
  repair: async () => (await import("./commands/repair.js")).addRepairCommand,
  tables: async () => (await import("./commands/tables.js")).addTablesCommand,
  accounts: async () => (await import("./commands/accounts.js")).addAccountsCommand,
  keys: async () => (await import("./commands/keys.js")).addKeysCommand,
  collect: async () => (await import("./commands/collect.js")).addCollectCommand,
  sources: async () => (await import("./commands/sources.js")).addSourcesCommand,
  serve: async () => (await import("./commands/serve.js")).addServeCommand,
};

/** Commands for a line that begins with this word: the one of that name, else all. */
async function commandsFor(word: string): Promise<AddCommands[]> {
  if (Object.hasOwn(commands, word)) return loaded([commands[word]]);
  const [{ addQueryCommand }, { queryCommands }] = await Promise.all([
    import("./commands/query.js"),
    import("./commands/query-words.js"),
  ]);
  const named = queryCommands().filter((query) => query.word === word);
  const queries = (named.length > 0 ? named : queryCommands()).map(
    (query): AddCommands =>
      (program, effects) =>
        addQueryCommand(program, query, effects),
  );
  return named.length > 0 ? queries : [...queries, ...(await loaded(Object.values(commands)))];
}

function loaded(loaders: readonly ((() => Promise<AddCommands>) | undefined)[]): Promise<AddCommands[]> {
  return Promise.all(loaders.flatMap((load) => (load === undefined ? [] : [load()])));
}

/**
 * The program for one command line: queries generated from core's operations, then the commands that change or serve
 * data. It has every command when the line names none of them (help, a misspelt word), else only the named one.
 *
 * @param args The line, without the program's name.
 */
export async function buildProgram(
  args: readonly string[],
  effects: Effects,
  outcome: Outcome,
  print: (output: TextOutput, text: string) => void,
): Promise<Command> {
  const program = createCommand("sentiment")
    .description(
      "Market sentiment in the terminal: what is hot, which way, and is that unusual? The service's queries, offline.",
    )
    .version(effects.version, "-V, --version", "print the release")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help of a command")
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => print(effects.stdout, text),
      writeErr: (text) => print(effects.stderr, text),
      // Errors come back as exceptions and are worded in one place.
      outputError: () => undefined,
      getOutHelpWidth: () => effects.stdout.columns ?? helpColumns,
      getErrHelpWidth: () => effects.stderr.columns ?? helpColumns,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  const [first = ""] = args.filter((arg) => !arg.startsWith("-"));
  for (const addCommands of await commandsFor(first)) addCommands(program, effects, outcome);
  return program.addHelpText("after", environmentHelp);
}

const environmentHelp = `
Environment:
  SENTIMENT_DATA   data directory, where --data is left out
  SENTIMENT_S3_ENDPOINT, SENTIMENT_S3_REGION
                   for data in s3://bucket/prefix: a service other than AWS, and the region; keys are found as by other
                   clients of AWS (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, profiles, machine roles)
  SENTIMENT_S3_CACHE, SENTIMENT_S3_CACHE_MB
                   folder for copies of its newest state (default: one in the user's cache folder), and how large that
                   state may be (default: any size)
  SENTIMENT_HISTORY_DAYS
                   all (default), or for how many days back --as-of can be asked: older earlier values are given up
                   once a month, by ingest, collect and rebuild
  HOST, PORT, …    settings of the service: see serve --help
  SENTIMENT_LLM_URL, SENTIMENT_LLM_MODEL, SENTIMENT_LLM_API_KEY
                   an OpenAI-compatible endpoint that writes explanations; without it they are written offline
  SENTIMENT_LLM_WHEN_DOWN
                   built-in (default): the offline writer stands in; unavailable: no explanation
  SENTIMENT_INFERENCE_URL, SENTIMENT_INFERENCE_TOKEN
                   an inference service (serve --inference-only) that judges the texts of ingest, annotate, publish and
                   collect; without it they are judged here
  NO_COLOR         no colour, on a terminal too
  SENTIMENT_DEBUG  1: also print where an error comes from

Exit codes: 0 answered, 1 failed, 2 wrong use, 130 stopped by Ctrl-C, 143 by SIGTERM.`;
