import { createServer, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import type { Connections } from "../connections/connections.js";
import type { OperationAnswers } from "../answers/operation-answers.js";
import { bearsToken } from "../middleware/bearer-token.js";
import { unauthorizedMetrics } from "../problems/refusal.js";

/** The figures of one process, as plain values that another process can be sent. */
export type MetricFigures = readonly MetricObjectWithValues<MetricValue<string>>[];

/** Metrics for operators: request counts and times by route, work, cache memory, the process itself. */
export interface Metrics {
  readonly contentType: string;
  /** The Prometheus text. */
  text(): Promise<string>;
  /** The same for this process alone, where several answer on one port. */
  figures(): Promise<MetricFigures>;
  /** State of the shared counters of limits. */
  sharedLimits(state: "lost" | "healed"): void;
}

/**
 * Measures every request of a server. Labels hold route patterns and statuses, never anything that a caller sent.
 *
 * @param sources Adds figures of live sources; returns a function that reads them again.
 * @param figuresOfAll Figures of every process that answers on this port; the text then is of all of them together. Left out
 * where this one answers alone.
 */
export function measure(
  app: FastifyInstance,
  answers: OperationAnswers,
  connections: Connections,
  sources: (registry: Registry) => () => Promise<void>,
  figuresOfAll?: () => Promise<readonly MetricFigures[]>,
): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request's head to the end of its answer.",
    labelNames: ["method", "route", "status"],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 90],
    registers,
  });
  new Gauge({
    name: "sentiment_work",
    help: "Operations that run, and that wait for their turn.",
    labelNames: ["state"],
    registers,
    collect() {
      const { running, waiting } = answers.state;
      this.set({ state: "running" }, running);
      this.set({ state: "waiting" }, waiting);
    },
  });
  new Gauge({
    name: "sentiment_connections",
    help: "Connections that are open.",
    registers,
    collect() {
      this.set(connections.load.open);
    },
  });
  new Gauge({
    name: "sentiment_requests_sent_ahead",
    help: "Requests that wait for the one before them on their connection.",
    registers,
    collect() {
      this.set(connections.load.waiting);
    },
  });
  const counted = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  counted("sentiment_answers_from_memory_total", "Answers that were there already.", () => answers.state.hits);
  counted("sentiment_answers_made_total", "Answers that had to be made.", () => answers.state.misses);
  const lost = new Gauge({
    name: "sentiment_shared_limits_lost",
    help: "1 while the counters shared with other machines are away.",
    aggregator: "max",
    registers,
  });
  if (figuresOfAll !== undefined)
    new Gauge({ name: "sentiment_workers", help: "Processes whose figures these are.", registers }).set(1);
  app.addHook("onResponse", (request, reply, done) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? "none", status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
  const readSources = sources(registry);
  return {
    contentType: registry.contentType,
    text: async () => {
      if (figuresOfAll !== undefined) return togetherOf(await figuresOfAll());
      await readSources();
      return registry.metrics();
    },
    figures: async () => {
      await readSources();
      return registry.getMetricsAsJSON();
    },
    sharedLimits: (state) => lost.set(state === "lost" ? 1 : 0),
  };
}

/** Sums, but for figures that are the same in every process. */
function togetherOf(figures: readonly MetricFigures[]): Promise<string> {
  return AggregatorRegistry.aggregate(figures.map((each) => [...each])).metrics();
}

/** Serves the metrics at `/metrics` to callers who send the bearer token; all others get 401. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get("/metrics", async ({ headers }, reply) => {
    if (!bearsToken(headers.authorization, token)) throw unauthorizedMetrics();
    return reply
      .header("cache-control", "no-store")
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

/** Serves the metrics at `/metrics` on a separate port without a token. Do not expose that port to the internet. */
export async function listenForMetrics(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly address: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "content-type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return { address: addressOf(server, host), close: () => closeNow(server) };
}

function addressOf(server: Server, host: string): string {
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function closeNow(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
