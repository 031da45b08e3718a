import type { CallContext, Operation, Panel } from "@market-sentiment/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { askedForm, formTypes, isTabular } from "./answers/answer-form.js";
import { heldAnswer } from "./answers/held-answer.js";
import type { OperationAnswers } from "./answers/operation-answers.js";
import type { StreamedAnswers } from "./answers/streamed-answers.js";
import { type Awaitable, whenKnown } from "./awaitable.js";
import { discovery } from "./discovery.js";
import { HEALTH_TIMEOUT_MS, namespaceHealth, serviceHealth } from "./health.js";
import { matchesEtag } from "./middleware/cache.js";
import { callOf, type RequestScope } from "./middleware/request-scope.js";
import type { ServerParts } from "./parts.js";
import { wantsPage } from "./web/mount-web.js";
import type { pipeline } from "./pipeline.js";
import { readParameterText } from "./request-input.js";

/** The router's query parser leaves the raw text, which {@link readParameterText} reads. */
interface QueryText {
  readonly text: string;
}

/** Mounts every operation but health at its path. Operations that need a key get the steps that check it. */
export function mountOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  { protectedRequest }: ReturnType<typeof pipeline>,
  answers: OperationAnswers,
  streams: StreamedAnswers,
): void {
  for (const operation of operations) {
    const route = { method: operation.method, url: operation.path.replace(/\{(\w+)\}/g, ":$1") };
    if (operation.name === "health") continue;
    const onRequest = operation.access === "public" ? [] : [protectedRequest(operation.access)];
    const handler = operation.isStreamed ? streamHandler(operation, streams) : operationHandler(operation, answers);
    app.route({ ...route, onRequest, handler });
  }
}

/**
 * Mounts the routes of the service as a whole: `GET /`, which redirects a browser to the web page, and `GET /health`.
 */
export function mountServiceRoutes(app: FastifyInstance, operations: readonly Operation[], parts: ServerParts): void {
  const described = heldAnswer(async () => Buffer.from(JSON.stringify(await discovery(operations, parts.dataset))));
  app.get("/", async ({ scope, headers }, reply) => {
    reply.header("vary", "Accept");
    if (wantsPage(headers.accept)) return reply.redirect("/app", 302);
    const body = await scope.deadline.step(described());
    return sendJson(reply.header("cache-control", "public, max-age=60"), body);
  });
}

/**
 * Mounts the health of every namespace and of the service as a whole. Anybody may ask without a key, so each namespace
 * is checked at most once a second, however many ask.
 */
export function mountHealth(app: FastifyInstance, operations: readonly Operation[], parts: ServerParts): void {
  const { dataset, healthTimeoutMs = HEALTH_TIMEOUT_MS, startup } = parts;
  const namespaces = operations
    .filter(({ name }) => name === "health")
    .map((operation) => {
      const ask = heldAnswer((call: CallContext) =>
        namespaceHealth(operation, dataset, call, healthTimeoutMs, startup),
      );
      return { operation, ask };
    });
  for (const { operation, ask } of namespaces) {
    // A namespace's health always answers 200; the body says what is wrong.
    app.get(operation.path, async ({ scope }, reply) => {
      const health = await scope.deadline.step(ask(momentOf(scope)));
      return sendJson(reply.header("cache-control", "no-store"), JSON.stringify(health));
    });
  }
  const whole = heldAnswer(async (call: CallContext) => {
    const asked = namespaces.map(async ({ operation: { namespace, id }, ask }) => {
      return [namespace?.id ?? id, await ask(call)] as const;
    });
    const health = serviceHealth(Object.fromEntries(await Promise.all(asked)));
    return { status: health.status, body: Buffer.from(JSON.stringify(health)) };
  });
  app.get("/health", async ({ scope }, reply) => {
    const { status, body } = await scope.deadline.step(whole(momentOf(scope)));
    return sendJson(reply.code(status === "unhealthy" ? 503 : 200).header("cache-control", "no-store"), body);
  });
}

/** The moment of a request, without its caller: shared work must not stop when one caller goes away. */
function momentOf({ today, now }: RequestScope): CallContext {
  return { today, now, lookbackDays: null, accountType: null };
}

/** Checks the input and sends the operation's result, or 304 when the caller already has these bytes. */
function operationHandler(operation: Operation, answers: OperationAnswers) {
  const isList = isTabular(operation);
  return (request: FastifyRequest, reply: FastifyReply): Awaitable<void> => {
    const parameters = readParameterText((request.query as QueryText).text, request.params as Record<string, string>);
    const form = isList ? askedForm(parameters, request.headers.accept) : "json";
    if (isList) reply.header("vary", `${String(reply.getHeader("vary"))}, Accept`);
    const input = operation.body === null ? { parameters } : { parameters, body: request.body };
    return whenKnown(answers.answer(operation, input, callOf(request.scope), form), ({ body, cacheControl, etag }) => {
      reply.header("cache-control", cacheControl);
      if (etag !== null) reply.header("etag", etag);
      // Sent synchronously, so that the framework has no promise to wait for.
      const isHeld = etag !== null && matchesEtag(request.headers["if-none-match"], etag);
      void (isHeld ? reply.code(304).send() : reply.type(formTypes[form]).send(body));
    });
  };
}

/** Checks the input and sends the bytes as they are produced, or 304 when the caller already has them. */
function streamHandler(operation: Operation, streams: StreamedAnswers) {
  return async ({ query, params, scope, headers, originalUrl }: FastifyRequest, reply: FastifyReply) => {
    const parameters = readParameterText((query as QueryText).text, params as Record<string, string>);
    const onStep = () => scope.deadline.renew();
    const opened = streams.open(operation as Operation<Panel>, { parameters }, callOf(scope), {
      onStep,
      isHeld: (etag) => matchesEtag(headers["if-none-match"], etag),
    });
    const { panel, etag, cacheControl, stream } = await scope.deadline.step(opened);
    reply.header("cache-control", cacheControl).header("etag", etag);
    if (stream === null) return reply.code(304).send();
    const [path = "", text = ""] = originalUrl.split("?", 2);
    reply.header("content-disposition", `attachment; filename="${panel.fileName}"`);
    reply.header("link", `<${path}/manifest?${text}>; rel="describedby"; type="application/json"`);
    return reply.type(panel.mediaType).send(stream);
  };
}

/** Results are serialised here, without checking their schema: tests check that, so requests need not. */
function sendJson(reply: FastifyReply, body: string | Buffer): FastifyReply {
  return reply.type(formTypes.json).send(body);
}
