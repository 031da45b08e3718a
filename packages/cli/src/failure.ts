import { type ErrorCode, type InputIssue, MarketDataError } from "@market-sentiment/core";
import { operandTitle } from "./commands/query-words.js";

/** Exit codes: 0 answered, 1 could not be answered, 2 asked the wrong way, 130 and 143 stopped by SIGINT and SIGTERM. */
export type ExitCode = 0 | 1 | 2 | 130 | 143;

/** The exit code of each refusal and failure of core. A new code does not compile until it has one. */
export const exitCodes: Record<ErrorCode, 1 | 2> = {
  invalid_parameters: 2,
  invalid_text: 2,
  invalid_asset_count: 2,
  invalid_file: 2,
  damaged_file: 1,
  lookback_exceeded: 2,
  unsupported_asset: 1,
  empty_result: 1,
  insufficient_data: 1,
  explanation_unavailable: 1,
  model_unavailable: 1,
  engine_unavailable: 1,
  store_locked: 1,
  store_damaged: 1,
  store_unwritable: 1,
  store_foreign: 2,
  deadline_exceeded: 1,
};

/** Wrong use of a command; `lines` add details to the message. */
export class WrongUse extends Error {
  override readonly name = "WrongUse";
  readonly lines: readonly string[];

  constructor(message: string, lines: readonly string[] = []) {
    super(message);
    this.lines = lines;
  }
}

/** A command that failed with a message of its own. */
export class CommandFailed extends Error {
  override readonly name = "CommandFailed";
}

/** A failure with advice on what to try instead, one line each; its words and exit code are those of its cause. */
export class Advised extends Error {
  override readonly name = "Advised";
  readonly advice: readonly string[];

  constructor(cause: unknown, advice: readonly string[]) {
    super("advised", { cause });
    this.advice = advice;
  }
}

/** A failure of a process that works for this one, as that process reported it. */
export class ReportedFailure extends Error {
  override readonly name = "ReportedFailure";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.lines[0] ?? "failed");
    this.failure = failure;
  }
}

/** What is written to stderr, and how the process ends. */
export interface Failure {
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
}

/** Message and exit code for anything thrown. Stack traces only with `debug`. */
export function failureOf(error: unknown, debug: boolean): Failure {
  if (error instanceof ReportedFailure) return error.failure;
  const { lines, exitCode } = plainFailure(error);
  return { lines: debug && error instanceof Error ? [...lines, ...stacksOf(error)] : lines, exitCode };
}

function plainFailure(error: unknown): Failure {
  if (error instanceof Advised) {
    const { lines, exitCode } = plainFailure(error.cause);
    return { lines: [...lines, ...error.advice.map((line) => `  ${line}`)], exitCode };
  }
  if (error instanceof WrongUse)
    return { lines: [error.message, ...error.lines.map((line) => `  ${line}`)], exitCode: 2 };
  if (error instanceof MarketDataError) return { lines: marketDataLines(error), exitCode: exitCodes[error.code] };
  if (isAbort(error)) return { lines: ["stopped before it was finished"], exitCode: stopExitCode(error) };
  const listening = listenFailure(error);
  if (listening !== null) return { lines: [listening], exitCode: 1 };
  return { lines: [error instanceof Error ? oneLine(error.message) : "failed for an unknown reason"], exitCode: 1 };
}

function marketDataLines(error: MarketDataError): string[] {
  const issues = error.code === "invalid_parameters" ? issuesOf(error) : [];
  if (issues.length === 0) return [oneLine(error.message)];
  const wrong = issues.length === 1 ? "one parameter is" : `${issues.length} parameters are`;
  return [`${wrong} not valid`, ...issues.map((issue) => `  ${placeOf(issue)}: ${oneLine(issue.msg)}`)];
}

/** The issues that an `invalid_parameters` error carries. */
export function issuesOf(error: MarketDataError): readonly InputIssue[] {
  return Array.isArray(error.details.issues) ? (error.details.issues as readonly InputIssue[]) : [];
}

/** Where the fault is, in the words of the command line: `--from`, `TICKER`, `text`. */
function placeOf({ loc }: InputIssue): string {
  const [where, ...rest] = loc;
  const name = rest.join(".");
  if (where === "body") return name === "" ? "body" : name;
  const operand = where === "path" ? name : operandTitle(name);
  if (operand !== null) return operand.toUpperCase();
  return `--${name.replaceAll("_", "-")}`;
}

function stacksOf(error: Error): string[] {
  const stacks: string[] = [];
  for (let cause: unknown = error; cause instanceof Error && stacks.length < 10; cause = cause.cause) {
    stacks.push(cause.stack ?? String(cause));
  }
  return stacks;
}

/** The process was asked to stop; the reason of the stop signal. */
export class StopRequested extends Error {
  override readonly name = "AbortError";
  readonly signal: "SIGINT" | "SIGTERM";

  constructor(signal: "SIGINT" | "SIGTERM") {
    super("The process was asked to stop.");
    this.signal = signal;
  }
}

/** Exit code of a stopped process: 128 plus the number of the signal, as shells expect it. */
export function stopExitCode(reason: unknown): 130 | 143 {
  return reason instanceof StopRequested && reason.signal === "SIGTERM" ? 143 : 130;
}

/** Whether the error says that a signal was fired on purpose. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === "AbortError";
}

/** Whether the error says that the reader of the output went away (`sentiment trending | head -1`). */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** The system's error codes for addresses on which a server cannot listen. */
interface ListenError extends Error {
  readonly code: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
}

/** Why the server cannot listen on the address, and what to do; null for other errors. */
function listenFailure(error: unknown): string | null {
  if (!isListenError(error)) return null;
  const { code, address = "this machine", port } = error;
  const place = port === undefined ? address : `port ${port} of ${address}`;
  switch (code) {
    case "EADDRINUSE":
      return `${place} is in use by another program; choose another port with --port, or --port 0 for a free one`;
    case "EACCES":
      return `this user may not listen on ${place}; ports below 1024 often need rights, --port takes another one`;
    case "EADDRNOTAVAIL":
      return `${address} is not an address of this machine; give --host one that is, such as 127.0.0.1 or 0.0.0.0`;
    case "ENOTFOUND":
      return `no address is known for the name ${error.hostname ?? address}`;
    default:
      return null;
  }
}

function isListenError(error: unknown): error is ListenError {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return false;
  // Among several processes that listen together, the system says what it says of `bind`.
  return (
    ["bind", "listen"].includes(String(error.syscall)) ||
    (error.syscall === "getaddrinfo" && error.code === "ENOTFOUND")
  );
}
