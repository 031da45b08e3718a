import { fastifySwaggerUi, type FastifySwaggerUiOptions } from "@fastify/swagger-ui";
import type { Operation } from "@market-sentiment/core";
import { fastify, type FastifyInstance, type FastifyPluginAsync } from "fastify";
import { apiDocuments } from "./mount-documents.js";
import { publish } from "./publish.js";

/** The plugin's declaration is wrong: it really returns a promise and takes no callback. */
const swaggerUi = fastifySwaggerUi as unknown as FastifyPluginAsync<FastifySwaggerUiOptions>;

/**
 * Unlike data, this is a page: it may run its own script, show its own pictures and send requests to this service only.
 */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const pageHeaders = { "content-security-policy": pagePolicy };

/** Files that the page loads, besides the OpenAPI document. */
const pageFiles = [
  "index.css",
  "swagger-ui.css",
  "swagger-ui-bundle.js",
  "swagger-ui-standalone-preset.js",
  "swagger-initializer.js",
  "favicon-16x16.png",
  "favicon-32x32.png",
];

/** Mounts the interactive reference at `/docs`. This service sends all of it, from memory. */
export function mountReference(app: FastifyInstance, operations: readonly Operation[]): void {
  const page = pageOf();
  app.get("/docs", publish({ type: "text/html; charset=utf-8", make: () => page("/docs"), headers: pageHeaders }));
  for (const file of pageFiles) {
    const path = `/docs/static/${file}`;
    app.get(path, publish({ type: typeOf(file), make: () => page(path), headers: pageHeaders }));
  }
  // The page asks for the document under this name.
  const { json, yaml } = apiDocuments(operations);
  app.get("/docs/json", publish(json));
  app.get("/docs/yaml", publish(yaml));
}

/** Gets the page and its files from the library that makes them. Each is read once, because publications are kept. */
function pageOf(): (path: string) => Promise<Buffer> {
  let made: Promise<FastifyInstance> | null = null;
  return async (path) => {
    const answer = await (await (made ??= pageServer())).inject(path);
    if (answer.statusCode !== 200) throw new Error(`The reference has no ${path}.`);
    return answer.rawPayload;
  };
}

/** Never listens; only {@link pageOf} uses it. */
async function pageServer(): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify();
  // Called directly: registering it would require the plugin that makes a document from route schemas.
  await swaggerUi(app, {
    routePrefix: "/docs",
    theme: { title: "Market sentiment: reference" },
    uiConfig: {
      layout: "BaseLayout",
      docExpansion: "list",
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      tryItOutEnabled: true,
    },
  });
  await app.ready();
  return app;
}

const typesByEnding: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  js: "application/javascript; charset=utf-8",
  png: "image/png",
};

function typeOf(file: string): string {
  return typesByEnding[file.slice(file.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}
