import type { FastifyReply } from "fastify";
import type { Problem } from "./refusal.js";

/** Answers with a problem in the service's form. Problems are never kept by caches. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .removeHeader("etag")
    .headers({ "cache-control": "no-store", ...problem.headers })
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ detail: problem.detail }));
}
