import { type ErrorCode, type InputIssue, MarketDataError, type TextAnalysis } from "@market-sentiment/core";
import type { TextOutput } from "../effects.js";
import { issuesOf } from "../failure.js";
import { inOrder } from "../input/in-order.js";
import { type InputLine, linesOf, MAX_LINE_CHARS } from "../input/lines.js";
import { ownFields, withOwnFields } from "../input/own-fields.js";

/** Requests under way at once: enough to keep every worker of the model busy, few enough for any queue. */
const LINES_AT_ONCE = 32;

/** Errors caused by the line itself; any other error would hit the next line too and ends the run. */
const lineFaults: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["invalid_parameters", "invalid_text"]);

/** How many lines got which kind of answer. */
export interface LineCounts {
  readonly answered: number;
  readonly failed: number;
  /** Answered lines whose target is not in their text. */
  readonly withoutTarget: number;
}

interface Answer {
  readonly json: string;
  readonly kind: keyof LineCounts;
}

/**
 * Answers JSON lines: one line out for each line in, in their order, while the input is still being read. An answer
 * begins with the line's own `id` and `target`, where it has them. A line that is no valid request gets
 * `{"error": {…}, "line": n}` in its place and the run goes on.
 *
 * @param analyze Answers the parsed body of one request.
 * @throws What `analyze` throws for reasons that are not the line's own; the lines before it have been answered.
 */
export async function analyzeLines(
  pieces: AsyncIterable<Uint8Array>,
  analyze: (body: unknown) => Promise<TextAnalysis>,
  output: TextOutput,
): Promise<LineCounts> {
  const counts = { answered: 0, failed: 0, withoutTarget: 0 };
  for await (const answer of inOrder(linesOf(pieces), (line) => answerLine(line, analyze), LINES_AT_ONCE)) {
    await output.write(`${answer.json}\n`);
    if (answer.kind !== "failed") counts.answered += 1;
    if (answer.kind !== "answered") counts[answer.kind] += 1;
  }
  return counts;
}

async function answerLine(line: InputLine, analyze: (body: unknown) => Promise<TextAnalysis>): Promise<Answer> {
  if (line.text === null)
    return refused(line, {}, "invalid_line", `The line is longer than ${MAX_LINE_CHARS} characters.`);
  const body = parsed(line.text);
  if (body === undefined) return refused(line, {}, "invalid_line", "The line is not valid JSON.");
  const own = ownFields(body, line.text);
  try {
    const answer = await analyze(body);
    const kind = answer.target_found === false ? "withoutTarget" : "answered";
    return { json: withOwnFields(own, answer), kind };
  } catch (error) {
    if (!(error instanceof MarketDataError) || !lineFaults.has(error.code)) throw error;
    return refused(line, own, error.code, error.message, issuesOf(error));
  }
}

/** The JSON value; undefined when the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refused(
  line: InputLine,
  own: Readonly<Record<string, string>>,
  code: string,
  message: string,
  issues: readonly InputIssue[] = [],
): Answer {
  const error = { code, message, ...(issues.length === 0 ? {} : { issues }) };
  return { json: withOwnFields(own, { error, line: line.number }), kind: "failed" };
}
