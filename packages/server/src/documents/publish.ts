import type { FastifyReply, FastifyRequest } from "fastify";
import { matchesEtag, strongEtag } from "../middleware/cache.js";

/** Content that is the same for everybody, built on first use and then sent from memory. */
export interface Publication {
  /** Its `Content-Type`. */
  readonly type: string;
  readonly make: () => string | Buffer | Promise<string | Buffer>;
  /** Headers in addition to those of every answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a publication, or 304 if the caller already has it. If building it failed, the next request tries again. */
export function publish({ type, make, headers = {} }: Publication) {
  let made: Promise<{ readonly body: Buffer; readonly etag: string }> | null = null;
  const once = async () => {
    const body = Buffer.from(await make());
    return { body, etag: strongEtag(body) };
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= once().catch((error: unknown) => {
      made = null;
      throw error;
    });
    const { body, etag } = await made;
    reply.headers({ "cache-control": "public, max-age=300", etag, ...headers });
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply.type(type).send(body);
  };
}
