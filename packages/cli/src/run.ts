import { CommanderError } from "./commander.js";
import type { Effects } from "./effects.js";
import { type ExitCode, failureOf, isBrokenPipe, WrongUse } from "./failure.js";
import { buildProgram } from "./program.js";

/**
 * Runs one command line (without the program's name) and gives its exit code: 0 answered, 1 failed, 2 wrong use, or the code of
 * the signal that stopped it. What went wrong is on stderr as `sentiment: …`; a reader of stdout that goes away is no failure.
 */
export async function run(args: readonly string[], effects: Effects): Promise<ExitCode> {
  try {
    return await runOrThrow(args, effects);
  } catch (error) {
    return isBrokenPipe(error) ? 0 : await report(error, effects);
  }
}

async function runOrThrow(args: readonly string[], effects: Effects): Promise<ExitCode> {
  const outcome: { exitCode: ExitCode } = { exitCode: 0 };
  const printed: Promise<void>[] = [];
  const program = await buildProgram(args, effects, outcome, (output, text) => printed.push(output.write(text)));
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === "commander.help") outcome.exitCode = 2;
    else if (error.exitCode !== 0) throw new WrongUse(wordsOf(error));
  }
  await Promise.all(printed);
  return outcome.exitCode;
}

/** Commander's own words, on one line and without its prefix. */
function wordsOf({ message }: Error): string {
  return message.replace(/^error: /, "").replaceAll(/\s*\n\s*/g, " ");
}

async function report(error: unknown, effects: Effects): Promise<ExitCode> {
  const { lines, exitCode } = failureOf(error, effects.env.SENTIMENT_DEBUG === "1");
  const [first = "failed", ...rest] = lines;
  try {
    await effects.stderr.write([`sentiment: ${first}`, ...rest, ""].join("\n"));
  } catch (cause) {
    if (!isBrokenPipe(cause)) throw cause;
  }
  return exitCode;
}
