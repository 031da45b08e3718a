import { z } from "zod";
import { MarketDataError } from "../errors.js";
import {
  INFERENCE_MAX_TEXTS,
  INFERENCE_PATH,
  type InferenceRequest,
  inferenceResponseSchema,
} from "../schema/inference.js";
import { ENGINE_VERSION, type TextJudgement, type TextModel, type TextToJudge } from "../sentiment/text-model.js";
import { boundedText } from "./bounded-body.js";
import { httpClient } from "./http-client.js";

/** Address and limits of an inference service. */
export interface RemoteTextModelOptions {
  /** Such as `http://127.0.0.1:8090`; the path of the route is added. */
  readonly url: string;
  /** Bearer token; left out where the service needs none. */
  readonly token?: string | undefined;
  /** Deadline of one answer in milliseconds. Default 30 seconds. */
  readonly deadlineMs?: number;
  /** Connect timeout in milliseconds, after which an unreachable machine counts as down. Default 2 seconds. */
  readonly connectMs?: number;
}

/** Retry time while the service is down, unless it names one. */
const RETRY_AFTER_SECONDS = 5;

/** Longest accepted answer; even the longest texts come back with a few hundred bytes each. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * A model behind an inference service (`sentiment serve --inference-only`). Every call sends a request, so it works
 * again as soon as the service does. An abort closes the connection, and the service drops the work.
 *
 * @returns A model whose calls reject with MarketDataError `model_unavailable` (`details.retry_after_seconds`) when the
 * service cannot be reached, is busy, is of another engine version, or answers something else.
 */
export function remoteTextModel(options: RemoteTextModelOptions): TextModel {
  const { deadlineMs = 30_000, connectMs = 2_000, token } = options;
  const url = options.url.replace(/\/+$/, "") + INFERENCE_PATH;
  const client = httpClient({ connections: 32, connectMs });
  let isClosed = false;

  const ask = async (texts: readonly TextToJudge[], signal: AbortSignal): Promise<readonly TextJudgement[]> => {
    const { statusCode, headers, body } = await client.request(url, {
      method: "POST",
      signal,
      headers: {
        "content-type": "application/json",
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(requestOf(texts)),
    });
    const answer = await boundedText(body, LONGEST_ANSWER_BYTES);
    if (answer === null) throw unavailable("the answer is too long");
    if (statusCode === 422) throw refused(answer);
    if (statusCode !== 200) throw unavailable(`status ${statusCode}`, Number(headers["retry-after"]));
    const { engine_version, judgements } = inferenceResponseSchema.parse(JSON.parse(answer));
    if (engine_version !== ENGINE_VERSION) throw unavailable(`engine ${engine_version}, not ${ENGINE_VERSION}`);
    if (judgements.length !== texts.length) throw unavailable("the number of judgements is not that of the texts");
    return judgements;
  };

  return {
    engineVersion: ENGINE_VERSION,
    judge: async (texts, { signal } = {}) => {
      signal?.throwIfAborted();
      if (isClosed) throw new MarketDataError("model_unavailable", "The model was closed.");
      const deadline = AbortSignal.timeout(deadlineMs);
      const limited = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
      try {
        const judgements: TextJudgement[] = [];
        for (let from = 0; from < texts.length; from += INFERENCE_MAX_TEXTS) {
          judgements.push(...(await ask(texts.slice(from, from + INFERENCE_MAX_TEXTS), limited)));
        }
        return judgements;
      } catch (cause) {
        signal?.throwIfAborted();
        if (cause instanceof MarketDataError) throw cause;
        throw unavailable("no usable answer", undefined, cause);
      }
    },
    close: async () => {
      isClosed = true;
      await client.destroy();
    },
  };
}

function requestOf(texts: readonly TextToJudge[]): InferenceRequest {
  return {
    texts: texts.map(({ text, target, kind }) => {
      const asked = { text, ...(kind === undefined ? {} : { kind }) };
      if (target === undefined) return asked;
      const { name, aliases, spans, others } = target;
      const lists = {
        ...(aliases === undefined ? {} : { aliases: [...aliases] }),
        ...(spans === undefined ? {} : { spans: [...spans] }),
        ...(others === undefined ? {} : { others: [...others] }),
      };
      return { ...asked, target: { name, ...lists } };
    }),
  };
}

const refusalSchema = z.object({
  detail: z.tuple([z.object({ loc: z.array(z.unknown()), msg: z.string() })], z.unknown()),
});

/** The service rejected an empty text or target: throw the same error as an in-process model. */
function refused(answer: string): MarketDataError {
  const [{ loc, msg }] = refusalSchema.parse(JSON.parse(answer)).detail;
  const field = loc.includes("target") ? "target" : "text";
  return new MarketDataError("invalid_text", msg, { field });
}

function unavailable(reason: string, retryAfterSeconds = RETRY_AFTER_SECONDS, cause?: unknown): MarketDataError {
  const details = { retry_after_seconds: Number.isFinite(retryAfterSeconds) ? retryAfterSeconds : RETRY_AFTER_SECONDS };
  return new MarketDataError("model_unavailable", `The inference service does not answer: ${reason}.`, details, {
    cause,
  });
}
