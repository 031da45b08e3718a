import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/**
 * Makes `close` wait for requests, not for connections: one without a request under way ends at once, every other one
 * with its answer. Node itself would wait for a connection that was opened ahead and never used until its headers are
 * overdue, and for one that is kept alive until it times out.
 */
export function drainConnections(app: FastifyInstance): void {
  const open = new Map<Socket, { requests: number }>();
  let closing = false;

  app.server.on("connection", (socket) => {
    open.set(socket, { requests: 0 });
    socket.once("close", () => open.delete(socket));
    if (closing) socket.destroy();
  });
  app.server.on("request", ({ socket }, response) => {
    const own = open.get(socket);
    if (own === undefined) return;
    own.requests += 1;
    response.on("close", () => {
      own.requests -= 1;
      if (closing && own.requests === 0) socket.end();
    });
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (closing) reply.header("connection", "close");
    done();
  });
  app.addHook("preClose", (done) => {
    closing = true;
    for (const [socket, { requests }] of open) if (requests === 0) socket.destroy();
    done();
  });
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
