import { createServer, type RequestListener, type Server } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Connections } from "./connections.js";
import type { ConnectionLimits } from "./limits.js";

/** What differs between the services. */
export interface ServerForm extends ConnectionLimits {
  /** Longest head of a request, in bytes; Node's own bound when left out. */
  readonly maxHeadBytes?: number;
  /** How long a connection may be silent while a request is running, in milliseconds. */
  readonly silentMs: number;
}

/**
 * Creates Node's HTTP server with limits on the number of connections, on their time, and on how much they send ahead.
 */
export function limitedServer(connections: Connections, form: ServerForm): (serve: RequestListener) => Server {
  return (serve) => {
    const server = createServer({
      headersTimeout: form.headMs,
      requestTimeout: form.requestMs,
      connectionsCheckingInterval: form.checkMs,
      keepAliveTimeout: form.idleMs,
      // Answered in the service's form instead of by Node.
      requireHostHeader: false,
      ...(form.maxHeadBytes === undefined ? {} : { maxHeaderSize: form.maxHeadBytes }),
    });
    server.setTimeout(form.silentMs);
    const take: RequestListener = (request, response) => connections.take(request, response, serve);
    server.on("request", take).on("checkExpectation", take);
    server.on("connection", (socket) => connections.opened(socket));
    server.on("listening", () => {
      const looking = setInterval(() => connections.cutOverdue(performance.now()), form.checkMs).unref();
      server.once("close", () => clearInterval(looking));
    });
    return server;
  };
}

/** Makes `close` wait for running requests only, not for idle connections. */
export function drainConnections(app: FastifyInstance, connections: Connections): void {
  app.addHook("preClose", (done) => {
    connections.drain();
    done();
  });
}

/** Closes once the running requests are answered. Cuts their connections after `drainMs`. */
export async function closeWithin(app: FastifyInstance, drainMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
