import type { Operation } from "@market-sentiment/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { OperationAnswers } from "./answers/operation-answers.js";
import { type Awaitable, whenKnown } from "./awaitable.js";
import { discovery } from "./discovery.js";
import { HEALTH_TIMEOUT_MS, namespaceHealth, serviceHealth } from "./health.js";
import { matchesEtag } from "./middleware/cache.js";
import { callOf } from "./middleware/request-scope.js";
import type { ServerParts } from "./parts.js";
import type { pipeline } from "./pipeline.js";
import { readParameterText } from "./request-input.js";

/** What the router's query parser gives: the text itself, which {@link readParameterText} reads to the letter. */
interface QueryText {
  readonly text: string;
}

/** Mounts every operation at its own path. Operations that need a key get the steps that check it. */
export function mountOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  parts: ServerParts,
  { protectedRequest }: ReturnType<typeof pipeline>,
  answers: OperationAnswers,
): void {
  for (const operation of operations) {
    const route = { method: operation.method, url: operation.path.replace(/\{(\w+)\}/g, ":$1") };
    if (operation.name === "health") {
      app.route({ ...route, handler: healthHandler(operation, parts) });
    } else {
      const onRequest = operation.access === "public" ? [] : [protectedRequest(operation.access)];
      app.route({ ...route, onRequest, handler: operationHandler(operation, answers) });
    }
  }
}

/** Mounts what belongs to the service as a whole: `GET /` and `GET /health`. */
export function mountServiceRoutes(app: FastifyInstance, operations: readonly Operation[], parts: ServerParts): void {
  const { dataset, healthTimeoutMs = HEALTH_TIMEOUT_MS } = parts;
  app.get("/", async ({ scope }, reply) => {
    const body = await scope.deadline.step(discovery(operations, dataset));
    return sendJson(reply.header("cache-control", "public, max-age=60"), JSON.stringify(body));
  });
  app.get("/health", async ({ scope }, reply) => {
    const health = await serviceHealth(operations, dataset, callOf(scope), healthTimeoutMs);
    reply.code(health.status === "healthy" ? 200 : 503).header("cache-control", "no-store");
    return sendJson(reply, JSON.stringify(health));
  });
}

/** Checks the input, and sends the operation's result, or 304 when the caller has these bytes already. */
function operationHandler(operation: Operation, answers: OperationAnswers) {
  return (request: FastifyRequest, reply: FastifyReply): Awaitable<void> => {
    const parameters = readParameterText((request.query as QueryText).text, request.params as Record<string, string>);
    const input = operation.body === null ? { parameters } : { parameters, body: request.body };
    return whenKnown(answers.answer(operation, input, callOf(request.scope)), ({ body, cacheControl, etag }) => {
      reply.header("cache-control", cacheControl);
      if (etag !== null) reply.header("etag", etag);
      // Sent here and now: the framework is given nothing that it would wait for.
      const isHeld = etag !== null && matchesEtag(request.headers["if-none-match"], etag);
      void (isHeld ? reply.code(304).send() : sendJson(reply, body));
    });
  };
}

/** A namespace's health always answers 200; what is wrong stands in the body. */
function healthHandler(operation: Operation, { dataset, healthTimeoutMs = HEALTH_TIMEOUT_MS }: ServerParts) {
  return async ({ scope }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const health = await namespaceHealth(operation, dataset, callOf(scope), healthTimeoutMs);
    return sendJson(reply.header("cache-control", "no-store"), JSON.stringify(health));
  };
}

/** Results are serialised once, here; tests hold them to their schemas, requests do not pay for that. */
function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(body);
}
