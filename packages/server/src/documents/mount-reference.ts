import { fastifySwaggerUi, type FastifySwaggerUiOptions } from "@fastify/swagger-ui";
import type { Operation } from "@market-sentiment/core";
import type { FastifyInstance, FastifyPluginAsync } from "fastify";
import { openApiDocument } from "../openapi/document.js";

/** As it is written, not as it is declared: it gives a promise and takes no callback. */
const swaggerUi = fastifySwaggerUi as unknown as FastifyPluginAsync<FastifySwaggerUiOptions>;

/** Unlike data, this is a page: it runs its own script, draws its own pictures and asks this service only. */
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

/** Mounts the interactive reference at `/docs`, all of it from this service. */
export function mountReference(app: FastifyInstance, operations: readonly Operation[]): void {
  void app.register(async (scope) => {
    let document: ReturnType<typeof openApiDocument> | null = null;
    // The page asks for the document under this name; the plugin that usually makes one from route schemas is not used.
    scope.decorate("swagger", () => (document ??= openApiDocument(operations)));
    // Called and not registered: registering would ask for that plugin.
    await swaggerUi(scope, {
      routePrefix: "/docs",
      staticCSP: pagePolicy,
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
  });
}
