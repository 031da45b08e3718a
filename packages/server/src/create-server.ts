import { allOperations } from "@market-sentiment/core";
import { fastify, type FastifyInstance, type FastifyRequest } from "fastify";
import type { Registry } from "prom-client";
import { CACHE_BYTES, OperationAnswers, STATEMENT_MS, WORK_LIMITS } from "./answers/operation-answers.js";
import { STREAM_LIMITS, StreamedAnswers } from "./answers/streamed-answers.js";
import { mountDocuments } from "./documents/mount-documents.js";
import { mountReference } from "./documents/mount-reference.js";
import { Connections } from "./connections/connections.js";
import { drainConnections } from "./connections/limited-server.js";
import { CONNECTION_LIMITS } from "./connections/limits.js";
import { commonSettings, speakJson } from "./json-service.js";
import { DEADLINE_MS } from "./middleware/deadline.js";
import type { ServerParts } from "./parts.js";
import { asEveryAnswer, pipeline } from "./pipeline.js";
import { problemOf } from "./problems/problem.js";
import { methodNotAllowed, notFound } from "./problems/refusal.js";
import { sendProblem } from "./problems/send-problem.js";
import { MAX_ADDRESS_BYTES, MAX_BODY_BYTES, routableAddress } from "./request-input.js";
import { allowOrigins } from "./middleware/cors.js";
import { measure, mountMetrics } from "./operating/metrics.js";
import { measureSources } from "./operating/source-metrics.js";
import { mountReadiness } from "./operating/readiness.js";
import { RouteTable } from "./route-table.js";
import { mountWeb } from "./web/mount-web.js";
import { mountHealth, mountOperations, mountServiceRoutes } from "./routes.js";

/** Longest head of a request: twice the longest address. */
const MAX_HEAD_BYTES = 2 * MAX_ADDRESS_BYTES;

/**
 * The HTTP service, not yet listening: `inject` sends a request without a socket, `listen` opens one. `close` lets
 * running requests finish; the caller closes the data set and the accounts.
 */
export function createServer(parts: ServerParts): FastifyInstance {
  const { trustedProxies = [], corsOrigins = [], metricsToken = null, onMetrics } = parts;
  const operations = parts.operations ?? allOperations();
  const table = new RouteTable();
  const limits = { ...CONNECTION_LIMITS, ...parts.connectionLimits };
  const connections = new Connections(limits);
  const silentMs = (parts.deadlineMs ?? DEADLINE_MS) + limits.requestMs;
  const form = { ...limits, silentMs, maxHeadBytes: MAX_HEAD_BYTES };
  const app: FastifyInstance = fastify({
    ...commonSettings(connections, form, parts.log, (address) => table.methodsOf(address)),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    rewriteUrl: ({ url = "/" }) => routableAddress(url),
    routerOptions: {
      maxParamLength: MAX_ADDRESS_BYTES * 3,
      querystringParser: (text) => ({ text }),
    },
    frameworkErrors: (error, request, reply) => {
      void sendProblem(asEveryAnswer(reply, request.id), problemOf(error));
    },
  });
  const steps = pipeline(parts);
  const answers = new OperationAnswers(parts.dataset, {
    cacheBytes: CACHE_BYTES,
    work: WORK_LIMITS,
    statementMs: STATEMENT_MS,
    ...parts.limits,
  });

  drainConnections(app, connections);
  if (corsOrigins.length > 0) allowOrigins(app, corsOrigins);
  app.decorateRequest("scope");
  app.addHook("onRoute", ({ url, method }) => table.add(url, [method].flat()));
  app.addHook("onRequest", steps.everyRequest);
  speakJson(app);
  const wrongAddress = ({ originalUrl, method }: FastifyRequest) => {
    const methods = table.methodsOf(originalUrl);
    // Below a `*`, an address may not exist although its method is known.
    return methods.length === 0 || methods.includes(method) ? notFound() : methodNotAllowed(methods);
  };
  // Before its body is read.
  app.addHook("onRequest", (request, _reply, done) => done(request.is404 ? wrongAddress(request) : undefined));
  app.setNotFoundHandler((request) => {
    throw wrongAddress(request);
  });
  mountOperations(app, operations, steps, answers, new StreamedAnswers(parts.dataset, STREAM_LIMITS));
  mountServiceRoutes(app, operations, parts);
  mountHealth(app, operations, parts);
  mountDocuments(app, operations);
  mountReference(app, operations);
  mountWeb(app, parts);
  mountReadiness(app, parts);
  if (metricsToken !== null || onMetrics !== undefined) {
    const { dataset, now = () => new Date() } = parts;
    const sources = (registry: Registry) => measureSources(registry, operations, dataset, now);
    const metrics = measure(app, answers, connections, sources, parts.figuresOfAll);
    onMetrics?.(metrics);
    if (metricsToken !== null) mountMetrics(app, metrics, metricsToken);
  }
  return app;
}
