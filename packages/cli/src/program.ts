import { Command } from "commander";
import { addAccountsCommand } from "./commands/accounts.js";
import { addAnalyzeCommand } from "./commands/analyze.js";
import { addIngestCommand } from "./commands/ingest.js";
import { addKeysCommand } from "./commands/keys.js";
import { addQueryCommands } from "./commands/query.js";
import { addRebuildCommand } from "./commands/rebuild.js";
import { addReferenceCommand } from "./commands/reference.js";
import { addRepairCommand } from "./commands/repair.js";
import { addServeCommand } from "./commands/serve.js";
import type { Effects, TextOutput } from "./effects.js";
import type { ExitCode } from "./failure.js";

/** Where a command leaves an exit code that is neither success nor an error of its own. */
export interface Outcome {
  exitCode: ExitCode;
}

/** Width of help where no terminal says otherwise. */
const helpColumns = 100;

/** The whole command line: queries generated from core's operations, then the commands that change or serve data. */
export function buildProgram(
  effects: Effects,
  outcome: Outcome,
  print: (output: TextOutput, text: string) => void,
): Command {
  const program = new Command("sentiment")
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
  addQueryCommands(program, effects);
  addAnalyzeCommand(program, effects, outcome);
  addIngestCommand(program, effects, outcome);
  addRebuildCommand(program, effects, outcome);
  addReferenceCommand(program, effects);
  addRepairCommand(program, effects);
  addAccountsCommand(program, effects);
  addKeysCommand(program, effects);
  addServeCommand(program, effects);
  return program.addHelpText("after", environmentHelp);
}

const environmentHelp = `
Environment:
  SENTIMENT_DATA   data directory, where --data is left out
  HOST, PORT, …    settings of the service: see serve --help
  SENTIMENT_LLM_URL, SENTIMENT_LLM_MODEL, SENTIMENT_LLM_API_KEY
                   an OpenAI-compatible endpoint that writes explanations; without it they are written offline
  SENTIMENT_LLM_WHEN_DOWN
                   built-in (default): the offline writer stands in; unavailable: no explanation
  NO_COLOR         no colour, on a terminal too
  SENTIMENT_DEBUG  1: also print where an error comes from

Exit codes: 0 answered, 1 failed, 2 wrong use, 130 stopped by Ctrl-C, 143 by SIGTERM.`;
