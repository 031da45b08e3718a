import type { FastifyInstance, FastifyReply } from "fastify";
import { hashKey } from "../accounts/api-key.js";
import { heldAnswer } from "../answers/held-answer.js";
import { within } from "../middleware/deadline.js";
import type { ServerParts } from "../parts.js";
import { started } from "./startup.js";

/** Time limit for the checks of the parts. */
const readyTimeoutMs = 2_000;

/**
 * Mounts the probes for orchestrators and load balancers. `GET /livez`: 200 while the process answers; restart it when
 * it does not. `GET /readyz`: 200 when the server can answer requests, else 503: it is starting (`waiting_for` lists
 * what is missing), it is stopping, its data or accounts cannot be read, or the disk that counts requests is full
 * (`reason` says which): a request that cannot be counted is not served. Unlike `/health`, neither looks at how fresh
 * the data is.
 */
export function mountReadiness(
  app: FastifyInstance,
  { dataset, accounts, diskFault, startup = started }: ServerParts,
): void {
  let isStopping = false;
  app.addHook("preClose", (done) => {
    isStopping = true;
    done();
  });
  const say = (reply: FastifyReply, code: number, status: string, facts: object = {}) =>
    reply
      .code(code)
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ status, ...facts }));
  app.get("/livez", (_request, reply) => say(reply, 200, "alive"));
  const ask = heldAnswer(() => {
    const signal = AbortSignal.timeout(readyTimeoutMs);
    return within(signal, Promise.all([diskFault?.(), dataset.view(), accounts.findByHash(hashKey(""))]));
  });
  app.get("/readyz", async (_request, reply) => {
    if (isStopping) return say(reply, 503, "stopping");
    try {
      const [reason = null] = await ask();
      if (reason !== null) return await say(reply.header("retry-after", "5"), 503, "not ready", { reason });
      const waiting = startup.waitingFor();
      if (waiting.length === 0) return await say(reply, 200, "ready");
      return await say(reply.header("retry-after", "2"), 503, "starting", { waiting_for: waiting });
    } catch {
      return say(reply.header("retry-after", "5"), 503, "not ready");
    }
  });
}
