import type { Operation } from "@market-sentiment/core";
import type { FastifyInstance } from "fastify";
import { stringify } from "yaml";
import { openApiDocument } from "../openapi/document.js";
import { readChangelog } from "./changelog.js";
import { llmsText } from "./llms-text.js";
import { type Publication, publish } from "./publish.js";

/** The OpenAPI document of the operations, as JSON and as YAML. */
export function apiDocuments(operations: readonly Operation[]): {
  readonly json: Publication;
  readonly yaml: Publication;
} {
  return {
    json: {
      type: "application/json; charset=utf-8",
      make: () => JSON.stringify(openApiDocument(operations)),
    },
    yaml: {
      type: "application/yaml; charset=utf-8",
      make: () => stringify(openApiDocument(operations), { aliasDuplicateObjects: false, lineWidth: 0 }),
    },
  };
}

/**
 * Mounts the service's documents: OpenAPI as JSON and YAML, the release notes, the summary for language-model agents.
 */
export function mountDocuments(app: FastifyInstance, operations: readonly Operation[]): void {
  const { json, yaml } = apiDocuments(operations);
  app.get("/openapi.json", publish(json));
  app.get("/openapi.yaml", publish(yaml));
  app.get("/changelog", publish({ type: "text/markdown; charset=utf-8", make: readChangelog }));
  app.get("/llms.txt", publish({ type: "text/plain; charset=utf-8", make: () => llmsText(operations) }));
}
