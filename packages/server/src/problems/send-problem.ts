import type { FastifyReply } from "fastify";
import type { Problem } from "./refusal.js";

/** Sends a problem in the service's form. Caches never keep problems. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .removeHeader("etag")
    .headers({ "cache-control": "no-store", ...problem.headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ detail: problem.detail }));
}
