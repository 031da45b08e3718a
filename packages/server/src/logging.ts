import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { LogOptions } from "./parts.js";

/** Logger options for these settings; undefined when nothing is logged. */
export function logOptions(level: LogOptions["level"] | null, stream: LogOptions["stream"]): LogOptions | undefined {
  return level === null ? undefined : { level, ...(stream === undefined ? {} : { stream }) };
}

/**
 * Log settings that keep keys and texts out of every line. A request is logged as its method and its route's pattern,
 * without address, query or headers; an error without its details.
 */
export function loggerOptions(log: LogOptions | undefined): NonNullable<FastifyServerOptions["logger"]> {
  if (log === undefined) return false;
  return {
    level: log.level,
    ...(log.stream === undefined ? {} : { stream: log.stream }),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url ?? null }),
      res: ({ statusCode }: { readonly statusCode?: number }) => ({ statusCode: statusCode ?? 0 }),
      err: errorFields,
    },
  };
}

type ErrorFields = {
  readonly type: string;
  readonly code: string | undefined;
  readonly message: string;
  readonly stack: string;
  readonly cause?: ErrorFields;
};

function errorFields(error: Error & { readonly code?: unknown }): ErrorFields {
  return {
    type: error.name,
    code: typeof error.code === "string" ? error.code : undefined,
    message: error.message,
    stack: error.stack ?? "",
    ...(error.cause instanceof Error ? { cause: errorFields(error.cause) } : {}),
  };
}
