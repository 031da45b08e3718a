import { parseExactJson } from "../ingest/exact-json.js";
import { objectOf, type RawObject } from "../ingest/raw-values.js";
import { PollFailure } from "./poll-failure.js";
import type { SourceAnswer } from "./source-connector.js";

/** The body as text; bytes that are no UTF-8 become replacement characters. */
export function utf8(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}

/**
 * The JSON of an answer; ids beyond 2^53 as text.
 *
 * @throws PollFailure `body_cut` when it is not whole, `wrong_content` when it is none.
 */
export function jsonOf({ body, headers }: SourceAnswer): unknown {
  const text = utf8(body);
  if (!/^\s*[[{]/.test(text))
    throw new PollFailure("wrong_content", `The answer is no JSON but ${shortType(headers)}.`);
  try {
    return parseExactJson(text);
  } catch (cause) {
    throw new PollFailure("body_cut", "The answer is no whole JSON document.", { cause });
  }
}

/** The JSON object of an answer. @throws PollFailure as {@link jsonOf}. */
export function jsonObjectOf(answer: SourceAnswer): RawObject {
  const object = objectOf(jsonOf(answer));
  if (object === null) throw new PollFailure("wrong_content", "The answer is no JSON object.");
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
