import { parseExactJson } from "../ingest/exact-json.js";
import { objectOf, type RawObject } from "../ingest/raw-values.js";
import { PollFailure } from "./poll-failure.js";
import type { SourceAnswer } from "./source-connector.js";

/** The body as text; invalid UTF-8 becomes replacement characters. */
export function utf8(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/**
 * Parses an answer as JSON; ids beyond 2^53 come as text.
 *
 * @throws PollFailure `body_cut` when it is incomplete, `wrong_content` when it is not JSON.
 */
export function jsonOf({ body, headers }: SourceAnswer): unknown {
  const text = utf8(body);
  if (!/^\s*[[{]/.test(text)) throw new PollFailure("wrong_content", `The answer is ${shortType(headers)}, not JSON.`);
  try {
    return parseExactJson(text);
  } catch (cause) {
    throw new PollFailure("body_cut", "The JSON document is incomplete.", { cause });
  }
}

/** The JSON object of an answer. @throws PollFailure as {@link jsonOf}. */
export function jsonObjectOf(answer: SourceAnswer): RawObject {
  const object = objectOf(jsonOf(answer));
  if (object === null) throw new PollFailure("wrong_content", "The answer is not a JSON object.");
  return object;
}

function shortType(headers: Readonly<Record<string, string>>): string {
  return headers["content-type"]?.slice(0, 60) ?? "something without a type";
}

/** Seconds of a header or an element; 0 where it holds none. */
export function secondsOf(text: string | undefined): number {
  const seconds = Number(text ?? "");
  return Number.isFinite(seconds) && seconds > 0 ? seconds : 0;
}
