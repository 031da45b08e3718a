import type { FastifyInstance } from "fastify";
import type { Connections } from "./connections/connections.js";
import { limitedServer, type ServerForm } from "./connections/limited-server.js";
import { clientErrors } from "./problems/client-error.js";
import { problemOf } from "./problems/problem.js";
import { sendProblem } from "./problems/send-problem.js";
import { loggerOptions } from "./logging.js";
import { requestIdOf } from "./middleware/request-id.js";
import type { LogOptions } from "./parts.js";
import { readJsonBody } from "./request-input.js";

/**
 * HTTP settings shared by all services.
 *
 * @param methodsOf Gives the methods of an address.
 */
export function commonSettings(
  connections: Connections,
  form: ServerForm,
  log: LogOptions | undefined,
  methodsOf?: (address: string) => readonly string[],
) {
  return {
    serverFactory: limitedServer(connections, form),
    logger: loggerOptions(log),
    genReqId: requestIdOf,
    // While the server stops, requests on open connections are still answered.
    return503OnClosing: false,
    clientErrorHandler: clientErrors(connections, methodsOf),
  } as const;
}

/**
 * Accepts JSON bodies only. Answers every error in the service's form, and logs those that are the service's own fault.
 */
export function speakJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => {
    try {
      done(null, readJsonBody(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error);
    if (problem.status >= 500) request.log.error({ err: error }, "request failed");
    return sendProblem(reply, problem);
  });
}
