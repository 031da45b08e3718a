import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { MarketDataError } from "../errors.js";
import type { ChatEndpoint, ChatMessage } from "../explain/language-model-writer.js";
import { boundedText } from "./bounded-body.js";
import { httpClient } from "./http-client.js";

/** Address and limits of an OpenAI-compatible chat completions endpoint. */
export interface ChatEndpointOptions {
  /** Such as `http://127.0.0.1:11434/v1`; `/chat/completions` is added if missing. */
  readonly url: string;
  readonly model: string;
  /** Bearer token; left out where the endpoint needs none. */
  readonly apiKey?: string | undefined;
  /** For one answer with all its attempts. Default 20 seconds. */
  readonly deadlineMs?: number;
  /** First pause before another attempt; doubled each time. Default 250 ms. */
  readonly pauseMs?: number;
  /** Failures in a row after which no request is sent for `restMs`. Defaults: 5 failures, 30 seconds. */
  readonly failuresBeforeRest?: number;
  readonly restMs?: number;
}

const ATTEMPTS = 3;
const LONGEST_ANSWER_BYTES = 256 * 1024;
const ANSWER_TOKENS = 220;
/**
 * Retry budget: the initial and largest number of retries. Each first attempt earns a fifth of a retry, so that a long
 * outage does not triple the load.
 */
const RETRIES_IN_HAND = 5;
const EARNED_RETRY = 0.2;

const answerSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** A failed attempt, and whether to retry. */
class AttemptFailed extends Error {
  override readonly name = "AttemptFailed";
  readonly mayPass: boolean;
  readonly waitMs: number | null;

  constructor(message: string, mayPass: boolean, waitMs: number | null = null, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.mayPass = mayPass;
    this.waitMs = waitMs;
  }
}

/**
 * An OpenAI-compatible endpoint with one deadline over all attempts, a retry budget, a rest after failures in a row,
 * and bounded answers. Its errors contain neither key nor texts.
 */
export function chatEndpoint(options: ChatEndpointOptions): ChatEndpoint {
  const { deadlineMs = 20_000, pauseMs = 250, failuresBeforeRest = 5, restMs = 30_000 } = options;
  const url = options.url.replace(/\/+$/, "").replace(/(?:\/chat\/completions)?$/, "/chat/completions");
  const client = httpClient({ connections: 8, connectMs: Math.min(5_000, deadlineMs) });
  let retries = RETRIES_IN_HAND;
  let failures = 0;
  let restUntilMs = 0;

  const attempt = async (messages: readonly ChatMessage[], signal: AbortSignal): Promise<string> => {
    const { statusCode, headers, body } = await client.request(url, {
      method: "POST",
      signal,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
      body: JSON.stringify({
        model: options.model,
        messages,
        temperature: 0.2,
        max_tokens: ANSWER_TOKENS,
        stream: false,
      }),
    });
    if (statusCode !== 200) {
      await body.dump({ limit: LONGEST_ANSWER_BYTES, signal }).catch(() => undefined);
      const mayPass = statusCode === 408 || statusCode === 429 || statusCode >= 500;
      const seconds = Number(headers["retry-after"]);
      throw new AttemptFailed(`status ${statusCode}`, mayPass, Number.isFinite(seconds) ? seconds * 1_000 : null);
    }
    const text = await boundedText(body, LONGEST_ANSWER_BYTES);
    if (text === null) throw new AttemptFailed("the answer is too long", false);
    return contentOf(text);
  };

  const withRetries = async (messages: readonly ChatMessage[], signal: AbortSignal): Promise<string> => {
    retries = Math.min(RETRIES_IN_HAND, retries + EARNED_RETRY);
    for (let made = 1; ; made += 1) {
      try {
        return await attempt(messages, signal);
      } catch (error) {
        signal.throwIfAborted();
        const isFinal = error instanceof AttemptFailed && !error.mayPass;
        if (isFinal || made >= ATTEMPTS || retries < 1) throw error;
        retries -= 1;
        const wanted = error instanceof AttemptFailed ? error.waitMs : null;
        await pause(wanted ?? pauseMs * 2 ** (made - 1), undefined, { signal });
      }
    }
  };

  return {
    model: options.model,
    complete: async (messages, signal) => {
      signal.throwIfAborted();
      if (performance.now() < restUntilMs) throw unavailable(restUntilMs - performance.now());
      const limited = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
      try {
        const answer = await withRetries(messages, limited);
        failures = 0;
        return answer;
      } catch (cause) {
        signal.throwIfAborted();
        failures += 1;
        if (failures >= failuresBeforeRest) restUntilMs = performance.now() + restMs;
        throw unavailable(restMs, cause);
      }
    },
    close: () => client.destroy(),
  };
}

function contentOf(text: string): string {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw new AttemptFailed("the answer is not JSON", true, null, { cause });
  }
  const parsed = answerSchema.safeParse(answer);
  const content = parsed.data?.choices[0]?.message.content;
  if (content === undefined) throw new AttemptFailed("the answer has no text", true);
  return content;
}

function unavailable(waitMs: number, cause?: unknown): MarketDataError {
  const details = { retry_after_seconds: Math.max(1, Math.ceil(waitMs / 1_000)) };
  return new MarketDataError("explanation_unavailable", "The language model does not answer.", details, { cause });
}
