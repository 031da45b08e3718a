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
 * Settings of the HTTP layer that every service here has.
 *
 * @param methodsOf Methods of an address.
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
    // While a server stops, what arrives on open connections is answered like everything else.
    return503OnClosing: false,
    clientErrorHandler: clientErrors(connections, methodsOf),
  } as const;
}

/** Bodies are JSON and nothing else; whatever goes wrong is answered in the service's form, and logged when it is ours. */
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
