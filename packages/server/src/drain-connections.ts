import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Makes `close` wait for requests, not for connections: one without a request under way ends at once, every other one
 * with its answer. Node itself would wait for a connection that was opened ahead and never used until its headers are
 * overdue, and for one that is kept alive until it times out.
 */
export function drainConnections(app: FastifyInstance): void {
  const open = new Map<Socket, UnderWay>();
  let closing = false;

  app.server.on("connection", (socket) => {
    open.set(socket, { requests: 0, newest: null });
    socket.once("close", () => open.delete(socket));
    if (closing) socket.destroy();
  });
  app.server.on("request", ({ socket }, response) => {
    const own = open.get(socket);
    if (own === undefined) return;
    own.requests += 1;
    own.newest = response;
    if (closing) saysClose(response);
    response.on("close", () => {
      own.requests -= 1;
      if (own.requests === 0) own.newest = null;
      if (closing && own.requests === 0) socket.end();
    });
  });
  app.addHook("preClose", (done) => {
    closing = true;
    for (const [socket, { requests, newest }] of open) {
      if (requests === 0) socket.destroy();
      else if (newest !== null) saysClose(newest);
    }
    done();
  });
}

/** What of a connection is not answered yet. */
interface UnderWay {
  requests: number;
  /** The one that is answered last. */
  newest: ServerResponse | null;
}

/** The answer will have `Connection: close`, unless its head is sent already. */
function saysClose(response: ServerResponse): void {
  response.shouldKeepAlive = false;
}

/** Closes when the requests under way are answered; after `drainMs` their connections are cut. */
export async function closeWithin(app: FastifyInstance, drainMs: number): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), drainMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
