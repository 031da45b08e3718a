import {
  bodyIssues,
  INFERENCE_MAX_TEXTS,
  INFERENCE_PATH,
  inferenceRequestSchema,
  type InferenceResponse,
  SERVICE_VERSION,
  type TextJudgement,
  type TextModel,
  type TextToJudge,
} from "@market-sentiment/core";
import { fastify, type FastifyInstance, type FastifyReply } from "fastify";
import { heldAnswer } from "../answers/held-answer.js";
import { WorkQueue } from "../answers/work-queue.js";
import { Connections } from "../connections/connections.js";
import { drainConnections } from "../connections/limited-server.js";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../connections/limits.js";
import { commonSettings, speakJson } from "../json-service.js";
import { bearsToken } from "../middleware/bearer-token.js";
import { Deadline, DEADLINE_MS, within } from "../middleware/deadline.js";
import type { LogOptions } from "../parts.js";
import { asEveryAnswer } from "../pipeline.js";
import { faultOfHead } from "../request-input.js";
import { invalidInput, notFound, unauthorizedInference } from "../problems/refusal.js";

/** Largest request, in bytes: room for as many of the longest texts as a service sends at once. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** Requests whose texts are judged at the same time; the model shares its workers among them, short ones first. */
const CONCURRENT_REQUESTS = 16;

/** Parts of an inference service; the caller closes the model. */
export interface InferenceServerParts {
  readonly textModel: TextModel;
  /** Most requests that wait for their turn; further ones are answered 503. Default 128. */
  readonly queued?: number;
  readonly deadlineMs?: number;
  /** Bearer token that every caller must send. Null: none is needed, so keep the service inside your network. */
  readonly token?: string | null;
  /** Limits of connections; default {@link CONNECTION_LIMITS}. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  readonly log?: LogOptions | undefined;
}

/**
 * A service that only judges texts, for other services: `POST /judge` with up to {@link INFERENCE_MAX_TEXTS} texts, and
 * `GET /health`, which judges a text of its own (200, or 503 when that fails). It has no accounts, limits or data. When
 * a caller goes away or a deadline passes, its waiting texts leave the queue.
 */
export function createInferenceServer(parts: InferenceServerParts): FastifyInstance {
  const { textModel, deadlineMs = DEADLINE_MS, token = null, queued = 128 } = parts;
  const limits = { ...CONNECTION_LIMITS, ...parts.connectionLimits };
  const connections = new Connections(limits);
  const form = { ...limits, silentMs: deadlineMs + limits.requestMs };
  const app: FastifyInstance = fastify({
    ...commonSettings(connections, form, parts.log),
    bodyLimit: MAX_BODY_BYTES,
  });
  const queue = new WorkQueue({ concurrent: CONCURRENT_REQUESTS, queued });
  const judge = (reply: FastifyReply, texts: readonly TextToJudge[]): Promise<readonly TextJudgement[]> => {
    const { signal } = new Deadline(reply.raw, deadlineMs);
    return queue.run(signal, null, () => textModel.judge(texts, { signal }));
  };

  drainConnections(app, connections);
  speakJson(app);
  app.addHook("onRequest", ({ id, raw, headers, routeOptions }, reply, done) => {
    asEveryAnswer(reply, id).header("cache-control", "no-store");
    const isOpen = token === null || routeOptions.url === "/health" || bearsToken(headers.authorization, token);
    done(faultOfHead(raw) ?? (isOpen ? undefined : unauthorizedInference()));
  });
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.post(INFERENCE_PATH, async ({ body }, reply) => {
    const parsed = inferenceRequestSchema.safeParse(body, { reportInput: true });
    if (!parsed.success) throw invalidInput(bodyIssues(parsed.error));
    const judgements = await judge(reply, parsed.data.texts);
    const answer: InferenceResponse = { engine_version: textModel.engineVersion, judgements: [...judgements] };
    return sendJson(reply, answer);
  });
  // Anybody may ask without a key, so the model runs at most once per second for all callers together.
  const isWorking = heldAnswer(() => {
    const signal = AbortSignal.timeout(deadlineMs);
    const judged = queue.run(signal, null, () => textModel.judge([{ text: "Shares rise" }], { signal }));
    return within(signal, judged).then(
      () => true,
      () => false,
    );
  });
  app.get("/health", async (_request, reply) => {
    const load = queue.load;
    const isHealthy = await isWorking();
    return sendJson(reply.code(isHealthy ? 200 : 503), {
      status: isHealthy ? "healthy" : "unhealthy",
      service: "market-sentiment-inference",
      version: SERVICE_VERSION,
      engine_version: textModel.engineVersion,
      max_texts: INFERENCE_MAX_TEXTS,
      ...load,
    });
  });
  return app;
}

function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(body));
}
