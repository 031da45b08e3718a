import type { Operation } from "@market-sentiment/core";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { stringify } from "yaml";
import { matchesEtag, strongEtag } from "../middleware/cache.js";
import { openApiDocument } from "../openapi/document.js";
import { readChangelog } from "./changelog.js";
import { llmsText } from "./llms-text.js";

/** A text that is the same for everybody, made when it is first asked for and then kept. */
interface PublishedText {
  readonly type: string;
  readonly make: () => string | Promise<string>;
}

/** Mounts what describes the service: the OpenAPI document in both forms, release notes, the summary for agents. */
export function mountDocuments(app: FastifyInstance, operations: readonly Operation[]): void {
  const texts: Readonly<Record<string, PublishedText>> = {
    "/openapi.json": {
      type: "application/json; charset=utf-8",
      make: () => JSON.stringify(openApiDocument(operations)),
    },
    "/openapi.yaml": {
      type: "application/yaml; charset=utf-8",
      make: () => stringify(openApiDocument(operations), { aliasDuplicateObjects: false, lineWidth: 0 }),
    },
    "/changelog": { type: "text/markdown; charset=utf-8", make: readChangelog },
    "/llms.txt": { type: "text/plain; charset=utf-8", make: () => llmsText(operations) },
  };
  for (const [url, text] of Object.entries(texts)) app.get(url, publish(text));
}

function publish({ type, make }: PublishedText) {
  let made: Promise<{ readonly body: string; readonly etag: string }> | null = null;
  const once = async () => {
    const body = await make();
    return { body, etag: strongEtag(body) };
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // What could not be made is tried again with the next request.
    made ??= once().catch((error: unknown) => {
      made = null;
      throw error;
    });
    const { body, etag } = await made;
    reply.headers({ "cache-control": "public, max-age=300", etag });
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply.type(type).send(body);
  };
}
